/**
 * Predicts how many rows of a list will have a property, from the share of past rows that had it. The range
 * is Wilson's score interval at 90 % (Wilson 1927) with 1/(1/rows + 1/100) trials. The term 1/rows stands for
 * the random variation within the list. The term 1/100 stands for the difference between lists, since this
 * list may not resemble the past rows: past rows count as 100 trials, even if there are more. With more
 * trials the range would be too narrow. Pure.
 */
import type { RowsByIdentifier } from './named-rows.js';

/**
 * An expected count of rows or units, in whole numbers, with `low` <= `probable` <= `high`. `probable` is
 * null if it is not known.
 */
export interface ExpectedCount {
  readonly low: number;
  readonly probable: number | null;
  readonly high: number;
}

/** The 95 % point of the normal distribution: 5 % are left out at either end. */
const Z_SCORE = 1.644854;
const DEFAULT_PAST_TRIALS = 100;

/** Returns the range of a number that is certain. */
export const exactCount = (count: number): ExpectedCount => ({ low: count, probable: count, high: count });

/**
 * @param share the share of rows that have the property, 0..1; null: not known, so none or all may have it
 * @param pastTrials the number of trials that past rows count as; it is lower where lists differ more
 */
export function expectedCount(
  rows: number,
  share: number | null,
  pastTrials = DEFAULT_PAST_TRIALS,
): ExpectedCount {
  if (rows === 0) return exactCount(0);
  if (share === null) return { low: 0, probable: null, high: rows };
  const trials = 1 / (1 / rows + 1 / pastTrials);
  const scale = 1 + Z_SCORE ** 2 / trials;
  const centre = (share + Z_SCORE ** 2 / (2 * trials)) / scale;
  const halfWidth =
    (Z_SCORE / scale) * Math.sqrt((share * (1 - share)) / trials + Z_SCORE ** 2 / (4 * trials ** 2));
  const probable = Math.round(rows * share);
  return {
    low: Math.min(probable, Math.max(0, Math.floor(rows * (centre - halfWidth)))),
    probable,
    high: Math.max(probable, Math.min(rows, Math.ceil(rows * (centre + halfWidth)))),
  };
}

/** Lists of names differ far more from each other than lists of numbers (see `bench:preview`). */
const TRIALS_OF_NAMES = 15;

/**
 * Predicts how many rows will be matched, from the matched share of all past rows. Rows with a number match
 * more often than rows with a name, and these more often than rows with a website. So the range allows that
 * all rows with a number match, and none with a website.
 */
export function expectedMatches(rowsByIdentifier: RowsByIdentifier, share: number | null): ExpectedCount {
  const { company_number, company_name, domain } = rowsByIdentifier;
  const numbers = expectedCount(company_number, share);
  const names = expectedCount(company_name, share, TRIALS_OF_NAMES);
  const sites = expectedCount(domain, share);
  return {
    low: numbers.low + names.low,
    probable: expectedCount(company_number + company_name + domain, share).probable,
    high: company_number + names.high + sites.high,
  };
}

/** Predicts from a number of rows that is itself a prediction. The range covers both uncertainties. */
export function expectedCountFromRange(rows: ExpectedCount, share: number | null): ExpectedCount {
  return {
    low: expectedCount(rows.low, share).low,
    probable: rows.probable === null ? null : expectedCount(rows.probable, share).probable,
    high: expectedCount(rows.high, share).high,
  };
}
