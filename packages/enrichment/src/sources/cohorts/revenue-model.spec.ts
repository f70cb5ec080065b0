import fc from 'fast-check';
import type { Cohort, Measures } from './cohort.js';
import { distributionOf } from './distribution.js';
import { BacktestTally } from './backtest-tally.js';
import { estimateRevenue, revenueConfidence } from './revenue-model.js';

const cohort = (code: string, perHead: readonly number[], toAssets: readonly number[] = []): Cohort => ({
  code,
  band: '1-9',
  companies: perHead.length,
  from: '2024-03-31',
  to: '2024-03-31',
  distributions: {
    turnover_per_head: distributionOf([...perHead].sort((a, b) => a - b)),
    turnover_to_assets: distributionOf([...toAssets].sort((a, b) => a - b)),
  },
});
const drivers = { headcount: 4, total_assets: 100_000 };
const upTo = (count: number, most: number): number[] =>
  Array.from({ length: count }, (_, at) => ((at + 1) * most) / count);

it('multiplies the quartiles of the peers a head by the headcount', () => {
  const of = cohort('62020', upTo(41, 41_000));
  expect(estimateRevenue(drivers, [of], null)).toEqual({
    low: expect.closeTo(44_000) as number,
    mid: expect.closeTo(84_000) as number,
    high: expect.closeTo(124_000) as number,
    drivers: ['headcount'],
    code: '62020',
    companies: 41,
  });
});

it('takes the geometric mean of both drivers', () => {
  const of = cohort('62020', upTo(41, 41_000), upTo(41, 41));
  const mid = Math.sqrt(84_000 * 2_100_000);
  expect(estimateRevenue(drivers, [of], null)).toMatchObject({
    drivers: ['headcount', 'total_assets'],
    mid: expect.closeTo(mid, 3) as number,
  });
});

it('goes to the next wider cohort where the narrower has fewer than 30 peers beside the company', () => {
  const narrow = cohort('62020', upTo(30, 30_000));
  const wide = cohort('J', upTo(60, 30_000));
  expect(estimateRevenue(drivers, [narrow, wide], null)?.code).toBe('62020');
  const own: Measures = { turnover_per_head: 1_000 };
  expect(estimateRevenue(drivers, [narrow, wide], own)?.code).toBe('J');
  expect(estimateRevenue(drivers, [narrow], own)).toBeNull();
  expect(estimateRevenue({ headcount: 0, total_assets: null }, [wide], null)).toBeNull();
});

it('has its range in order, and more for more people', () => {
  const peers = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 30, maxLength: 80 });
  fc.assert(
    fc.property(
      peers,
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 0, max: 500 }),
      (of, headcount, more) => {
        const estimate = (people: number) =>
          estimateRevenue({ headcount: people, total_assets: null }, [cohort('J', of)], null);
        const [small, large] = [estimate(headcount), estimate(headcount + more)];
        if (small === null || large === null) throw new Error('there are enough peers');
        expect(small.low).toBeLessThanOrEqual(small.mid);
        expect(small.mid).toBeLessThanOrEqual(small.high);
        expect(large.mid).toBeGreaterThanOrEqual(small.mid);
        expect(estimate(headcount)).toEqual(small);
      },
    ),
  );
});

it('tells how many times off estimates are, and never a confidence of what was not measured', () => {
  const of = cohort('J', upTo(41, 41_000));
  const estimate = estimateRevenue({ headcount: 4, total_assets: null }, [of], null);
  const tally = new BacktestTally();
  for (const turnover of [42_000, 84_000, 168_000, 840_000]) tally.add(turnover, estimate);
  tally.add(1, null);
  expect(tally.result).toEqual({
    companies: 5,
    estimated: 4,
    median_ratio: 2,
    p90_ratio: 10,
    in_range: 0.25,
  });
  expect(revenueConfidence({ all: tally.result }, '1-9')).toBe(0.5);
  const many = { ...tally.result, estimated: 200 };
  expect(revenueConfidence({ all: many }, '1-9')).toBe(0.25);
  expect(revenueConfidence({ all: many, '1-9': { ...many, in_range: 0.9 } }, '1-9')).toBe(0.7);
  expect(revenueConfidence({}, 'any')).toBe(0.5);
});
