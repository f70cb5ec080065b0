/**
 * Days, amounts and names of registers as English sentences write them. Pure: the same input, the same words.
 */
import type { IsoDate } from '../../../../../words/src/calendar.js';
import { memoize } from '../../../../../words/src/memoize.js';
import type { Money } from '../../runner/money.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `2012-09-11`: 11 September 2012. */
export const dayInWords = (day: IsoDate): string =>
  `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const NUMBERS = new Intl.NumberFormat('en-GB');

/** `1234567`: 1,234,567. */
export const grouped = (whole: string | number): string =>
  // Most counts have no group, and a format costs more than the rest of their sentence.
  typeof whole === 'number' && whole >= 0 && whole < 1_000 ? String(whole) : NUMBERS.format(BigInt(whole));

const SIGNS: Readonly<Record<string, string>> = { GBP: '£', EUR: '€', USD: 'US$' };

/** £1,234.50; minus £577; CHF 12. */
export function moneyInWords({ amount, currency }: Money): string {
  const [whole = '', pence] = amount.replace('-', '').split('.');
  const sum = pence === undefined ? grouped(whole) : `${grouped(whole)}.${pence}`;
  const sign = SIGNS[currency];
  return `${amount.startsWith('-') ? 'minus ' : ''}${sign === undefined ? `${currency} ${sum}` : sign + sum}`;
}

/** `1 title`, `3 titles`. */
export const counted = (count: number, singular: string, many = `${singular}s`): string =>
  `${grouped(count)} ${count === 1 ? singular : many}`;

const SMALL = new Set(['upon', 'on', 'in', 'the', 'le', 'by', 'under', 'of', 'and', 'with', 'next', 'cum']);

/** There are some thousand post towns. */
const MOST_TOWNS = 5_000;

/**
 * A town filed in capitals as a sentence writes it: Stoke-on-Trent. One that has small letters stays as
 * filed.
 */
export const townInWords = memoize(MOST_TOWNS, (filed: string): string => {
  if (filed !== filed.toUpperCase()) return filed;
  return filed
    .toLowerCase()
    .replaceAll(/[^\s-]+/g, (word, at: number) =>
      at > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1),
    );
});

/** `an active company`, `a dissolved company`. */
export const withArticle = (words: string): string =>
  `${/^(?:[aeio]|un(?!i))/i.test(words) ? 'an' : 'a'} ${words}`;

/** A description of the trade list within a sentence; what begins with an abbreviation keeps it. */
export const withinSentence = (label: string): string =>
  /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** A sentence ends with one full stop: names such as ALPHABET INC. bring their own. */
export const ended = (words: string): string => (/[.!?][”"]?$/.test(words) ? words : `${words}.`);
