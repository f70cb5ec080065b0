import { z } from 'zod';
import { BILLABLE_WHEN, defineBlock, notAvailableYet, stateOf } from './define-block.js';
import type { Facts } from './facts.js';

const declaration = {
  key: 'scores',
  tier: 'premium',
  latency_class: 'instant',
  description: 'A block of this test.',
  source: ['service_model'],
  coverage: 'None.',
  needs: ['company'],
  reasons: ['no_scores_on_file'],
  advisories: ['sources_disagree'],
  value: z.strictObject({ points: z.int() }),
} as const;

/**
 * What these lines promise is checked by the compiler: without the fault, the expected error is an error
 * itself.
 */
it('is refused by the compiler where an answer is not what was declared', () => {
  const define = defineBlock(declaration);
  const available = { status: 'available', source: 'service_model', as_of: '2024-01-01' } as const;
  // @ts-expect-error a field of the value is missing
  define(() => ({ ...available, value: {} }));
  // @ts-expect-error a value of another type
  define(() => ({ ...available, value: { points: 'one' } }));
  // @ts-expect-error a reason that was not declared
  define(() => ({ status: 'not_found', reason: 'no_sic_on_file' }));
  // @ts-expect-error an advisory that was not declared
  define(() => ({ ...available, value: { points: 1 }, advisories: ['dormant_company'] }));
  // @ts-expect-error an unknown fact
  define(({ weather: _weather }) => ({ ...available, value: { points: 1 } }));
  defineBlock({ ...declaration, needs: [] })(
    // @ts-expect-error a fact that was not declared
    ({ company: _company }) => ({ ...available, value: { points: 1 } }),
  );
  const { needs: _needs, ...needless } = declaration;
  defineBlock(needless)(
    // @ts-expect-error a fact, of a block that needs none
    ({ company: _company }) => ({ ...available, value: { points: 1 } }),
  );
  // @ts-expect-error a tier that is not the block's
  defineBlock({ ...declaration, tier: 'core' });
  // @ts-expect-error a code that is not published
  defineBlock({ ...declaration, reasons: ['because'] });
  // @ts-expect-error a field that no definition has
  defineBlock({ ...declaration, experimantal: true });
  // @ts-expect-error a rated list that the value does not have
  defineBlock({ ...declaration, rated_list: { field: 'items', most: 10 } });
  // @ts-expect-error verdicts that read a fact that was not declared
  defineBlock({ ...declaration, verdicts: ({ officers: _officers }: Pick<Facts, 'officers'>) => [] });
  expect(define(() => ({ ...available, value: { points: 1 } })).key).toBe('scores');
});

it('takes from the general rules what a definition leaves to them', () => {
  expect(
    defineBlock(declaration)(() => ({ status: 'not_found', reason: 'no_scores_on_file' })),
  ).toMatchObject({
    experimental: false,
    derived: false,
    billable_when: BILLABLE_WHEN,
    withheld: [],
    readings: [],
    exempt_from_floor: false,
    final_url: false,
  });
});

it('tells how much of a block this version fills', () => {
  const nothing = () => ({ status: 'not_found', reason: 'no_scores_on_file' }) as const;
  expect(stateOf(defineBlock(declaration)(notAvailableYet))).toBe('not_yet');
  expect(stateOf(defineBlock({ ...declaration, lacks: 'The newest.' })(nothing))).toBe('partial');
  expect(stateOf(defineBlock(declaration)(nothing))).toBe('full');
});
