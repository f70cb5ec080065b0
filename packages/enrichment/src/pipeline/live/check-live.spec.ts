import { z } from 'zod';
import { aJobOf } from '../../../../../test/support/worlds/enrichment-world.js';
import { defineBlock } from '../../blocks/runner/define-block.js';
import { nameOf, type ReadReading } from '../../live/readings/readings.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { jobIdFrom } from '../../../../contract/src/ids.js';
import { answerLiveBlock } from './check-live.js';

const declared = {
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'Every company.',
  reasons: [],
} as const;
const available = { status: 'available', source: 'service_model', as_of: '2026-11-01' } as const;
const charges = defineBlock({
  ...declared,
  key: 'charges',
  tier: 'core',
  readings: ['news'],
  value: z.null(),
})(({ readings }) =>
  readings.news('a query').status === 'read'
    ? { ...available, value: null }
    : { status: 'not_found', reason: 'source_unavailable' },
);
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

interface Told {
  readonly lacking?: readonly BlockKey[];
  /** Of the news that charges need. */
  readonly isKept?: boolean;
}

/** What the summary says of charges, and which readings were fetched for it. */
async function told({ lacking = [], isKept = true }: Told) {
  const job = { ...aJobOf(['company_summary']), nested_not_enabled: lacking };
  const checked = { checked_live: false, checked_at: '2026-11-26T09:00:00.000Z' };
  const news: ReadReading<'news'> = {
    status: 'read',
    reading: { asked_on: '2026-11-26', truncated: false, articles: [] },
    checked,
  };
  const kinds = new Set(['rewriting', 'news'] as const);
  const kept = async () => new Map(isKept ? [[nameOf({ kind: 'news', key: 'a query' }), news]] : []);
  const deriving = {
    job,
    blocks: [charges, summary],
    facts: { missing: new Map(), of: () => ({}) },
  };
  const fail = (): never => {
    throw new Error('nothing is kept, and the check itself fetches');
  };
  const parts = {
    readings: { kinds, kept, keep: () => fail(), fetch: () => fail() },
    searches: null,
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
  const fetched: string[] = [];
  const { envelope } = await answerLiveBlock(parts, deriving, check, {
    fetch: async (name) => {
      fetched.push(nameOf(name));
      return { status: 'not_read', reason: 'source_busy' };
    },
    signal: new AbortController().signal,
  });
  return { value: 'value' in envelope ? envelope.value : null, fetched };
}

it('fetches what the block wants, and nothing for a block that it needs', async () => {
  expect(await told({ isKept: false })).toEqual({
    value: 'not_found',
    fetched: ['rewriting a question'],
  });
});

it('tells what a block needs with the readings that are kept of it', async () => {
  expect(await told({})).toMatchObject({ value: 'available' });
});

it('tells nothing of a block that the account lacks, as in the row itself', async () => {
  expect(await told({ lacking: ['charges'] })).toMatchObject({ value: 'not_found' });
});
