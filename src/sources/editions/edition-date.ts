/** The date of an edition, as the publisher writes it into its file names. */
import { parseIsoDate, type IsoDate } from '../../shared/calendar.js';

const DAY = /(?<!\d)(\d{4})([-_])(\d{2})\2(\d{2})(?!\d)/;
/** Some copies keep the month only; the file is published on its first day. */
const MONTH = /(?<!\d)(\d{4})[-_](\d{2})(?![\d-])/;

function dateInName(name: string): IsoDate | null {
  const [, year, , month, day] = DAY.exec(name) ?? [];
  if (day !== undefined) return parseIsoDate(`${year}-${month}-${day}`);
  const [, itsYear, itsMonth] = MONTH.exec(name) ?? [];
  return itsMonth === undefined ? null : parseIsoDate(`${itsYear}-${itsMonth}-01`);
}

/**
 * The date in the names, or null. Where parts of different dates are imported together it is the oldest: what the
 * edition says holds at least up to that day.
 */
export function dateInFileNames(names: readonly string[]): IsoDate | null {
  const dates = names.map(dateInName).filter((date) => date !== null);
  return dates.length === 0 ? null : dates.reduce((oldest, date) => (date < oldest ? date : oldest));
}

const MONTH_NAMES =
  'january february march april may june july august september october november december'.split(' ');
/** `Accounts_Monthly_Data-March2023.zip` */
const NAMED_MONTH = /(?<![a-z])([a-z]{3,9})[-_ ]?(\d{4})(?!\d)/i;

/** The last day that a file was collected up to, by its name: its day, or the end of its month. Null: it doesn't tell. */
export function publicationDay(name: string): IsoDate | null {
  const [, monthName = '', year = ''] = NAMED_MONTH.exec(name) ?? [];
  const month = MONTH_NAMES.indexOf(monthName.toLowerCase()) + 1;
  if (month === 0) return dateInName(name);
  return new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
}
