/**
 * Predicts how many rows of a list will have a property, from the share of past rows that had it. The range
 * is Wilson's score interval at 90 % (Wilson 1927) with 1/(1/rows + 1/100) trials: the first term is the
 * chance within the list, the second the doubt whether past rows resemble it. Lists differ more than the rows
 * of one list, so past rows count as a hundred, however many there are. Otherwise the range would be narrow
 * and wrong. Pure.
 */

/** Whole numbers of rows or units, `low` <= `probable` <= `high`. `probable` is null where none is known. */
export interface Expected {
  readonly low: number;
  readonly probable: number | null;
  readonly high: number;
}

/** The 95 % point of the normal distribution: 5 % are left out at either end. */
const Z = 1.644854;
const PAST_ROWS = 100;

/** A number that is certain. */
export const exactCount = (count: number): Expected => ({ low: count, probable: count, high: count });

/** @param share of rows that have the property, 0..1; null: not known, so none or all may have it */
export function expectedOf(rows: number, share: number | null): Expected {
  if (rows === 0) return exactCount(0);
  if (share === null) return { low: 0, probable: null, high: rows };
  const trials = 1 / (1 / rows + 1 / PAST_ROWS);
  const shrink = 1 + Z ** 2 / trials;
  const centre = (share + Z ** 2 / (2 * trials)) / shrink;
  const half = (Z / shrink) * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  const probable = Math.round(rows * share);
  return {
    low: Math.min(probable, Math.max(0, Math.floor(rows * (centre - half)))),
    probable,
    high: Math.max(probable, Math.min(rows, Math.ceil(rows * (centre + half)))),
  };
}

/** Predicts from a number of rows that is itself expected. The range covers both uncertainties. */
export function expectedOfExpected({ low, probable, high }: Expected, share: number | null): Expected {
  return {
    low: expectedOf(low, share).low,
    probable: probable === null ? null : expectedOf(probable, share).probable,
    high: expectedOf(high, share).high,
  };
}
