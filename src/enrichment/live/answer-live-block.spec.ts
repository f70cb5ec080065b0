import { z } from 'zod';
import { aJobOf } from '../../../test/support/worlds/enrichment-world.js';
import { defineBlock } from '../../blocks/runner/define-block.js';
import type { BlockKey } from '../../shared/block-key.js';
import { jobIdFrom } from '../../shared/ids.js';
import { NOTHING_SUPPRESSED } from '../../shared/suppression/suppressed.js';
import { AskedReadings } from '../asked-readings.js';
import { answerLiveBlock } from './answer-live-block.js';

const declared = {
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'Every company.',
  reasons: [],
} as const;
const available = { status: 'available', source: 'service_model', as_of: '2026-11-01' } as const;
const charges = defineBlock({ ...declared, key: 'charges', tier: 'core', value: z.null() })(() => ({
  ...available,
  value: null,
}));
const summary = defineBlock({
  ...declared,
  key: 'company_summary',
  tier: 'premium',
  needs: [charges],
  tells_needs: true,
  readings: ['rewriting'],
  value: z.string(),
})(({ blocks, readings }) =>
  readings.rewriting('a question').status === 'wanted'
    ? { status: 'pending' }
    : { ...available, value: blocks.charges.status },
);

/** What the summary says of charges, to an account that lacks these blocks. */
async function told(nested_not_enabled: readonly BlockKey[]) {
  const job = { ...aJobOf(['company_summary']), nested_not_enabled };
  const asked = new AskedReadings({ kept: async () => new Map(), kinds: new Set(['rewriting']) }, null);
  const deriving = {
    job,
    blocks: [charges, summary],
    facts: { missing: new Map(), of: () => ({ blocks: {} }) },
    kinds: new Set(['rewriting'] as const),
    asked,
    suppressed: NOTHING_SUPPRESSED,
    missed: new Set<number>(),
    onFault: (_where: unknown, error: unknown) => {
      throw error;
    },
  };
  const check = {
    job_id: jobIdFrom('01J00000000000000000000000'),
    row: 0,
    block: 'company_summary',
    company_number: '01234567',
    job,
    editions: {},
    since: '2026-11-27T09:00:00.000Z',
    terms: { priority: 'job', keep: true },
  } as const;
  const answer = await answerLiveBlock(deriving, check, false, {
    fetch: async () => ({ status: 'not_read', reason: 'source_busy' }),
    signal: new AbortController().signal,
  });
  return answer.envelope;
}

it('tells what a block needs, and not what the account lacks, as in the row itself', async () => {
  expect(await told([])).toMatchObject({ value: 'available' });
  expect(await told(['charges'])).toMatchObject({ value: 'not_found' });
});
