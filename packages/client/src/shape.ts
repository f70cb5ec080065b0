/** What an answer must have before it is used: a proxy, a broken server or a hostile one answers anything. */
import { CompanyDataError } from './errors.js';

/** The maximum number of rows that any job has (Spec 9). */
export const MAX_ROWS = 250_000;

/** An answer in JSON that is not what the description promises. */
export const unexpected = (what: string): CompanyDataError =>
  new CompanyDataError('unexpected_answer', `The service answered something unexpected: ${what}.`);

/** The fields of an object; none of anything else. */
export const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

export const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

export const isCount = (value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): value is number =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most;

/** Whether the value is a time, such as ISO 8601. */
export const isTime = (value: unknown): value is string => isText(value) && !Number.isNaN(Date.parse(value));

/** The fields by their names: the same object in JSON, in whatever order it was written. */
export const inOrder = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));

/** SHA-256 of a text, in hexadecimal digits. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A time that the service asks to be waited, within bounds; milliseconds. */
export const boundedWait = (value: unknown, otherwise: number, least: number, most: number): number =>
  typeof value === 'number' && !Number.isNaN(value) ? Math.min(Math.max(value, least), most) : otherwise;
