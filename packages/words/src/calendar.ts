/** Calendar days and times in UTC: parsing, and arithmetic with days. */

/** `YYYY-MM-DD`; compares as text. */
export type IsoDate = string;

const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DAY_MS = 86_400_000;

/** The English names of the months, January first. */
export const MONTH_NAMES: readonly string[] =
  'January February March April May June July August September October November December'.split(' ');

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** True if the calendar has this day (Gregorian). Month and day from 1. */
export function isCalendarDay(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeap(year) ? 29 : (DAYS_IN_MONTH[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** `YYYY-MM-DD` of a day that exists, or null. */
export function parseIsoDate(text: string): IsoDate | null {
  if (!ISO_DAY.test(text)) return null;
  return isCalendarDay(numberIn(text, 0, 4), numberIn(text, 5, 7), numberIn(text, 8, 10)) ? text : null;
}

const ZERO = 0x30;

/** The number that these digits write, read without making a substring. */
function numberIn(digits: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + digits.charCodeAt(at) - ZERO;
  return number;
}

/** The first day that a request or command may name. Registers have older days. */
const FIRST_REQUEST_DAY = '1900-01-01';

/** True if a request may name the day: `YYYY-MM-DD`, in the calendar, not before 1900. */
export const isRequestDay = (text: string): boolean =>
  parseIsoDate(text) !== null && text >= FIRST_REQUEST_DAY;

const TIME_OF_DAY = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?$/;
const ZONE = /(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** Parses a day (`isRequestDay`) with a time of day, UTC if without a zone. Null for any other text. */
export function parseRequestTime(text: string): Date | null {
  const [day, time] = [text.slice(0, 10), text.slice(11)];
  const zone = ZONE.exec(time)?.[0] ?? '';
  const clock = time.slice(0, time.length - zone.length);
  if (!isRequestDay(day) || !/^[T ]$/i.test(text.charAt(10)) || !TIME_OF_DAY.test(clock)) return null;
  return new Date(`${day}T${clock}${zone === '' ? 'Z' : zone.toUpperCase()}`);
}

/** The oldest of `first` and `days`. */
export const oldestDay = (first: IsoDate, days: readonly IsoDate[]): IsoDate =>
  days.reduce((oldest, day) => (day < oldest ? day : oldest), first);

/** The newest of `first` and `days`. */
export const newestDay = (first: IsoDate, days: readonly IsoDate[]): IsoDate =>
  days.reduce((newest, day) => (day > newest ? day : newest), first);

/**
 * The number of a day, counted from a fixed day of the Gregorian calendar. Years begin in March, so that
 * February's last day ends one. Made without `Date`: comparing a company with its peers counts days often.
 */
function dayNumber(day: IsoDate): number {
  const month = (numberIn(day, 5, 7) + 9) % 12;
  const year = numberIn(day, 0, 4) - (month >= 10 ? 1 : 0);
  const leapDays = Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400);
  return year * 365 + leapDays + Math.floor((month * 153 + 2) / 5) + numberIn(day, 8, 10);
}

/** Whole days from one day to another; negative where `to` is earlier. */
export const daysBetween = (from: IsoDate, to: IsoDate): number => dayNumber(to) - dayNumber(from);

/** The day that is `days` days earlier. */
export const daysBefore = (day: IsoDate, days: number): IsoDate =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) - days * DAY_MS));

/** Whole years from one day to another, as birthdays count; null where `to` is earlier. */
export function wholeYears(from: IsoDate, to: IsoDate): number | null {
  if (to < from) return null;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(4) < from.slice(4) ? years - 1 : years;
}

/** The UTC day of a moment. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The same day `years` years earlier. 29 February becomes the 28th where the year has none. */
export function yearsBefore(day: IsoDate, years: number): IsoDate {
  const year = Number(day.slice(0, 4)) - years;
  const monthAndDay = day.endsWith('-02-29') && !isLeap(year) ? '-02-28' : day.slice(4);
  return `${String(year).padStart(4, '0')}${monthAndDay}`;
}
