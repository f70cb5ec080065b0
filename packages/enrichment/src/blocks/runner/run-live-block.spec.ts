/**
 * A block that is checked live: what it wants is fetched side by side, and it is derived again with what
 * came.
 */
import { z } from 'zod';
import { aSite } from '../../../../../test/support/a-site.js';
import { chunkTerms } from '../../../../../test/support/run-block.js';
import { catalogueOf } from '../index.js';
import type { Reading } from '../../live/readings/readings.js';
import { defineBlock } from './define-block.js';
import { inOrderOfNeeds } from './needs-graph.js';
import { planBlocks } from './plan-blocks.js';
import { runLiveBlock } from './run-live-block.js';

const HOSTS = ['one.example', 'two.example', 'three.example'];

/** The hosts that were read at each derivation. */
const derivations: string[][] = [];
const block = defineBlock({
  key: 'web_presence',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'A block of this test.',
  source: ['own_website'],
  coverage: 'None.',
  needs: [],
  readings: ['site'],
  reasons: ['not_looked_up'],
  value: z.string(),
})(({ readings }) => {
  const states = HOSTS.map((host) => readings.site(host));
  const read = states.flatMap((state) => (state.status === 'read' ? state.reading.host : []));
  derivations.push(read);
  if (states.some(({ status }) => status === 'wanted')) return { status: 'pending' };
  return { status: 'available', value: read.join(' '), source: 'own_website', as_of: '2026-11-22' };
});

const crawlOf = (host: string): Reading<'site'> => ({
  status: 'read',
  reading: aSite({ host }),
  checked: { checked_live: true, checked_at: '2026-11-22T12:00:00.000Z' },
});

it('judges each crawl as it comes, and answers when all are there', async () => {
  const gates = new Map<string, () => void>();
  const plan = planBlocks(
    inOrderOfNeeds([block.key], catalogueOf([block])),
    [{ key: block.key, enabled: true }],
    chunkTerms({ fetching: () => null }),
  );
  const answer = runLiveBlock(
    plan,
    { row: 0, facts: {}, terms: {}, look: () => undefined },
    {
      fetch: ({ key }) => new Promise((resolve) => gates.set(key, () => resolve(crawlOf(key)))),
      signal: new AbortController().signal,
    },
    async () => false,
  );
  for (const host of ['two.example', 'one.example', 'three.example']) {
    await new Promise(setImmediate);
    gates.get(host)?.();
  }
  expect((await answer).envelope).toMatchObject({ value: HOSTS.join(' ') });
  expect(derivations).toEqual([[], ['two.example'], ['one.example', 'two.example'], [...HOSTS], [...HOSTS]]);
});
