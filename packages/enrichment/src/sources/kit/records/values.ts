/** Reads unchecked values of parsed JSON, or of cells. A missing value is null. */
import { parseIsoDate, type IsoDate } from '../../../../../words/src/calendar.js';
import {
  completeCompanyNumber,
  companyNumberProblem,
  parsePublishedNumber,
  type CompanyNumber,
} from '../../../../../words/src/company-number.js';
import { UnreadableRecord } from './form.js';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws UnreadableRecord */
export function objectOf(value: unknown, valueName: string): JsonObject {
  if (isObject(value)) return value;
  throw new UnreadableRecord(`${valueName} is not an object`);
}

/** The value as an object; empty for any other type. */
export const partOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const NONE: readonly JsonObject[] = [];

/** The items of a list that are objects. */
export const objectsOf = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) && value.length > 0 ? (value as readonly unknown[]).filter(isObject) : NONE;

/** The objects of a list, or a single object as a list. */
export const oneOrMore = (value: unknown): readonly JsonObject[] =>
  objectsOf(Array.isArray(value) ? value : [value]);

/** Matches control characters and characters that change the direction of text. */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g;

/** Matches text that needs no change, as most filed text is. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;

/** Text as filed, without unseen characters and outer blanks, cut at `maxLength` characters (code points). */
export function textOf(value: unknown, maxLength = 1_000): string | null {
  if (typeof value !== 'string') return null;
  const text = PLAIN.test(value) ? value : value.replace(UNSEEN, ' ').trim();
  if (text === '') return null;
  return text.length <= maxLength ? text : [...text].slice(0, maxLength).join('');
}

/** An id as text, from `101` or `"101"`. Null: neither, or the number is too large to be exact. */
export const idTextOf = (value: unknown): string | null =>
  Number.isSafeInteger(value) ? String(value) : textOf(value);

const DECIMAL = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** A number, written as a number or as text: `1500`, `"1500.00"`, `"1,500"`. Null for any other value. */
export function amountOf(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = DECIMAL.test(text) ? Number(text.replaceAll(',', '')) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** The day of a day or an instant. */
export const isoDayOf = (value: unknown): IsoDate | null =>
  typeof value === 'string' ? parseIsoDate(value.slice(0, 10)) : null;

/** Matches a time that at most lacks milliseconds. */
const OUR_INSTANT = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{3})?Z$/;
const WITHOUT_MILLISECONDS = '2000-01-01T00:00:00Z'.length;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?$/;

/** A time in UTC that can be compared as text. A time without a zone is UTC. @throws UnreadableRecord */
export function instantOf(value: unknown, field: string): string {
  if (typeof value === 'string' && OUR_INSTANT.test(value) && parseIsoDate(value.slice(0, 10)) !== null)
    return value.length > WITHOUT_MILLISECONDS ? value : `${value.slice(0, -1)}.000Z`;
  const text = typeof value === 'string' && INSTANT.test(value) ? value : '';
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(at.getTime())) throw new UnreadableRecord(`${field} is not an instant`);
  return at.toISOString();
}

export const wholeNumberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null;
};

/** A company number as the register prints it, with lost zeros restored. @throws UnreadableRecord */
export function publishedNumber(value: unknown): CompanyNumber {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = parsePublishedNumber(text) ?? completeCompanyNumber(text);
  if (number === null) throw new UnreadableRecord(companyNumberProblem(text));
  return number;
}
