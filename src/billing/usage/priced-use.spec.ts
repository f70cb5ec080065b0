import * as fc from 'fast-check';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { priceUse, pricesOf } from './priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';

const agreement = (from: string, prices: PriceAgreement['prices']): PriceAgreement => ({
  currency: 'GBP',
  from,
  prices,
});

describe('what use costs', () => {
  it('is the price of the day of each charge', () => {
    const agreements = [
      agreement('2026-11-01', { industry: '0.02' }),
      agreement('2026-11-10', { industry: '0.03' }),
    ];
    const days = ['2026-10-31', '2026-11-01', '2026-11-09', '2026-11-10'].map((day) => ({
      day,
      units: { industry: 10 },
    }));
    const use = priceUse(days, agreements);
    expect(amountText(use.amount)).toBe('0.7');
    expect(use.unpricedByBlock).toEqual(new Map([['industry', 10]]));
  });

  it('names blocks without a price and charges nothing for them', () => {
    const use = priceUse(
      [{ day: '2026-11-10', units: { industry: 2, charges: 3 } }],
      [agreement('2026-11-01', { industry: '0.02' })],
    );
    expect(amountText(use.amount)).toBe('0.04');
    expect(use.unpricedByBlock).toEqual(new Map([['charges', 3]]));
  });

  it('says nothing of a block without a unit, with a price or without', () => {
    const use = priceUse(
      [{ day: '2026-11-10', units: { industry: 0, charges: 0 } }],
      [agreement('2026-11-01', { industry: '0.02' })],
    );
    expect([...use.amountByBlock.keys(), ...use.unpricedByBlock.keys()]).toEqual([]);
  });

  it('names the price of each block on the day, and none of a block without', () => {
    const agreements = [
      agreement('2026-11-01', { industry: '0.02', officers: '0.5' }),
      agreement('2026-11-10', { industry: '0.03' }),
    ];
    const of = (day: string) => pricesOf({ day, units: { industry: 1, charges: 1 } }, agreements);
    expect(['2026-10-31', '2026-11-09', '2026-11-10'].map(of)).toEqual([
      {},
      { industry: '0.02' },
      { industry: '0.03' },
    ]);
  });

  /** Prices have at most eight decimals: whole numbers of hundred-millionths. */
  const price = fc.bigInt({ min: 0n, max: 10n ** 17n - 1n });
  const asDecimal = (value: bigint): string => {
    const digits = value.toString().padStart(9, '0');
    return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
  };

  it('is exact to the last digit, however large', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(price, fc.integer({ min: 1, max: 2 ** 31 })), { maxLength: 8 }),
        (days) => {
          const agreements = days.map(([cost], index) =>
            agreement(`2026-11-${String(index + 10)}`, { industry: asDecimal(cost) }),
          );
          const use = priceUse(
            days.map(([, units], index) => ({
              day: `2026-11-${String(index + 10)}`,
              units: { industry: units },
            })),
            agreements,
          );
          const expected = days.reduce((sum, [cost, units]) => sum + cost * BigInt(units), 0n);
          const [whole = '0', fraction = ''] = amountText(use.amount).split('.');
          expect(BigInt(whole + fraction.padEnd(8, '0'))).toBe(expected);
        },
      ),
    );
  });

  it('has no exponent, no sign and no needless zeros', () => {
    const use = priceUse(
      [{ day: '2026-11-10', units: { industry: 1 } }],
      [agreement('2026-11-01', { industry: '0.00000001' })],
    );
    expect(amountText(use.amount)).toBe('0.00000001');
    expect(amountText(priceUse([], []).amount)).toBe('0');
  });
});
