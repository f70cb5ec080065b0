import { z } from 'zod';
import { record } from '../../../../../test/support/basic-company-data.js';
import { aFact, chunkTerms, runBlocks } from '../../../../../test/support/run-block.js';
import { defineBlock } from './define-block.js';
import { planBlocks } from './plan-blocks.js';
import { capped, confidence, count, text } from './value-types.js';

const planning = (found: readonly number[]) =>
  defineBlock({
    key: 'planning',
    tier: 'premium',
    latency_class: 'instant',
    description: 'Applications.',
    source: ['planning_register'],
    coverage: 'Some.',
    needs: ['company'],
    reasons: ['not_confirmed'],
    rated_list: {
      field: 'applications',
      most: 3,
      retell: (items: readonly unknown[]) => ({ names: items.length }),
    },
    value: z.strictObject({
      applications: capped(z.strictObject({ name: text, confidence })),
      names: count,
    }),
  })(() => ({
    status: 'available',
    value: {
      applications: {
        items: found.map((confidence, place) => ({ name: `n${place}`, confidence })),
        total: found.length,
        truncated: false,
      },
      names: found.length,
    },
    source: 'planning_register',
    as_of: '2026-01-01',
    detail: { coverage: 'some' },
  }));

function served(found: readonly number[], min_confidence: number) {
  const block = planning(found);
  const plan = planBlocks([block], [{ key: 'planning', enabled: true }], chunkTerms({ min_confidence }));
  return runBlocks(plan, { company: aFact(record(), '2026-01-01') })[0];
}

it('leaves out what is under the floor, counts it, and tells the rest of what is left', () => {
  expect(served([0.9, 0.6, 0.8], 0.7)).toMatchObject({
    status: 'available',
    value: {
      applications: { items: [{ name: 'n0' }, { name: 'n2' }], total: 3, truncated: false },
      names: 2,
    },
    detail: {
      coverage: 'some',
      lists: { applications: { total: 3, returned: 2, truncated: false, below_confidence: 1 } },
    },
  });
});

it('cuts a list only after what is unsure has been left out', () => {
  expect(served([0.1, 0.9, 0.9, 0.9, 0.9], 0.5)).toMatchObject({
    value: {
      applications: { items: [{ name: 'n1' }, {}, { name: 'n3' }], total: 5, truncated: true },
      names: 4,
    },
  });
});

it('says no more than the value does where nothing is left out', () => {
  const envelope = served([0.9], 0.5);
  expect(envelope).toMatchObject({ value: { applications: { total: 1, truncated: false }, names: 1 } });
  expect(envelope).not.toHaveProperty('detail.lists');
});

it('confirms nothing where no item is sure enough', () => {
  expect(served([0.6, 0.5], 0.7)).toMatchObject({
    status: 'not_found',
    reason: 'not_confirmed',
    source: 'planning_register',
    detail: { lists: { applications: { below_confidence: 2, returned: 0 } } },
  });
});
