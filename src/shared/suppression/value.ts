/** What can be suppressed: how the kind of a value is told, and how it is written before it is hashed. Pure. */
import { hostOf } from '../web-hosts/website-host.js';
import { parseIsoDate } from '../calendar.js';
import { parseCompanyNumber } from '../company-number.js';
import { wordsWithoutTitles } from '../names/person-name.js';
import { SUPPRESSED_KINDS, type SuppressedKind } from './suppressed.js';

/** The register's id of a record of control: the last part of its address. */
const RECORD_ID = /^[A-Za-z0-9_-]{27}$/;
const SEPARATORS = /[\s().-]/g;

/** E.164: a number without a country is one of the UK, and a zero in brackets is not dialled. Null where it is none. */
function phone(text: string): string | null {
  const dialled = text.trim().replace(/^tel:/i, '').replace('(0)', '').replaceAll(SEPARATORS, '');
  const full = dialled.replace(/^(?:00|(?=44\d{9,10}$))/, '+').replace(/^0/, '+44');
  return /^\+[1-9]\d{6,14}$/.test(full) ? full : null;
}

/** Lower case, its host in punycode; tags and dots of the mailbox are part of it. */
function email(text: string): string | null {
  const [mailbox = '', host = '', ...more] = text
    .trim()
    .replace(/^mailto:/i, '')
    .split('@');
  const named = hostOf(host);
  if (named === null || more.length > 0 || mailbox === '' || /[\s/]/.test(mailbox + host)) return null;
  return `${mailbox.toLowerCase()}@${named}`;
}

const domain = (text: string): string | null =>
  /[\s@]/.test(text.trim()) || !text.includes('.') ? null : hostOf(text);

/** The person: the first eight of the twelve digits, which are the same at every appointment; or the id of a record of control. */
function person(text: string): string | null {
  const given = text.trim();
  if (RECORD_ID.test(given)) return given;
  return /^\d{8}(?:\d{4})?$/.test(given) ? given.slice(0, 8) : null;
}

/** Registers write the names of a person in two orders, with titles and without: the same words are the same name. */
function personName(text: string): string | null {
  const given = text.trim();
  const [since, what = '', day = ''] = / (born|appointed) (\d{4}-\d{2}(?:-\d{2})?)$/i.exec(given) ?? [];
  if (since === undefined) return null;
  const born = what.toLowerCase() === 'born';
  const words = wordsWithoutTitles(given.slice(0, -since.length)).sort();
  if (words.length === 0 || parseIsoDate(born ? `${day}-01` : day) === null) return null;
  return `${words.join(' ')} ${what.toLowerCase()} ${day}`;
}

/** A host and those that it lies under, down to two names: whoever suppresses one suppresses what lies under it. */
export function hostsAbove(host: string): string[] {
  const names = host.split('.');
  return names.slice(0, -1).map((_, first) => names.slice(first).join('.'));
}

const WRITING: Readonly<Record<SuppressedKind, (text: string) => string | null>> = {
  email,
  phone,
  domain,
  person_number: person,
  person_name: personName,
  company_number: parseCompanyNumber,
};

/** The value in the one writing that is hashed; null where it is none of this kind. */
export const written = (kind: SuppressedKind, text: string): string | null => WRITING[kind](text);

/** Digits without a sign of what they are: 10 or 11 behind a zero, or with the country in front. */
const DIALLED = /^(?:\+|0\d{9,10}$|00\d{9,}$|44\d{9,}$)/;

const couldBe = (kind: SuppressedKind, text: string): boolean =>
  written(kind, text) !== null && (kind !== 'phone' || DIALLED.test(text.trim().replaceAll(SEPARATORS, '')));

export interface SuppressibleValue {
  readonly kind: SuppressedKind;
  /** In the writing that is hashed. */
  readonly value: string;
}

export type Recognised =
  | ({ readonly outcome: 'recognised' } & SuppressibleValue)
  | { readonly outcome: 'unknown' | 'ambiguous'; readonly detail: string };

const EXPECTED =
  'an e-mail address, a phone number (+44..., 0...), a domain, a person number (8 or 12 digits), a name with a month of birth or a day of appointment (Jane Doe born 1970-05, Jane Doe appointed 2020-01-02) or a company number (8 characters)';

/** @param kind where the operator names it; else it is told from the value */
export function recognise(text: string, kind: SuppressedKind | null): Recognised {
  const kinds = kind === null ? SUPPRESSED_KINDS.filter((one) => couldBe(one, text)) : [kind];
  const [only, ...others] = kinds;
  const value = only === undefined ? null : written(only, text);
  if (only === undefined || value === null) {
    const expected = kind === null ? EXPECTED : `a value of kind ${kind}`;
    return { outcome: 'unknown', detail: `'${text.slice(0, 80)}' is not ${expected}.` };
  }
  if (others.length === 0) return { outcome: 'recognised', kind: only, value };
  const detail = `'${text.slice(0, 80)}' may be ${kinds.join(' or ')}: say which with --kind ${kinds.join('|')}.`;
  return { outcome: 'ambiguous', detail };
}
