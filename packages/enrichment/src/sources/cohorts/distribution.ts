/** Describes the distribution of a cohort's values: exactly if they are few, else by quantiles. */
import { roundedTo } from './ratios.js';

/** The maximum number of values kept exactly. Larger sets are kept as `MAX_VALUES + 1` even quantiles. */
const MAX_VALUES = 200;

export interface Distribution {
  readonly n: number;
  /** Every value, or quantiles, in ascending order. */
  readonly values: readonly number[];
}

const isExact = ({ n, values }: Distribution): boolean => n === values.length;

/** Interpolates linearly. @param values in ascending order, at least one @param share 0..1 */
function quantileIn(values: ArrayLike<number>, share: number): number {
  const position = share * (values.length - 1);
  const below = Math.floor(position);
  const [low, high] = [values[below] ?? 0, values[Math.min(below + 1, values.length - 1)] ?? 0];
  // Rounding must not move the result past a neighbour.
  return Math.min(high, low + (position - below) * (high - low));
}

/** @param sorted in ascending order */
export function distributionOf(sorted: ArrayLike<number>): Distribution {
  const n = sorted.length;
  if (n <= MAX_VALUES) return { n, values: Array.from(sorted) };
  const values = Array.from({ length: MAX_VALUES + 1 }, (_, at) => quantileIn(sorted, at / MAX_VALUES));
  return { n, values };
}

/**
 * The distribution without one company. Quantiles aren't corrected: one value moves them by little.
 * @param ownFigure the figure that the company contributed; null: it isn't in the distribution
 */
export function withoutOwn(all: Distribution, ownFigure: number | null): Distribution {
  if (ownFigure === null) return all;
  const at = isExact(all) ? all.values.indexOf(ownFigure) : -1;
  if (at < 0) return { n: all.n - 1, values: all.values };
  return { n: all.n - 1, values: all.values.filter((_, i) => i !== at) };
}

/** Lower quartile, median and upper quartile. The distribution is not empty. */
export function quartilesOf({ values }: Distribution, decimals: number): [number, number, number] {
  const at = (share: number): number => roundedTo(quantileIn(values, share), decimals);
  return [at(0.25), at(0.5), at(0.75)];
}

/** The percentile of a value, 0..100: the share of lower values plus half the share of equal values. */
export function percentileOf({ values }: Distribution, value: number): number {
  let [less, equal] = [0, 0];
  for (const other of values) {
    if (other < value) less += 1;
    else if (other === value) equal += 1;
  }
  return Math.round((100 * (less + equal / 2)) / values.length);
}
