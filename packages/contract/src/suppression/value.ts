/** Recognises values that can be suppressed, and writes them in the one form that is hashed. Pure. */
import { hostOf } from '../../../words/src/hosts/website-host.js';
import { parseIsoDate } from '../../../words/src/calendar.js';
import { parseWrittenNumber } from '../../../words/src/company-number.js';
import { wordsWithoutTitles } from '../../../words/src/names/person-name.js';
import { SUPPRESSED_KINDS, type SuppressedKind } from './suppressed.js';

/** The register's id of a control record: the last part of its address. */
const RECORD_ID = /^[A-Za-z0-9_-]{27}$/;
const SEPARATORS = /[\s().-]/g;

/** The number in E.164, of the UK where it names no country; null: none. A zero in brackets isn't dialled. */
function phone(text: string): string | null {
  const dialled = text.trim().replace(/^tel:/i, '').replace('(0)', '').replaceAll(SEPARATORS, '');
  const full = dialled.replace(/^(?:00|(?=44\d{9,10}$))/, '+').replace(/^0/, '+44');
  return /^\+[1-9]\d{6,14}$/.test(full) ? full : null;
}

/** The address in lower case with its host in punycode. Tags and dots of the mailbox are part of it. */
function email(text: string): string | null {
  const [mailbox = '', host = '', ...more] = text
    .trim()
    .replace(/^mailto:/i, '')
    .split('@');
  const asciiHost = hostOf(host);
  if (asciiHost === null || more.length > 0 || mailbox === '' || /[\s/]/.test(mailbox + host)) return null;
  return `${mailbox.toLowerCase()}@${asciiHost}`;
}

const domain = (text: string): string | null =>
  /[\s@]/.test(text.trim()) || !text.includes('.') ? null : hostOf(text);

/** The eight digits that are the same for all appointments of a person, or the id of a control record. */
function person(text: string): string | null {
  const id = text.trim();
  if (RECORD_ID.test(id)) return id;
  return /^\d{8}(?:\d{4})?$/.test(id) ? id.slice(0, 8) : null;
}

/** The name without order and titles: registers write names in two orders, with and without titles. */
function personName(text: string): string | null {
  const name = text.trim();
  const [since, event = '', day = ''] = / (born|appointed) (\d{4}-\d{2}(?:-\d{2})?)$/i.exec(name) ?? [];
  if (since === undefined) return null;
  const born = event.toLowerCase() === 'born';
  const words = wordsWithoutTitles(name.slice(0, -since.length)).sort();
  if (words.length === 0 || parseIsoDate(born ? `${day}-01` : day) === null) return null;
  return `${words.join(' ')} ${event.toLowerCase()} ${day}`;
}

/** The host and the hosts above it, down to two labels. Suppressing a host suppresses all hosts below it. */
export function hostsAbove(host: string): string[] {
  const names = host.split('.');
  return names.slice(0, -1).map((_, first) => names.slice(first).join('.'));
}

const NORMALISERS: Readonly<Record<SuppressedKind, (text: string) => string | null>> = {
  email,
  phone,
  domain,
  person_number: person,
  person_name: personName,
  company_number: parseWrittenNumber,
};

/** The value in the form that is hashed; null where it is not of this kind. */
export const normalisedValue = (kind: SuppressedKind, text: string): string | null => NORMALISERS[kind](text);

/** The forms of a phone number: 10 or 11 digits behind a zero, or with the country in front. */
const DIALLED = /^(?:\+|0\d{9,10}$|00\d{9,}$|44\d{9,}$)/;

const couldBe = (kind: SuppressedKind, text: string): boolean =>
  normalisedValue(kind, text) !== null &&
  (kind !== 'phone' || DIALLED.test(text.trim().replaceAll(SEPARATORS, '')));

export interface SuppressibleValue {
  readonly kind: SuppressedKind;
  /** The value in the form that is hashed. */
  readonly value: string;
}

export type Recognised =
  | ({ readonly outcome: 'recognised' } & SuppressibleValue)
  | { readonly outcome: 'unknown' | 'ambiguous'; readonly detail: string };

const EXPECTED =
  'an e-mail address, a phone number (+44..., 0...), a domain, a person number (8 or 12 digits), a name with a month of birth or a day of appointment (Jane Doe born 1970-05, Jane Doe appointed 2020-01-02) or a company number (8 characters)';

/** Recognises a value. @param kind where the operator names it; null: it is found from the value */
export function recognise(text: string, kind: SuppressedKind | null): Recognised {
  const kinds = kind === null ? SUPPRESSED_KINDS.filter((candidate) => couldBe(candidate, text)) : [kind];
  const [only, ...others] = kinds;
  const value = only === undefined ? null : normalisedValue(only, text);
  if (only === undefined || value === null) {
    const expected = kind === null ? EXPECTED : `a value of kind ${kind}`;
    return { outcome: 'unknown', detail: `'${text.slice(0, 80)}' is not ${expected}.` };
  }
  if (others.length === 0) return { outcome: 'recognised', kind: only, value };
  const detail = `'${text.slice(0, 80)}' may be ${kinds.join(' or ')}: say which with --kind ${kinds.join('|')}.`;
  return { outcome: 'ambiguous', detail };
}
