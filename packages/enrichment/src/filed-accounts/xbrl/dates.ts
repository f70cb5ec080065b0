/** Reads printed dates, in the orders of the transformation registries. */
import { isCalendarDay, type IsoDate } from '../../../../words/src/calendar.js';

export type DateOrder = 'day-month-year' | 'month-day-year' | 'year-month-day';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** The first two-digit year that means the 20th century. Lower ones mean the 21st. */
const PIVOT = 50;

/** Matches digits and words. */
const PARTS = /\d+|\p{L}+/gu;
/** Matches endings of ordinals, small words and weekdays, which are skipped. */
const SKIPPED = /^(?:st|nd|rd|th|of|the|day|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|satur|sun)(?:day)?)$/;

const monthNamed = (word: string): number => MONTHS.indexOf(word.slice(0, 3)) + 1;

const yearOf = (digits: string): number => {
  const year = Number(digits);
  if (digits.length === 4) return year;
  return digits.length === 2 ? year + (year < PIVOT ? 2000 : 1900) : 0;
};

function isoOf(year: number, month: number, day: number): IsoDate | null {
  if (year === 0 || !isCalendarDay(year, month, day)) return null;
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  );
}

/** The day in the text, with numbers in this order. The month may be an English word. Null: no date. */
export function dateIn(text: string, order: DateOrder): IsoDate | null {
  const parts = (text.toLowerCase().match(PARTS) ?? []).filter((part) => !SKIPPED.test(part));
  if (parts.length !== 3) return null;
  const named = parts.findIndex((part) => /^\p{L}/u.test(part));
  const numbers = parts.filter((_, at) => at !== named);
  if (numbers.some((part) => !/^\d{1,4}$/.test(part))) return null;
  const [first = '', second = '', third = ''] = parts;
  if (named >= 0) {
    const [before = '', after = ''] = order === 'year-month-day' ? numbers.reverse() : numbers;
    return isoOf(yearOf(after), monthNamed(parts[named] ?? ''), Number(before));
  }
  if (order === 'year-month-day') return isoOf(yearOf(first), Number(second), Number(third));
  const [day, month] = order === 'day-month-year' ? [first, second] : [second, first];
  return isoOf(yearOf(third), Number(month), Number(day));
}

/** Reads a printed date without a transformation: ISO, or day before month as in the United Kingdom. */
export const dateAsPrinted = (text: string): IsoDate | null =>
  /^\s*\d{4}\D/.test(text)
    ? dateIn(text.slice(0, 40), 'year-month-day')
    : dateIn(text.slice(0, 40), 'day-month-year');
