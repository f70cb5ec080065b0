/** Describes the spread of a cohort's values: small enough to be read for a row, exact for a small cohort. */
import { roundedTo } from './ratios.js';

/** The maximum of values kept one by one. More are kept as this many evenly spaced quantiles and one. */
const MAX_VALUES = 200;

export interface Distribution {
  readonly n: number;
  /** Every value, or quantiles, in ascending order. */
  readonly values: readonly number[];
}

const isExact = ({ n, values }: Distribution): boolean => n === values.length;

/** @param share 0..1; linear between neighbours. The values are in order and at least one */
function quantileIn(values: ArrayLike<number>, share: number): number {
  const place = share * (values.length - 1);
  const below = Math.floor(place);
  const [low, high] = [values[below] ?? 0, values[Math.min(below + 1, values.length - 1)] ?? 0];
  // Rounding must not move the result past a neighbour.
  return Math.min(high, low + (place - below) * (high - low));
}

/** @param sorted in rising order */
export function distributionOf(sorted: ArrayLike<number>): Distribution {
  const n = sorted.length;
  if (n <= MAX_VALUES) return { n, values: Array.from(sorted) };
  const values = Array.from({ length: MAX_VALUES + 1 }, (_, at) => quantileIn(sorted, at / MAX_VALUES));
  return { n, values };
}

/**
 * The distribution without one company. Quantiles keep its value, which weighs below half a percentile.
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

/** The percentile of a value, 0..100: the share of companies with less, and half of those with the same. */
export function percentileOf({ values }: Distribution, value: number): number {
  let [less, equal] = [0, 0];
  for (const other of values) {
    if (other < value) less += 1;
    else if (other === value) equal += 1;
  }
  return Math.round((100 * (less + equal / 2)) / values.length);
}
