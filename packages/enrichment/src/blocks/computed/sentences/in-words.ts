/**
 * Writes days, amounts and names of registers as in English sentences. Pure: the same input gives the same
 * words.
 */
import { MONTH_NAMES, type IsoDate } from '../../../../../words/src/calendar.js';
import { memoize } from '../../../../../words/src/memoize.js';
import type { Money } from '../../runner/money.js';

/** `2012-09-11`: 11 September 2012. */
export const dayInWords = (day: IsoDate): string =>
  `${Number(day.slice(8))} ${MONTH_NAMES[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`;

const NUMBERS = new Intl.NumberFormat('en-GB');

/** `1234567`: 1,234,567. */
export const grouped = (whole: string | number): string =>
  // Most counts are below a thousand, and the formatter costs more than the rest of their sentence.
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

/** The most towns that are cached; there are some thousand post towns. */
const MOST_TOWNS = 5_000;

/** Writes a town that was filed in capitals: Stoke-on-Trent. A town with small letters stays as filed. */
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

/** Writes a description of the trade list within a sentence. A leading abbreviation stays in capitals. */
export const withinSentence = (label: string): string =>
  /^[A-Z][^A-Z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Ends a sentence with one full stop. Names such as ALPHABET INC. already have one. */
export const ended = (words: string): string => (/[.!?][”"]?$/.test(words) ? words : `${words}.`);
