import fc from 'fast-check';
import { distributionOf, percentileOf, quartilesOf, withoutOwn } from './distribution.js';

/** Up to the greatest number of values that are kept each, and past it. */
const values = fc.array(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((n) => n / 100),
  {
    minLength: 2,
    maxLength: 500,
    size: 'max',
  },
);
const spread = (of: readonly number[]) => distributionOf(Float64Array.from(of).sort());

it('has quartiles in order, within what there is', () => {
  fc.assert(
    fc.property(values, (of) => {
      const [lower, median, upper] = quartilesOf(spread(of), 2);
      expect(Math.min(...of)).toBeLessThanOrEqual(lower);
      expect(lower).toBeLessThanOrEqual(median);
      expect(median).toBeLessThanOrEqual(upper);
      expect(upper).toBeLessThanOrEqual(Math.max(...of));
    }),
  );
});

it('has percentiles from 0 to 100 that never fall as the value rises', () => {
  fc.assert(
    fc.property(values, fc.double({ noNaN: true }), fc.double({ noNaN: true }), (of, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((value) => percentileOf(spread(of), value));
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(high ?? -1);
      expect(high).toBeLessThanOrEqual(100);
    }),
  );
});

it('is the same, however its values came', () => {
  fc.assert(
    fc.property(values, (of) => {
      expect(JSON.stringify(spread([...of].reverse()))).toBe(JSON.stringify(spread(of)));
    }),
  );
});

it('is of everybody but the company, once that is left out', () => {
  fc.assert(
    fc.property(values, fc.nat(), (of, at) => {
      const own = of[at % of.length] ?? 0;
      const others = of.filter((_, i) => i !== at % of.length);
      const left = withoutOwn(spread(of), own);
      expect(left.n).toBe(others.length);
      if (of.length <= 200) expect(left).toEqual(spread(others));
    }),
  );
});

it('tells a percentile of many as the whole list does, to one', () => {
  fc.assert(
    fc.property(values, fc.nat(), (of, at) => {
      const value = of[at % of.length] ?? 0;
      const distinct = [...new Set(of)];
      fc.pre(distinct.length === of.length);
      const exact = (100 * (of.filter((other) => other < value).length + 0.5)) / of.length;
      expect(Math.abs(percentileOf(spread(of), value) - exact)).toBeLessThanOrEqual(1.01);
    }),
  );
});
