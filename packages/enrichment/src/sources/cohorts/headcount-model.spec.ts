import fc from 'fast-check';
import { BacktestTally } from './backtest-tally.js';
import { distributionOf } from './distribution.js';
import {
  addHeadcount,
  ASSETS_FROM,
  assetsFromOf,
  estimateHeadcount,
  headcountConfidence,
  type HeadcountPeers,
} from './headcount-model.js';

const peers = (code: string, headcounts: readonly number[]): HeadcountPeers => ({
  code,
  headcounts: distributionOf([...headcounts].sort((a, b) => a - b)),
});
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

it('takes the median of the narrowest trade with 30 peers beside the company', () => {
  const narrow = peers('62020', upTo(30));
  const wide = peers('J', upTo(99));
  expect(estimateHeadcount([narrow, wide], null)).toMatchObject({ code: '62020', companies: 30 });
  expect(estimateHeadcount([narrow, wide], 7)).toMatchObject({ code: 'J', mid: 51, companies: 98 });
  expect(estimateHeadcount([narrow], 7)).toBeNull();
  expect(estimateHeadcount([], null)).toBeNull();
});

it('has its range in order, within what its peers employ', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: 30, maxLength: 400 }), (headcounts) => {
      const { low = -1, mid = -1, high = -1 } = estimateHeadcount([peers('J', headcounts)], null) ?? {};
      expect([low, mid, high]).toEqual([low, mid, high].sort((a, b) => a - b));
      expect(low).toBeGreaterThanOrEqual(Math.min(...headcounts));
      expect(high).toBeLessThanOrEqual(Math.max(...headcounts));
    }),
  );
});

it.each([
  [0, null],
  [1, 1],
  [9_999, 1],
  [10_000, 10_000],
  [5_000_000_000, 100_000_000],
])('sorts total assets of %p pounds by size', (pounds, from) => {
  expect(assetsFromOf(pounds)).toBe(from);
});

it('serves the measured share, of the size where enough were measured, and at most 0.5', () => {
  const measured = { companies: 300, estimated: 200, median_ratio: 1, p90_ratio: 2, in_range: 0.4 };
  const from = ASSETS_FROM[0];
  expect(headcountConfidence({}, from)).toBe(0.5);
  expect(headcountConfidence({ all: measured }, from)).toBe(0.4);
  expect(headcountConfidence({ all: { ...measured, in_range: 0.9 } }, from)).toBe(0.5);
  expect(headcountConfidence({ all: measured, '1': { ...measured, in_range: 0.3 } }, from)).toBe(0.3);
  expect(
    headcountConfidence({ all: measured, '1': { ...measured, estimated: 199, in_range: 0.3 } }, from),
  ).toBe(0.4);
});

it('counts as right what lies in the band of the median', () => {
  const tally = new BacktestTally();
  const estimate = estimateHeadcount([peers('J', upTo(35))], null);
  expect(estimate?.mid).toBe(18);
  for (const filed of [10, 49, 9, 0]) addHeadcount(tally, filed, estimate);
  addHeadcount(tally, 5, null);
  expect(tally.result).toMatchObject({ companies: 5, estimated: 4, in_range: 0.5, p90_ratio: 18 });
});
