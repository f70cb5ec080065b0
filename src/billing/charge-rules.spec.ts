import type { BlockOutcome, BlockOutcomes } from '../../packages/contract/src/row.js';
import * as fc from 'fast-check';
import { BLOCK_KEYS } from '../../packages/contract/src/block-key.js';
import { REASON_CODES } from '../../packages/contract/src/reason-code.js';
import { chargeOf, unitsOfCharge, unitsOfFill } from './charge-rules.js';

describe('the charge of a delivered row', () => {
  it.each<[string, BlockOutcomes, ReturnType<typeof chargeOf>]>([
    [
      'one unit for each available block',
      { industry: { status: 'available' }, charges: { status: 'available' } },
      { units: { industry: 1, charges: 1 }, not_billed: {} },
    ],
    [
      'nothing for not_found',
      { officers: { status: 'not_found', reason: 'not_available_yet' } },
      { units: {}, not_billed: { officers: 'not_found' } },
    ],
    [
      'nothing for not_enabled',
      { scores: { status: 'not_enabled', reason: 'no_entitlement' } },
      { units: {}, not_billed: { scores: 'not_enabled' } },
    ],
    [
      'nothing yet for pending',
      { domain: { status: 'pending' } },
      { units: {}, not_billed: { domain: 'pending' } },
    ],
    ['no blocks, no charge', {}, { units: {}, not_billed: {} }],
  ])('%s', (_title, blocks, expected) => {
    expect(chargeOf(blocks)).toEqual(expected);
  });

  const outcome: fc.Arbitrary<BlockOutcome> = fc.oneof(
    fc.constantFrom<BlockOutcome>({ status: 'available' }, { status: 'pending' }),
    fc.record({
      status: fc.constantFrom('not_found' as const, 'not_enabled' as const),
      reason: fc.constantFrom(...REASON_CODES),
    }),
  );
  const outcomes = fc.dictionary(fc.constantFrom(...BLOCK_KEYS), outcome) as fc.Arbitrary<BlockOutcomes>;

  it('says of every block either that it costs one unit or why it is free, never both', () => {
    fc.assert(
      fc.property(outcomes, (blocks) => {
        const { units, not_billed } = chargeOf(blocks);
        const named = [...Object.keys(units), ...Object.keys(not_billed)].sort();
        expect(named).toEqual(Object.keys(blocks).sort());
        expect(new Set(Object.values(units)).size).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('has as many units as available blocks', () => {
    fc.assert(
      fc.property(outcomes, (blocks) => {
        const available = Object.values(blocks).filter(({ status }) => status === 'available').length;
        expect(unitsOfCharge(chargeOf(blocks))).toBe(available);
      }),
    );
  });
});

describe('the charge of a late block', () => {
  it.each<[BlockOutcome, 0 | 1]>([
    [{ status: 'available' }, 1],
    [{ status: 'not_found', reason: 'source_unavailable' }, 0],
    [{ status: 'not_enabled', reason: 'no_entitlement' }, 0],
    [{ status: 'pending' }, 0],
  ])('%j costs %d', (outcome, units) => {
    expect(unitsOfFill({ outcome })).toBe(units);
  });
});
