import { chunkTerms, runBlocks } from '../../../../../test/support/run-block.js';
import fc from 'fast-check';
import { z } from 'zod';
import { BLOCK_KEYS, type BlockKey } from '../../../../contract/src/block-key.js';
import { BLOCKS, catalogueOf } from '../index.js';
import { defineBlock, type BlockDefinition } from './define-block.js';
import type { BlockEnvelope } from './envelope.js';
import { inOrderOfNeeds } from './needs-graph.js';
import { planBlocks } from './plan-blocks.js';

const declared = {
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  reasons: ['no_scores_on_file'],
  advisories: [],
  value: z.number(),
} as const;
const available = (value: number) =>
  ({ status: 'available', value, source: 'service_model', as_of: '2024-01-01' }) as const;

const employees = defineBlock({ ...declared, key: 'employees', tier: 'premium', needs: [] })(() =>
  available(7),
);
const planning = defineBlock({ ...declared, key: 'planning', tier: 'premium', needs: [employees] })(
  ({ blocks }) =>
    blocks.employees.status === 'available'
      ? available(blocks.employees.value + 1)
      : { status: 'not_found', reason: 'no_scores_on_file', detail: { why: blocks.employees.reason } },
);

/** Runs these keys over a company of which nothing is known. */
function run(
  blocks: readonly BlockDefinition[],
  keys: readonly BlockKey[],
  { not_enabled = [], min_confidence = 0.5 }: { not_enabled?: BlockKey[]; min_confidence?: number } = {},
): Record<string, BlockEnvelope> {
  const enabled = keys.filter((key) => !not_enabled.includes(key));
  const ordered = inOrderOfNeeds(enabled, catalogueOf(blocks));
  const asked = keys.map((key) => ({ key, enabled: enabled.includes(key) }));
  const plan = planBlocks(ordered, asked, chunkTerms({ min_confidence, onFault: () => undefined }));
  const envelopes = runBlocks(plan, {});
  return Object.fromEntries(keys.map((key, i) => [key, envelopes[i] as BlockEnvelope]));
}

/** The key's definition with another derivation. */
const instead = (key: BlockKey, derive: BlockDefinition['derive']): BlockDefinition => ({
  ...(key === 'employees' ? employees : planning),
  derive,
});

describe('blocks that need blocks', () => {
  it('are derived after what they need, whatever the order in which they are listed', () => {
    const keys = inOrderOfNeeds(['planning', 'employees'], catalogueOf([planning, employees]));
    expect(keys.map(({ key }) => key)).toEqual(['employees', 'planning']);
  });

  it('are refused at once where they need each other in a circle', () => {
    const back = { ...employees, needs: [planning] };
    expect(() => inOrderOfNeeds(['planning'], catalogueOf([planning, back]))).toThrow(
      'blocks need each other in a circle: planning -> employees -> planning',
    );
  });

  it('are refused where the file of a need imports their own', () => {
    const absent = undefined as unknown as typeof employees;
    expect(() => defineBlock({ ...declared, key: 'planning', tier: 'premium', needs: [absent] })).toThrow(
      'planning needs a block that needs planning',
    );
  });

  it('reuse what was asked for, and derive what was not without showing it', () => {
    let derived = 0;
    const counted = instead('employees', () => {
      derived += 1;
      return available(7);
    });
    expect(run([planning, counted], ['employees', 'planning'])).toMatchObject({ planning: { value: 8 } });
    expect(derived).toBe(1);
    const alone = run([planning, counted], ['planning']);
    expect([Object.keys(alone), derived]).toEqual([['planning'], 2]);
  });

  it('make once for a row what they share of it', () => {
    let made = 0;
    const shared = () => (made += 1);
    const asking = (key: BlockKey) => instead(key, ({ once }) => available(once(shared, shared)));
    const both = [asking('planning'), asking('employees')];
    expect(run(both, ['employees', 'planning'])).toMatchObject({
      employees: { value: 1 },
      planning: { value: 1 },
    });
    expect(run(both, ['planning'])).toMatchObject({ planning: { value: 2 } });
  });

  it('get the answer of a need that is not enabled, which is served as not enabled', () => {
    const row = run([planning, employees], ['employees', 'planning'], { not_enabled: ['employees'] });
    expect(row).toMatchObject({ employees: { status: 'not_enabled' }, planning: { value: 8 } });
  });

  it.each([
    [
      'found nothing',
      () => ({ status: 'not_found', reason: 'no_scores_on_file' }) as const,
      'no_scores_on_file',
    ],
    [
      'threw',
      () => {
        throw new Error('poison');
      },
      'error',
    ],
  ])('decide themselves where the need %s', (_what, derive, why) => {
    expect(run([planning, instead('employees', derive)], ['planning'])).toMatchObject({
      planning: { status: 'not_found', reason: 'no_scores_on_file', detail: { why } },
    });
  });

  it('get a need whatever the floor under which it is not served', () => {
    const doubtful = instead('employees', () => ({ ...available(7), confidence: 0.4 }));
    expect(run([planning, doubtful], ['employees', 'planning'])).toMatchObject({
      employees: { status: 'not_found', reason: 'not_confirmed' },
      planning: { value: 8 },
    });
  });

  it('may read of others no more than they declare', () => {
    const define = defineBlock({ ...declared, key: 'planning', tier: 'premium', needs: [employees] });
    // @ts-expect-error a block that is not needed
    define(({ blocks: { scores: _scores } }) => available(1));
    define(({ blocks: { employees: answer } }) =>
      // @ts-expect-error a value of another type
      available(answer.status === 'available' ? Number.parseInt(answer.value) : 0));
    // @ts-expect-error pending, and no reading is wanted
    define(() => ({ status: 'pending' }));
    // @ts-expect-error an address that the definition does not declare
    define(() => ({ ...available(1), final_url: 'https://example.com/' }));
    expect(define(() => available(1)).needs).toEqual([employees]);
  });

  it('has no circle among those of the product', () => {
    expect(inOrderOfNeeds(BLOCK_KEYS, catalogueOf(BLOCKS))).toHaveLength(BLOCK_KEYS.length);
  });
});

describe('a block exempt from the floor', () => {
  it('is served whatever its confidence', () => {
    const doubtful = instead('employees', () => ({ ...available(7), confidence: 0.1 }));
    const row = run([{ ...doubtful, exempt_from_floor: true }], ['employees']);
    expect(row).toMatchObject({ employees: { status: 'available', confidence: 0.1 } });
  });

  it('is domain_validation alone, which with domain alone may name an address', () => {
    const keysOf = (is: (block: BlockDefinition) => boolean) => BLOCKS.filter(is).map(({ key }) => key);
    expect(keysOf((block) => block.exempt_from_floor)).toEqual(['domain_validation']);
    expect(keysOf((block) => block.final_url)).toEqual(['domain', 'domain_validation']);
  });
});

/** For each of the keys, which of those before it need it. */
const graphs = fc.integer({ min: 1, max: 9 }).chain((size) =>
  fc.record({
    edges: fc.array(fc.array(fc.nat(8), { maxLength: 4 }), { minLength: size, maxLength: size }),
    asked: fc.uniqueArray(fc.nat(size - 1), { minLength: 1 }),
    listed: fc.shuffledSubarray([...Array(size).keys()], { minLength: size }),
  }),
);

it('any graph of needs derives each block at most once, and answers alike whatever else is asked', () => {
  fc.assert(
    fc.property(graphs, ({ edges, asked, listed }) => {
      const times = new Map<BlockKey, number>();
      const blocks: BlockDefinition[] = [];
      edges.forEach((needs, i) => {
        const key = BLOCK_KEYS[i] as BlockKey;
        const needed = [...new Set(needs)].flatMap((place) => blocks[place] ?? []);
        blocks.push({
          ...employees,
          key,
          needs: needed,
          derive: (given) => {
            times.set(key, (times.get(key) ?? 0) + 1);
            const answers: Record<string, { value: number }> = given.blocks;
            return available(needed.reduce((sum, need) => sum + (answers[need.key]?.value ?? NaN), i + 1));
          },
        });
      });
      const catalogue = listed.map((place) => blocks[place] as BlockDefinition);
      const all = run(catalogue, BLOCK_KEYS.slice(0, edges.length));
      times.clear();
      const keys = asked.map((place) => BLOCK_KEYS[place] as BlockKey);
      const some = run(catalogue, keys);
      expect(some).toEqual(Object.fromEntries(keys.map((key) => [key, all[key]])));
      expect(Math.max(...times.values())).toBe(1);
    }),
  );
});
