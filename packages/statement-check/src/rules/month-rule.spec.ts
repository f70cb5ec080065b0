import Big from 'big.js';
import * as fc from 'fast-check';
import { monthRuleSums, type CountedUnits } from './month-rule.js';

const line = (day: string, block: string, price: string | null, units: number): CountedUnits => ({
  ...{ day: `2026-12-${day}`, block, price, units },
});
const NONE = { free_units: 0, tiers: [], minimum: null };
type Terms = Parameters<typeof monthRuleSums>[0];
const sums = (rules: Partial<Terms>, counted: readonly CountedUnits[]) =>
  monthRuleSums({ ...NONE, ...rules }, counted).map(({ rule, units, amount }) => [
    rule,
    units,
    amount.toFixed(),
  ]);

const UNITS = [line('02', 'domain', '3', 2), line('01', 'industry', '1', 3), line('01', 'domain', '2', 1)];

describe('the rules of a month', () => {
  it('give the first units for nothing: by day, then the dearest first', () => {
    expect(sums({ free_units: 1 }, UNITS)).toEqual([['free_units', 1, '-2']]);
    expect(sums({ free_units: 3 }, UNITS)).toEqual([['free_units', 3, '-4']]);
    expect(sums({ free_units: 5 }, UNITS)).toEqual([['free_units', 5, '-8']]);
    expect(sums({ free_units: 100 }, UNITS)).toEqual([['free_units', 6, '-11']]);
  });

  it('take a percentage off each unit of a tier, up to the next tier', () => {
    const tiers = [
      { after: 1, percent: '10' },
      { after: 5, percent: '12.5' },
    ];
    // 10 % of 1 + 1 + 1 + 3, and 12.5 % of 3.
    expect(sums({ tiers }, UNITS)).toEqual([['tiers', 5, '-0.975']]);
    expect(sums({ tiers, free_units: 4 }, UNITS)).toEqual([
      ['free_units', 4, '-5'],
      ['tiers', 2, '-0.675'],
    ]);
  });

  it('add what the units then cost less than the minimum', () => {
    const tiers = [{ after: 0, percent: '50' }];
    const minimum = '4.6';
    expect(sums({ free_units: 1, tiers, minimum }, UNITS)).toEqual([
      ['free_units', 1, '-2'],
      ['tiers', 5, '-4.5'],
      ['minimum', 0, '0.1'],
    ]);
    expect(sums({ minimum: '11' }, UNITS)).toEqual([['minimum', 0, '0']]);
    expect(sums({ minimum: '11' }, [])).toEqual([['minimum', 0, '11']]);
  });

  it('leave units without a price out, which use no free unit up', () => {
    expect(sums({ free_units: 1 }, [line('01', 'domain', null, 5), ...UNITS])).toEqual([
      ['free_units', 1, '-2'],
    ]);
  });

  it('are exact to the last digit', () => {
    const dear = [line('01', 'domain', '123456789.00000009', 3)];
    expect(sums({ tiers: [{ after: 0, percent: '33.33' }] }, dear)).toEqual([
      ['tiers', 3, '-123444443.321100089991'],
    ]);
  });
});

it('come to what each unit by itself comes to, one after the other', () => {
  const counted = fc.uniqueArray(
    fc.record({
      day: fc.constantFrom('2026-12-01', '2026-12-02'),
      block: fc.constantFrom('domain', 'industry'),
      price: fc.constantFrom(null, '0', '0.01', '0.25', '9'),
      units: fc.nat(4),
    }),
    { selector: ({ day, block, price }) => `${day} ${block} ${price}` },
  );
  const tiers = fc
    .uniqueArray(fc.record({ after: fc.nat(12), percent: fc.constantFrom('0', '12.5', '100') }), {
      selector: ({ after }) => after,
      maxLength: 3,
    })
    .map((all) => all.sort((a, b) => a.after - b.after));
  const minimum = fc.constantFrom(null, '0.1', '20');
  fc.assert(
    fc.property(counted, fc.nat(8), tiers, minimum, (units, free_units, steps, least) => {
      const each = units
        .flatMap(({ day, block, price, units: count }) =>
          Array.from({ length: price === null ? 0 : count }, () => ({
            day,
            block,
            price: Number(price ?? 0),
          })),
        )
        .sort((a, b) => a.day.localeCompare(b.day) || b.price - a.price || a.block.localeCompare(b.block));
      let cost = new Big(0);
      each.forEach(({ price }, place) => {
        const tier = steps.filter(({ after }) => after <= place).at(-1);
        const off = place < free_units ? 100 : Number(tier?.percent ?? 0);
        cost = cost.plus(new Big(price).times(100 - off).div(100));
      });
      const owed = least !== null && cost.lt(least) ? new Big(least) : cost;
      const full = each.reduce((sum, { price }) => sum.plus(price), new Big(0));
      const rules = monthRuleSums({ free_units, tiers: steps, minimum: least }, units);
      expect(rules.reduce((sum, { amount }) => sum.plus(amount), full).toFixed()).toBe(owed.toFixed());
    }),
  );
});
