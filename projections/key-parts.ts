/** Builds document keys. Their text has the order of numbers and times: a job or page is one range. */
import type { AccountId, JobId } from '../packages/contract/src/ids.js';

/** Between the parts of a key. Sorts before every character of a part. */
const SEPARATOR = '.';
/** The next character after the separator: the keys under a prefix end before it. */
const AFTER_SEPARATOR = '/';

/** Joins the parts of a key; the widest comes first. */
export const keyOf = (...parts: readonly string[]): string => parts.join(SEPARATOR);

/** Returns the range of keys that begin with these parts and have more. */
export function keysUnder(...parts: readonly string[]): { readonly from: string; readonly to: string } {
  const prefix = keyOf(...parts);
  return { from: prefix + SEPARATOR, to: prefix + AFTER_SEPARATOR };
}

/** Returns a text that sorts after every key and index value with this beginning. */
export const endOfPrefix = (text: string): string => `${text}~`;

export const accountPart = (account: AccountId): string => String(account).padStart(12, '0');
export const rowPart = (row: number): string => String(row).padStart(9, '0');
export const chunkPart = (chunk: number): string => String(chunk).padStart(6, '0');

/** Returns the keys of a job, where keys are the job's id and more parts. */
export const keysOfJob = (job: JobId) => keysUnder(job);
