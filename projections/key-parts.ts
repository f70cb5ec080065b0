/**
 * The parts that keys of documents are made of. Keys order as text the way their numbers and times do, so that a page,
 * a job or an account is one range of keys.
 */
import type { AccountId, JobId } from '../src/shared/ids.js';

/** Stands between the parts of a key; lower than every character that a part is made of. */
const SEPARATOR = '.';
/** The character after the separator: where the keys under a prefix end. */
const AFTER_SEPARATOR = '/';

/** The parts of a key, first the widest. */
export const keyOf = (...parts: readonly string[]): string => parts.join(SEPARATOR);

/** Every key that has more parts after these: `from` inclusive, `to` exclusive. */
export function keysUnder(...parts: readonly string[]): { readonly from: string; readonly to: string } {
  const prefix = keyOf(...parts);
  return { from: prefix + SEPARATOR, to: prefix + AFTER_SEPARATOR };
}

export const accountPart = (account: AccountId): string => String(account).padStart(12, '0');
export const rowPart = (row: number): string => String(row).padStart(9, '0');
export const chunkPart = (chunk: number): string => String(chunk).padStart(6, '0');

/** All keys of one job in a collection whose keys begin with the job's id and go on. */
export const keysOfJob = (job: JobId): { readonly from: string; readonly to: string } => keysUnder(job);
