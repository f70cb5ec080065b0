/** Finds the date of an edition in the publisher's file names. */
import { MONTH_NAMES, parseIsoDate, type IsoDate } from '../../../../../words/src/calendar.js';

const DAY = /(?<!\d)(\d{4})([-_])(\d{2})\2(\d{2})(?!\d)/;
/** Some copies have only the month in their names. Files are published on its first day. */
const MONTH = /(?<!\d)(\d{4})[-_](\d{2})(?![\d-])/;

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
/** Matches a month in words: `Accounts_Monthly_Data-March2023.zip`, `ONSPD_FEB_2024_UK.csv`. */
const NAMED_MONTH = /(?<![a-z])([a-z]{3,9})[-_ ]?(\d{4})(?!\d)/i;

/** The month (1 to 12) that a file name has in words; null: it has none. */
function namedMonth(name: string): { readonly year: number; readonly month: number } | null {
  const [, word = '', year = ''] = NAMED_MONTH.exec(name) ?? [];
  const text = word.toLowerCase();
  const month = MONTHS.findIndex((name) => name === text || name.slice(0, 3) === text) + 1;
  return month === 0 ? null : { year: Number(year), month };
}

/** A day of the month with this number; 0 is the last day of the month before. */
const dayIn = (year: number, month: number, day: number): IsoDate =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

function dateInName(name: string): IsoDate | null {
  const [, year, , month, day] = DAY.exec(name) ?? [];
  if (day !== undefined) return parseIsoDate(`${year}-${month}-${day}`);
  const [, itsYear, itsMonth] = MONTH.exec(name) ?? [];
  if (itsMonth !== undefined) return parseIsoDate(`${itsYear}-${itsMonth}-01`);
  const named = namedMonth(name);
  return named === null ? null : dayIn(named.year, named.month, 1);
}

/** The dates in the names, the oldest first; empty if no name has one. */
export const datesInFileNames = (names: readonly string[]): readonly IsoDate[] =>
  names
    .map(dateInName)
    .filter((date) => date !== null)
    .sort();

/** The oldest date in the names: parts of different dates are complete up to it. Null: no date. */
export const dateInFileNames = (names: readonly string[]): IsoDate | null =>
  datesInFileNames(names)[0] ?? null;

/** The last day that a file covers, by its name: its day, or the end of its month. Null: not stated. */
export function publicationDay(name: string): IsoDate | null {
  const named = namedMonth(name);
  return named === null ? dateInName(name) : dayIn(named.year, named.month + 1, 0);
}
