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
