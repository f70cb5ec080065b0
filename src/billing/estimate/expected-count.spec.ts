import * as fc from 'fast-check';
import { expectedCount, expectedCountFromRange, expectedMatches } from './expected-count.js';

const rows = fc.integer({ min: 0, max: 250_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('how many rows will turn out one way', () => {
  it('lies within what is possible, and the probable count within the range', () => {
    fc.assert(
      fc.property(rows, share, share, (count, first, second) => {
        const one = expectedCount(count, first);
        const both = expectedCountFromRange(one, second);
        for (const { low, probable, high } of [one, both]) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(probable).toBeGreaterThanOrEqual(low);
          expect(probable).toBeLessThanOrEqual(high);
          expect(high).toBeLessThanOrEqual(count);
        }
        expect(both.high).toBeLessThanOrEqual(one.high);
      }),
    );
  });

  it('is nowhere certain while a share comes from the past, and wide for a short list', () => {
    expect(expectedCount(10_000, 1)).toEqual({ low: 9_734, probable: 10_000, high: 10_000 });
    expect(expectedCount(10_000, 0.5)).toEqual({ low: 4_184, probable: 5_000, high: 5_816 });
    expect(expectedCount(10_000, 0)).toEqual({ low: 0, probable: 0, high: 266 });
    const { low, high } = expectedCount(4, 0.5);
    expect([low, high]).toEqual([0, 4]);
  });

  // By the formula in another language.
  it.each([
    [1, 0.5, 0, 1, 1],
    [10, 0.3, 1, 3, 6],
    [10, 1, 7, 10, 10],
    [100, 0.5, 38, 50, 62],
    [1_000, 0.9, 836, 900, 941],
    [250_000, 0.123, 19_675, 30_750, 46_793],
  ])('of %d with a share of %d is %d, %d or %d', (count, ofThem, low, probable, high) =>
    expect(expectedCount(count, ofThem)).toEqual({ low, probable, high }),
  );

  it('is wider by what each kind of identifier may do, since past rows are of all kinds', () => {
    const asked = (company_number: number, company_name = 0, domain = 0) => ({
      ...{ company_number, company_name, domain },
    });
    expect(expectedMatches(asked(1_000), 0.9)).toEqual({ low: 836, probable: 900, high: 1_000 });
    expect(expectedMatches(asked(0, 0, 1_000), 0.9)).toEqual({ low: 0, probable: 900, high: 941 });
    const names = expectedMatches(asked(0, 1_000), 0.9);
    expect(names.low).toBeLessThan(expectedCount(1_000, 0.9).low - 100);
    const all = expectedMatches(asked(1_000, 1_000, 1_000), 0.9);
    expect(all).toEqual({ low: 836 + names.low, probable: 2_700, high: 1_941 + names.high });
    expect(expectedMatches(asked(5, 4), null)).toEqual({ low: 0, probable: null, high: 9 });
  });

  it('is anything where nothing is known, and nothing of no rows', () => {
    expect(expectedCount(7, null)).toEqual({ low: 0, probable: null, high: 7 });
    expect(expectedCount(0, null)).toEqual({ low: 0, probable: 0, high: 0 });
  });

  it('holds nine of ten lists that are like a past of a hundred rows', () => {
    // A fixed sequence (Numerical Recipes' generator), so that the check is the same each time.
    let state = 20_261_122;
    const uniform = (): number => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
    const hits = (count: number, of: number): number =>
      Array.from({ length: count }).filter(() => uniform() < of).length;
    const held = Array.from({ length: 2_000 }).filter(() => {
      const past = hits(100, 0.7) / 100;
      const { low, high } = expectedCount(200, past);
      const billed = hits(200, 0.7);
      return low <= billed && billed <= high;
    });
    expect(held.length / 2_000).toBeGreaterThan(0.88);
    expect(held.length / 2_000).toBeLessThan(0.95);
  });
});
