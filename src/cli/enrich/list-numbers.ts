/**
 * Reads company numbers as people and spreadsheets leave them in a list: `12 012363`, `SC-311560`,
 * `12012363.0`, `No. 12012363`. A number is mended only where one reading is possible. The service itself
 * mends none. Pure.
 */
import { parseCompanyNumber, parseWrittenNumber } from '../../../packages/words/src/company-number.js';

export type ParsedNumber =
  /** The service reads it as it stands. */
  | { readonly kind: 'as_written' }
  | { readonly kind: 'mended'; readonly number: string }
  /** A number of fewer than eight characters. `padded`: with the zeros that a spreadsheet may have cut. */
  | { readonly kind: 'short'; readonly number: string; readonly padded: string }
  /** No company number, or one that could be several. `reason` ends a sentence that begins with the cell. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Longer cells hold more than a number. */
const MAX_LENGTH = 100;
/** Words that people put before a company number, such as `CRN`. They are dropped. */
const LABEL_WORDS = new Set(
  'NO NUM NUMBER CO COMPANY COMPANIES HOUSE CH CRN REG REGD REGISTERED REGISTRATION'.split(' '),
);
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
const EDGE_SIGNS = /^[\s'"`\u00b4\u2018-\u201d()[\]{}#:;,.*=\u2116-]*$/;
const CORE_TEXT = /[A-Z0-9](?:.*[A-Z0-9])?/;
const SCIENTIFIC_NUMBER = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/;
const ZERO_DECIMALS = /^(.*\d)[.,](0+)$/;
const LEADING_LABEL = /^([A-Z]+)([^A-Z0-9]+|(?=\d))/;
const PREFIXED_NUMBER = /^(?:([A-Z]{2}|R0)[ ./_-]*)?(\d.*)$/;
const SPACED_DIGITS = /^\d+(?:[ -]+\d+)*$/;
const GROUPED_DIGITS = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,}|(?:'\d{3})+)$/;
const DATE = /^(?:\d{1,2}[ -]+\d{1,2}[ -]+\d{4}|\d{4}[ -]+\d{1,2}[ -]+\d{1,2})$/;

const unreadableNumber = (reason: string): ParsedNumber => ({ kind: 'unreadable', reason });
const NO_NUMBER = unreadableNumber('is no company number');

/** @param cell the text of a cell that isn't blank */
export function parseListedNumber(cell: string): ParsedNumber {
  if (parseCompanyNumber(cell) !== null || parseWrittenNumber(cell) !== null) return { kind: 'as_written' };
  if (cell.length > MAX_LENGTH) return NO_NUMBER;
  const text = normalisedText(cell);
  const core = CORE_TEXT.exec(text);
  if (core === null || !text.split(core[0]).every((edge) => EDGE_SIGNS.test(edge))) return NO_NUMBER;
  const [, firstDigit, decimals = '', exponent] = SCIENTIFIC_NUMBER.exec(core[0]) ?? [];
  if (firstDigit !== undefined) return parseScientific(`${firstDigit}${decimals}`, Number(exponent) + 1);
  return parseText(withoutDecimals(core[0]));
}

/** Returns the text in upper case, with special digits, blanks, quotes and dashes made ordinary. */
const normalisedText = (cell: string): string =>
  cell
    .replace(INVISIBLE, '')
    .replace(/[\uff01-\uff5e]/g, (wideCharacter) => String.fromCharCode(wideCharacter.charCodeAt(0) - 0xfee0))
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u2019/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .toUpperCase();

/** Reads `1.2012363E+07`. @param length the number of digits before the spreadsheet rounded it */
function parseScientific(digits: string, length: number): ParsedNumber {
  const whole = digits.slice(0, length);
  if (digits.length < length) return unreadableNumber('has lost digits in a spreadsheet');
  return /^0*$/.test(digits.slice(length)) ? parseDigits('', whole) : NO_NUMBER;
}

/** Drops `.0` or `,00`. Three zeros are kept, because they may be a group of thousands. */
function withoutDecimals(text: string): string {
  const [, whole, zeros] = ZERO_DECIMALS.exec(text) ?? [];
  return whole !== undefined && (zeros?.length !== 3 || /\d{4}$/.test(whole)) ? whole : text;
}

function parseText(text: string): ParsedNumber {
  let [rest, lastLabel] = [text, ''];
  for (let label = LEADING_LABEL.exec(rest); label !== null; label = LEADING_LABEL.exec(rest)) {
    const [whole, word = ''] = label;
    if (!LABEL_WORDS.has(word)) break;
    [rest, lastLabel] = [rest.slice(whole.length), word];
  }
  const [, prefix = '', rawNumber = ''] = PREFIXED_NUMBER.exec(rest) ?? [];
  if (prefix !== '' && parseCompanyNumber(`${prefix}000000`) === null) return NO_NUMBER;
  if (/^\d{4}[\dA-Z][A-Z]$/.test(rawNumber)) return parseDigits(prefix, rawNumber);
  if (DATE.test(rawNumber)) return unreadableNumber('may be a date');
  if (!SPACED_DIGITS.test(rawNumber) && !GROUPED_DIGITS.test(rawNumber)) return NO_NUMBER;
  const digitsOnly = rawNumber.replace(/\D/g, '');
  if (lastLabel === 'NO' && prefix === '' && digitsOnly.length < 7)
    return unreadableNumber(`may be NO${digitsOnly.padStart(6, '0')} or ${digitsOnly.padStart(8, '0')}`);
  return parseDigits(prefix, digitsOnly);
}

function parseDigits(prefix: string, digits: string): ParsedNumber {
  const number = `${prefix}${digits}`;
  const padded = `${prefix}${digits.padStart(8 - prefix.length, '0')}`;
  if (parseCompanyNumber(padded) === null) return NO_NUMBER;
  return padded === number ? { kind: 'mended', number } : { kind: 'short', number, padded };
}
