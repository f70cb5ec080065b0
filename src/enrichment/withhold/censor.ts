/**
 * The last look at what is served: suppressed values that stand in text (particulars of a charge, titles, pages), where
 * no source can leave out a record for them. Values that name none of them stay the objects that they were.
 */
import type { Withheld } from '../../shared/suppression/withheld.js';

/** Stands in place of a suppressed value in the middle of text. */
const BLANK = '[suppressed]';

/** Words, hosts and mailboxes; what only surrounds them is not part of them. */
const BETWEEN_ADDRESSES = /[\s<>"(),;:[\]/]+/;
const BETWEEN_NUMBERS = /[^A-Za-z0-9]+/;
/** Runs in which phone numbers are written. */
const DIALLED = /[+(]?\d[\d\s().-]*/g;
const MOST_DIGITS = 15;

/** Suppressed e-mail addresses and hosts in a text, as they stand in it. */
function addressesIn(text: string, withheld: Withheld): string[] {
  const { kinds } = withheld;
  if (!text.includes('.') || !(kinds.has('email') || kinds.has('domain'))) return [];
  return text.split(BETWEEN_ADDRESSES).flatMap((word) => {
    const address = word.replace(/^[.'`]/, '').replace(/[.'`?!]$/, '');
    if (!address.includes('.')) return [];
    const host = address.slice(address.lastIndexOf('@') + 1);
    const hidden = (address.includes('@') && withheld.has('email', address)) || withheld.has('domain', host);
    return hidden ? [address] : [];
  });
}

/** Suppressed numbers of companies and persons. */
function numbersIn(text: string, withheld: Withheld): string[] {
  const { kinds } = withheld;
  if (!(kinds.has('company_number') || kinds.has('person_number')) || !/\d{4}/.test(text)) return [];
  const words = text.split(BETWEEN_NUMBERS).filter((word) => word.length === 8 || word.length === 12);
  const isHidden = (word: string): boolean =>
    withheld.has('company_number', word) || withheld.has('person_number', word);
  // The register's ids of records may hold dashes and underscores.
  const ids = kinds.has('person_number')
    ? text.split(/[^A-Za-z0-9_-]+/).filter((id) => id.length === 27)
    : [];
  return [...words, ...ids].filter(isHidden);
}

/** Suppressed phone numbers: a run of digits may hold several, or a date before one. */
function phonesIn(text: string, withheld: Withheld): string[] {
  if (!withheld.kinds.has('phone')) return [];
  return (text.match(DIALLED) ?? []).flatMap((run) => {
    const starts = [...run.matchAll(/[+(]?\d+/g)].map(({ index }) => index);
    const ends = [...run.matchAll(/\d+/g)].map(({ index, 0: digits }) => index + digits.length);
    return starts.flatMap((from) =>
      ends.flatMap((to) => {
        const candidate = run.slice(from, to);
        const digits = candidate.replace(/\D/g, '').length;
        return digits >= 7 && digits <= MOST_DIGITS + 2 && withheld.has('phone', candidate)
          ? [candidate]
          : [];
      }),
    );
  });
}

/** The text without the suppressed values that stand in it. */
function censoredText(text: string, withheld: Withheld): string {
  const hidden = [
    ...addressesIn(text, withheld),
    ...numbersIn(text, withheld),
    ...phonesIn(text, withheld),
  ].sort((a, b) => b.length - a.length);
  return hidden.reduce((left, one) => left.replaceAll(one, BLANK), text);
}

/** A value out of JSON with all its texts censored, keys of objects too; the same object where nothing was. */
export function censored<T>(value: T, withheld: Withheld): T {
  // Each case gives back what it was given, or a copy that differs in texts alone.
  if (typeof value === 'string') return censoredText(value, withheld) as T;
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = value.map((item: unknown) => censored(item, withheld));
    return items.some((item, i) => item !== value[i]) ? (items as T) : value;
  }
  let changed = false;
  const entries = Object.entries(value).map(([key, held]: [string, unknown]) => {
    const [name, shown] = [censoredText(key, withheld), censored(held, withheld)];
    changed ||= name !== key || shown !== held;
    return [name, shown] as const;
  });
  return changed ? (Object.fromEntries(entries) as T) : value;
}
