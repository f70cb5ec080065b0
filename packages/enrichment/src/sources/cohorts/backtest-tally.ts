/** Measures how far estimates differed from filed figures. */
import type { Backtest } from './cohort.js';
import { roundedTo } from './ratios.js';

/** The ratio of the larger to the smaller of two positive amounts. */
export const timesOff = (a: number, b: number): number => (a > b ? a / b : b / a);

/** A range and its middle. */
export interface Estimate {
  readonly low: number;
  readonly mid: number;
  readonly high: number;
}

/** Counts companies and keeps one ratio for each estimate. */
export class BacktestTally {
  private companies = 0;
  private inRange = 0;
  private readonly ratios: number[] = [];

  /** @param filed the company's filed figure @param estimate the estimate for it; null: none was possible */
  add(filed: number, estimate: Estimate | null): void {
    this.companies += 1;
    if (estimate === null) return;
    this.ratios.push(timesOff(filed, estimate.mid));
    if (filed >= estimate.low && filed <= estimate.high) this.inRange += 1;
  }

  get result(): Backtest {
    const sorted = Float64Array.from(this.ratios).sort();
    const estimated = sorted.length;
    const at = (share: number): number | null =>
      estimated === 0 ? null : roundedTo(sorted[Math.ceil(share * estimated) - 1] ?? 1, 2);
    return {
      companies: this.companies,
      estimated,
      median_ratio: at(0.5),
      p90_ratio: at(0.9),
      in_range: estimated === 0 ? null : roundedTo(this.inRange / estimated, 3),
    };
  }
}

/** Holds a tally of all companies, and one of each group. */
export class BacktestTallies {
  private readonly all = new BacktestTally();
  private readonly groups = new Map<string, BacktestTally>();

  of(group: string): readonly BacktestTally[] {
    const tally = this.groups.get(group) ?? new BacktestTally();
    this.groups.set(group, tally);
    return [this.all, tally];
  }

  /** The results by group. The results of all companies are first. */
  get results(): Readonly<Record<string, Backtest>> {
    const tallies = [['all', this.all] as const, ...this.groups];
    return Object.fromEntries(tallies.map(([name, { result }]) => [name, result]));
  }
}

/** The minimum number of comparable estimates for a measurement. */
const LEAST_MEASURED = 200;

/** The share of estimates in range, from the first test with enough estimates; null: no test has enough. */
export function measuredShare(tests: readonly (Backtest | undefined)[]): number | null {
  const test = tests.find((backtest) => backtest?.in_range != null && backtest.estimated >= LEAST_MEASURED);
  return test?.in_range ?? null;
}
