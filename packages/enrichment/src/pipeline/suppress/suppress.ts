/**
 * Suppresses values in answers: the fourth step. Sources left out the records that name suppressed values,
 * and readings lost them before blocks were derived. The text of any block (particulars of a charge, a title,
 * a page) may still hold one. Values without such a text stay the same objects.
 */
import type { BlockEnvelope } from '../../blocks/runner/envelope.js';
import { SUPPRESSED_TEXT, type SuppressedValues } from '../../../../contract/src/suppression/suppressed.js';

export const suppress = <E extends BlockEnvelope>(envelope: E, suppressed: SuppressedValues): E =>
  suppressed.kinds.size === 0 ? envelope : censored(envelope, suppressed);

/** Matches a text that could hold a value: it has a digit, or a point before another character. */
const COULD_HOLD = /\d|\.\S/;
/** The characters between words, hosts and mailboxes. They are not part of them. */
const BETWEEN_ADDRESSES = /[\s<>"(),;:[\]/]+/;
/**
 * Matches whole words that could be numbers: every form of a company's number has four digits in the middle,
 * and a person's has digits alone.
 */
const NUMBERS = /(?<![A-Za-z0-9])(?:[A-Za-z0-9]{2}\d{4}[A-Za-z0-9]{2}|\d{12})(?![A-Za-z0-9])/g;
/** The register's ids of records may hold dashes and underscores. */
const RECORD_IDS = /(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{27}(?![A-Za-z0-9_-])/g;
/** Runs in which phone numbers are written. */
const DIALLED = /[+(]?\d[\d\s().-]*/g;
/**
 * Matches seven digits where a phone number may begin: with its country, or a zero or 44 that stands for one.
 * No date has so many.
 */
const COULD_DIAL = /(?:\+\d|\([04]|(?<![\d+(])[04])(?:[\s().-]*\d){6}/;
const LEAST_DIGITS = 7;
const MAX_DIGITS = 15;

/** Characters that may stand around an address in a sentence. */
const OPENING = ".'`";
const CLOSING = ".'`?!";

function withoutMarks(word: string): string {
  let [from, to] = [0, word.length];
  while (from < to && OPENING.includes(word.charAt(from))) from++;
  while (to > from && CLOSING.includes(word.charAt(to - 1))) to--;
  return word.slice(from, to);
}

/** Suppressed e-mail addresses and hosts in a text, as they stand in it. */
function addressesIn(text: string, suppressed: SuppressedValues): string[] {
  const { kinds } = suppressed;
  if (!/\.\S/.test(text) || !(kinds.has('email') || kinds.has('domain'))) return [];
  return text.split(BETWEEN_ADDRESSES).flatMap((word) => {
    const address = withoutMarks(word);
    if (!address.includes('.')) return [];
    const host = address.slice(address.lastIndexOf('@') + 1);
    const hidden =
      (address.includes('@') && suppressed.has('email', address)) || suppressed.has('domain', host);
    return hidden ? [address] : [];
  });
}

/** Suppressed numbers of companies and persons. */
function numbersIn(text: string, suppressed: SuppressedValues): string[] {
  const { kinds } = suppressed;
  if (!(kinds.has('company_number') || kinds.has('person_number'))) return [];
  const words = /\d{4}/.test(text) ? (text.match(NUMBERS) ?? []) : [];
  const ids = kinds.has('person_number') ? (text.match(RECORD_IDS) ?? []) : [];
  return [...words, ...ids].filter(
    (word) => suppressed.has('company_number', word) || suppressed.has('person_number', word),
  );
}

/** Suppressed phone numbers: a run of digits may hold several, or a date before one. */
function phonesIn(text: string, suppressed: SuppressedValues): string[] {
  if (!suppressed.kinds.has('phone') || !COULD_DIAL.test(text)) return [];
  return (text.match(DIALLED) ?? []).flatMap((run) => {
    const groups = [...run.matchAll(/[+(]?(\d+)/g)].map(({ index, 0: group, 1: digits = '' }) => ({
      from: index,
      to: index + group.length,
      digits: digits.length,
    }));
    return groups.flatMap(({ from }, first) => {
      const found: string[] = [];
      let digits = 0;
      for (let last = first; last < groups.length; last++) {
        const group = groups[last];
        digits += group?.digits ?? 0;
        // A longer run of groups is no number. So a text of many digits takes linear time.
        if (group === undefined || digits > MAX_DIGITS + 2) break;
        const candidate = run.slice(from, group.to);
        if (digits >= LEAST_DIGITS && suppressed.has('phone', candidate)) found.push(candidate);
      }
      return found;
    });
  });
}

/** The text without the suppressed values that stand in it. */
function censoredText(text: string, suppressed: SuppressedValues): string {
  if (!COULD_HOLD.test(text)) return text;
  const hidden = [
    ...addressesIn(text, suppressed),
    ...numbersIn(text, suppressed),
    ...phonesIn(text, suppressed),
  ];
  if (hidden.length === 0) return text;
  return hidden
    .sort((a, b) => b.length - a.length)
    .reduce((left, one) => left.replaceAll(one, SUPPRESSED_TEXT), text);
}

/**
 * A value out of JSON with all its texts censored, keys of objects too; the same object where nothing was.
 */
export function censored<T>(value: T, suppressed: SuppressedValues): T {
  // Each case returns its input, or a copy that differs only in texts.
  if (typeof value === 'string') return censoredText(value, suppressed) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  return Array.isArray(value)
    ? (censoredItems(value, suppressed) as T)
    : (censoredFields(value, suppressed) as T);
}

/** The items, censored. They are copied only if one of them changes, since nearly all stay the same. */
function censoredItems(items: readonly unknown[], suppressed: SuppressedValues): readonly unknown[] {
  let copy: unknown[] | null = null;
  for (const [i, item] of items.entries()) {
    const shown = censored(item, suppressed);
    if (shown === item) continue;
    copy ??= [...items];
    copy[i] = shown;
  }
  return copy ?? items;
}

function censoredFields(value: object, suppressed: SuppressedValues): object {
  const entries: [string, unknown][] = Object.entries(value);
  let isChanged = false;
  for (const entry of entries) {
    const [key, held] = entry;
    entry[0] = censoredText(key, suppressed);
    entry[1] = censored(held, suppressed);
    isChanged ||= entry[0] !== key || entry[1] !== held;
  }
  return isChanged ? Object.fromEntries(entries) : value;
}
