/** Estimates a turnover from peers' turnover per employee and per pound of assets (docs/models.md). */
import { measuredShare, type Estimate } from './backtest-tally.js';
import type { Backtests, Cohort, Measure, Measures, SizeBand } from './cohort.js';
import { quartilesOf, withoutOwn, type Distribution } from './distribution.js';
import { roundedTo } from './ratios.js';

export const REVENUE_MODEL = { name: 'turnover-of-peers', version: '1' } as const;

const LEAST_REVENUE_PEERS = 30;

/** The figures that the company states; null: not stated, or not credible. */
export interface RevenueDrivers {
  readonly headcount: number | null;
  readonly total_assets: number | null;
}
export type RevenueDriver = keyof RevenueDrivers;

/** The estimate in pounds a year, not rounded: lower quartile, median and upper quartile of the peers. */
export interface RevenueEstimate extends Estimate {
  /** The figures from which the estimate was made. */
  readonly drivers: readonly RevenueDriver[];
  readonly code: string;
  /** The number of peers for the driver that has the fewest. */
  readonly companies: number;
}

const MEASURE_OF: Readonly<Record<RevenueDriver, Measure>> = {
  headcount: 'turnover_per_head',
  total_assets: 'turnover_to_assets',
};
const DRIVERS: readonly RevenueDriver[] = ['headcount', 'total_assets'];
/** The decimals of an estimate, enough for any amount; the served figure is rounded. */
const DECIMALS = 9;

interface Peers {
  readonly driver: RevenueDriver;
  readonly amount: number;
  readonly spread: Distribution;
}

function peersIn(cohort: Cohort, drivers: RevenueDrivers, ownMeasures: Measures | null): Peers[] {
  return DRIVERS.flatMap((driver) => {
    const amount = drivers[driver];
    const all = cohort.distributions[MEASURE_OF[driver]];
    if (amount === null || amount <= 0 || all === undefined) return [];
    const spread = withoutOwn(all, ownMeasures?.[MEASURE_OF[driver]] ?? null);
    return spread.n < LEAST_REVENUE_PEERS ? [] : [{ driver, amount, spread }];
  });
}

const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/**
 * The estimate from the narrowest cohort with enough peers; the geometric mean if two drivers have them.
 * @param cohorts the narrowest first @param ownMeasures the company's own contribution; null: none
 */
export function estimateRevenue(
  drivers: RevenueDrivers,
  cohorts: readonly Cohort[],
  ownMeasures: Measures | null,
): RevenueEstimate | null {
  for (const cohort of cohorts) {
    const peers = peersIn(cohort, drivers, ownMeasures);
    if (peers.length === 0) continue;
    const ranges = peers.map(({ amount, spread }) =>
      quartilesOf(spread, DECIMALS).map((quartile) => Math.max(quartile * amount, 1)),
    );
    const [low = 0, mid = 0, high = 0] = [0, 1, 2].map((at) =>
      geometricMean(ranges.map((range) => range[at] ?? 1)),
    );
    return {
      low,
      mid,
      high,
      drivers: peers.map(({ driver }) => driver),
      code: cohort.code,
      companies: Math.min(...peers.map(({ spread }) => spread.n)),
    };
  }
  return null;
}

/** The confidence if nothing was measured, and the maximum in any case (Blocks 4.29). */
export const UNMEASURED_CONFIDENCE = 0.5;
const MAX_CONFIDENCE = 0.7;

/** The measured share of ranges that contain the filed turnover: of this size, or else of all sizes. */
export function revenueConfidence(tests: Backtests, band: SizeBand): number {
  const measured = measuredShare([tests[band], tests.all]);
  return measured === null ? UNMEASURED_CONFIDENCE : roundedTo(Math.min(measured, MAX_CONFIDENCE), 3);
}
