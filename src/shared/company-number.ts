/**
 * Company numbers: 8 characters of a form that the UK registers publish (Contract 2.9).
 */
import type { Brand } from './brand.js';
import { counted } from './text/words.js';

export type CompanyNumber = Brand<string, 'CompanyNumber'>;

const PREFIXES =
  'AC BR CE CS ES FC GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC R0 RC RS SA SC SE SF SG SI SL SO SP SR SZ ZC';
/** Registers of societies close some numbers with one or two letters, as in IP21926R, IP00149C and SP1728RS. */
const CLOSING_LETTER_PREFIXES = 'IP SP NP RS NO';

const alternatives = (prefixes: string): string => prefixes.replaceAll(' ', '|');
/** In capitals or small letters: `i` without `u` takes no letter of another alphabet for one of ours, as `ſ` for S. */
const KNOWN_FORM = new RegExp(
  `^(?:\\d{8}|(?:${alternatives(PREFIXES)})\\d{6}|(?:${alternatives(CLOSING_LETTER_PREFIXES)})\\d{4}(?:\\d|[A-Z])[A-Z])$`,
  'i',
);

/** The number in the register's own writing (upper case, no blanks around it), or null where the form is unknown. */
export function parseCompanyNumber(text: string): CompanyNumber | null {
  const candidate = text.trim();
  return KNOWN_FORM.test(candidate) ? (candidate.toUpperCase() as CompanyNumber) : null;
}

/** 8 digits, or a prefix of two, four digits and two digits or closing letters: whatever prefix, whatever letter. */
const PUBLISHED_FORM = /^(?:\d{8}|[A-Z][A-Z0-9]\d{4}[A-Z0-9]{2})$/;

/**
 * A number as a register's own file prints it, or null where it can't be one (most often a zero is lost).
 * Wider than the known forms, which are what clients may ask by: what the register prints exists, also under
 * a prefix that is new.
 */
export const parsePublishedNumber = (text: string): CompanyNumber | null =>
  PUBLISHED_FORM.test(text) ? (text as CompanyNumber) : null;

/** The message for a client whose number has no known form; the most frequent cause is a zero lost in a spreadsheet. */
export function companyNumberProblem(text: string): string {
  const candidate = text.trim();
  return /^\d{1,7}$/.test(candidate)
    ? `'${candidate}' has ${counted(candidate.length, 'digit')}; a company number has 8 characters. A leading zero may be missing: try '${candidate.padStart(8, '0')}'.`
    : `'${candidate.slice(0, 20)}' is not an 8-character UK company number (8 digits, or a register prefix such as SC, NI or OC and 6 digits).`;
}

/** In capitals and without blanks already, as most are. */
const BARE = /^[A-Z0-9]*$/;

/** A prefix of a register and digits, or digits alone, each with leading zeros lost. */
const PARTS = /^([A-Z]{2}|R0)?(\d{1,8})$/;

/**
 * A filed number in the register's writing: upper case, without blanks, its lost zeros put back. Null where
 * it has no UK form. A foreign number of up to eight digits has one too: whether it is registered here must
 * be known from elsewhere before it is believed.
 */
export function completeCompanyNumber(filed: string | null): CompanyNumber | null {
  if (filed === null) return null;
  const text = BARE.test(filed) ? filed : filed.toUpperCase().replaceAll(/\s/g, '');
  // Who has no number files zeros.
  if (/^0*$/.test(text)) return null;
  const whole = parseCompanyNumber(text);
  if (whole !== null) return whole;
  const [, prefix = '', digits = ''] = PARTS.exec(text) ?? [];
  if (digits === '' || digits.length > 8 - prefix.length) return null;
  return parseCompanyNumber(`${prefix}${digits.padStart(8 - prefix.length, '0')}`);
}
