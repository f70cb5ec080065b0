/** What the free text tells that an owner filed of itself: whether it is registered here, and under which number. */
import {
  completeCompanyNumber,
  parseCompanyNumber,
  parsePublishedNumber,
  type CompanyNumber,
} from '../../shared/company-number.js';
import { namedCountry, type NamedCountry } from './named-country.js';

/** What a corporate controller filed of itself: free text in every field. */
export interface FiledIdentification {
  readonly registration_number: string | null;
  readonly country_registered: string | null;
  readonly place_registered: string | null;
  readonly legal_authority: string | null;
  readonly legal_form: string | null;
}

/** Where an owner is registered: here, abroad, or it doesn't say. */
export type Whereabouts = NamedCountry;

const UK_LAW =
  /\bcompanies acts? (?:1948|1985|1989|2006)\b|\blimited liability partnerships? act 2000\b|\b(?:uk|english|scottish|scots|british) (?:companies|company|law)/i;

/**
 * Where an owner is registered, by what it filed: the country first, then place and law; law and form are swapped by
 * some filers, so that either may name the Act. Abroad only where the country names another one (Blocks 5.4).
 */
export function whereaboutsOf(filed: FiledIdentification | null): Whereabouts {
  if (filed === null) return 'unsaid';
  const { country_registered, place_registered, legal_authority, legal_form } = filed;
  const country = namedCountry(country_registered ?? '');
  if (country !== 'unsaid') return country;
  const saysHere = (text: string | null): boolean => text !== null && namedCountry(text) === 'uk';
  const local =
    saysHere(place_registered) ||
    [legal_authority, legal_form].some((text) => saysHere(text) || UK_LAW.test(text ?? ''));
  return local ? 'uk' : 'unsaid';
}

/** `No`, `No.`, `Number` and the like before digits: the letters are no prefix of a register. */
const LABEL = /\b(?:no|nos|nr|num|number|numbers)[\s.:#-]+(?=\d)/gi;
const DATE = /\b\d{1,2}[./-]\d{1,2}[./-]\d{4}\b|\b\d{4}-\d{2}-\d{2}\b/g;
/** Digits that belong together: with points and dashes between them, and with blanks too. */
const JOINED = /\d(?:[.-]?\d)*/g;
const SPACED = /\d(?:[ .-]?\d)*/g;
const FEWEST_DIGITS = 6;
const MOST_DIGITS = 8;

/** The only digits of the text that may be a number; null: none, or several. */
function onlyDigits(text: string): RegExpMatchArray | null {
  const sizeOf = ([digits]: RegExpMatchArray): number => digits.replace(/\D/g, '').length;
  const likely = [...text.matchAll(JOINED)].filter(
    (match) => sizeOf(match) >= FEWEST_DIGITS && sizeOf(match) <= MOST_DIGITS,
  );
  const found = likely.length > 0 ? likely : [...text.matchAll(SPACED)];
  const [only = null, ...others] = found;
  const isOne = only !== null && others.every(([digits]) => digits === only[0]);
  return isOne && sizeOf(only) <= MOST_DIGITS ? only : null;
}

/** These look like a register's prefix and only say whose or what number follows. */
const NO_PREFIX = /^(?:GB|UK|EU|EW|CN|CO|CR|RN)/;

/** The only number of a wider form in the text, which only an edition makes one (Contract 2.9): `SL00911A`. */
function widerNumber(text: string): CompanyNumber | null {
  const words = new Set([...(text.match(/[A-Z0-9]+/g) ?? []), text.replaceAll(/[ .-]/g, '')]);
  const [only = null, ...others] = [...words].flatMap((word) => parsePublishedNumber(word) ?? []);
  return only === null || others.length > 0 || NO_PREFIX.test(only) ? null : only;
}

/**
 * The company number in what an owner filed as its number, as the register writes it: bare (`879531`), or among words
 * (`Company No. 00879531`, `GB 00879531`, `00879531 (England)`, `008-79531`). Null where it can't be read, or where
 * several stand there. A foreign number may look the same: its owner's name must be the company's.
 */
export function filedNumber(filed: string | null): CompanyNumber | null {
  if (filed === null || !/\d/.test(filed)) return null;
  const text = filed.toUpperCase().replace(LABEL, ' ').replace(DATE, ' ').trim();
  const bare = completeCompanyNumber(text);
  if (bare !== null) return bare;
  const wider = widerNumber(text);
  if (wider !== null && parseCompanyNumber(wider) === null) return wider;
  const match = onlyDigits(text);
  if (match === null) return null;
  const { index: from = 0 } = match;
  const digits = match[0].replace(/\D/g, '');
  const prefix = /(?:^|[^A-Z])([A-Z]{2}|R)[ ./:()-]{0,3}$/.exec(text.slice(0, from))?.[1] ?? '';
  const closing = /^[A-Z]{1,2}(?![A-Z])/.exec(text.slice(from + match[0].length))?.[0] ?? '';
  return completeCompanyNumber(prefix + digits + closing) ?? completeCompanyNumber(digits);
}
