/**
 * How many of some rows will turn out one way, where past rows did so with a known share. The range is Wilson's score
 * interval at 90 % (Wilson 1927), with 1/(1/rows + 1/100) as the number of trials: what the list itself leaves to
 * chance, and what past rows say of other lists. Lists differ more than the rows of one do, so the past counts as a
 * hundred rows, however many it has: with all of them the range would be narrow and wrong. Pure.
 */

/** Whole numbers of rows or units, `low` <= `probable` <= `high`; `probable` null where nothing is known. */
export interface Expected {
  readonly low: number;
  readonly probable: number | null;
  readonly high: number;
}

/** The point of the normal distribution under which 95 % lie: 5 % are left out at either end. */
const Z = 1.644854;
const PAST_ROWS = 100;

/** Known without a doubt. */
export const exactly = (count: number): Expected => ({ low: count, probable: count, high: count });

/** @param share 0..1; null: anything from none to all */
export function expectedOf(rows: number, share: number | null): Expected {
  if (rows === 0) return exactly(0);
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

/** The same of rows that are themselves only expected: the ends are those of both together. */
export function expectedOfExpected({ low, probable, high }: Expected, share: number | null): Expected {
  return {
    low: expectedOf(low, share).low,
    probable: probable === null ? null : expectedOf(probable, share).probable,
    high: expectedOf(high, share).high,
  };
}
