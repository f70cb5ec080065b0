/** Parses company numbers: 8 characters in a form that the UK registers publish (Contract 2.9). */
import type { Brand } from './brand.js';
import { countText } from './text/formats.js';

export type CompanyNumber = Brand<string, 'CompanyNumber'>;

const PREFIXES =
  'AC BR CE CS ES FC GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC R0 RC RS SA SC SE SF SG SI SL SO SP SR SZ ZC';
/** Prefixes of societies, some of whose numbers end with one or two letters: IP21926R, SP1728RS. */
const CLOSING_LETTER_PREFIXES = 'IP SP NP RS NO';

const alternatives = (prefixes: string): string => prefixes.replaceAll(' ', '|');
/** Accepts upper and lower case. The flag `i` without `u` takes no foreign letter such as `ſ` for S. */
const KNOWN_FORM = new RegExp(
  `^(?:\\d{8}|(?:${alternatives(PREFIXES)})\\d{6}|(?:${alternatives(CLOSING_LETTER_PREFIXES)})\\d{4}(?:\\d|[A-Z])[A-Z])$`,
  'i',
);

/** The number as the register writes it (upper case, no blanks around it); null for an unknown form. */
export function parseCompanyNumber(text: string): CompanyNumber | null {
  const candidate = text.trim();
  return KNOWN_FORM.test(candidate) ? (candidate.toUpperCase() as CompanyNumber) : null;
}

/** 8 digits, or any prefix of two characters, three digits, and three digits or letters (Contract 2.9). */
const PUBLISHED_FORM = /^(?:\d{8}|[A-Z][A-Z0-9]\d{3}[A-Z0-9]{3})$/;
const ANY_CASE = new RegExp(PUBLISHED_FORM, 'i');

/** A number as a register's file prints it, wider than the known forms: `SL00911A`, `IP000CUS`; or null. */
export const parsePublishedNumber = (text: string): CompanyNumber | null =>
  PUBLISHED_FORM.test(text) ? (text as CompanyNumber) : null;

/** A number as a person writes it, of a form that a file may hold. An edition tells whether it is one. */
export const parseWrittenNumber = (text: string): CompanyNumber | null =>
  ANY_CASE.test(text.trim()) ? (text.trim().toUpperCase() as CompanyNumber) : null;

/** The error message for a number of unknown form. Most often a spreadsheet has removed a zero. */
export function companyNumberProblem(text: string): string {
  const candidate = text.trim();
  return /^\d{1,7}$/.test(candidate)
    ? `'${candidate}' has ${countText(candidate.length, 'digit')}; a company number has 8 characters. A leading zero may be missing: try '${candidate.padStart(8, '0')}'.`
    : `'${candidate.slice(0, 20)}' is not an 8-character UK company number (8 digits, or a register prefix such as SC, NI or OC and 6 digits).`;
}

/** Upper case without blanks, as most filed numbers are. */
const BARE = /^[A-Z0-9]*$/;

/** A register prefix and digits, or digits alone; leading zeros may be lost. */
const PARTS = /^([A-Z]{2}|R0)?(\d{1,8})$/;

/**
 * A filed number as the register writes it, with lost zeros restored; null where it has no UK form. A foreign
 * number of up to eight digits has one too, so other evidence must show that it is registered here.
 */
export function completeCompanyNumber(filed: string | null): CompanyNumber | null {
  if (filed === null) return null;
  const text = BARE.test(filed) ? filed : filed.toUpperCase().replaceAll(/\s/g, '');
  // Filers without a number file zeros.
  if (/^0*$/.test(text)) return null;
  const parsed = parseCompanyNumber(text);
  if (parsed !== null) return parsed;
  const [, prefix = '', digits = ''] = PARTS.exec(text) ?? [];
  if (digits === '' || digits.length > 8 - prefix.length) return null;
  return parseCompanyNumber(`${prefix}${digits.padStart(8 - prefix.length, '0')}`);
}

/** The number in another publisher's record: lost zeros restored, or the wider form; null: neither. */
export function namedCompanyNumber(filed: string | null): CompanyNumber | null {
  if (filed === null) return null;
  const wider = parseWrittenNumber(filed.replaceAll(/\s/g, ''));
  return completeCompanyNumber(filed) ?? (wider !== null && /^\D/.test(wider) ? wider : null);
}
