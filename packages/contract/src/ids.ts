/** The ids that the API shows (Contract 4.1). */
import type { Brand } from '../../words/src/brand.js';

/** `job_` and 26 characters of a ULID, so ids sort by time of submission. */
export type JobId = Brand<string, 'JobId'>;
/** An integer from 1001 up. */
export type AccountId = Brand<number, 'AccountId'>;
/** `adj_` and 26 characters, derived from what the adjustment takes back or restores. */
export type AdjustmentId = Brand<string, 'AdjustmentId'>;
/** 12 characters of `[a-z0-9]`. It may be logged and quoted. */
export type KeyId = Brand<string, 'KeyId'>;

export type KeyEnvironment = 'live' | 'test';
export type KeyScope = 'read' | 'enrich';

export const FIRST_ACCOUNT_ID = 1001;

const ULID_DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const JOB_ID = /^job_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ADJUSTMENT_ID = /^adj_[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const KEY_ID = /^[a-z0-9]{12}$/;

export const jobIdFrom = (ulid: string): JobId => `job_${ulid}` as JobId;
/** The time at which a job id was made, in ms since 1970: the first ten characters of its ULID. */
export const timeOfJobId = (job: JobId): number =>
  [...job.slice(4, 14)].reduce((time, digit) => time * 32 + ULID_DIGITS.indexOf(digit), 0);
/** A text that sorts before all job ids made at this time or later, and after all made before. */
export function jobIdsFrom(time: number): string {
  let digits = '';
  for (let rest = time; digits.length < 10; rest = Math.floor(rest / 32))
    digits = `${ULID_DIGITS[rest % 32] ?? ''}${digits}`;
  return `job_${digits}`;
}
export const parseJobId = (text: string): JobId | null => (JOB_ID.test(text) ? (text as JobId) : null);
/** Writes the 128 bits of a derived id (`derived-id.ts`), 5 in a character. */
export function adjustmentIdFrom(uuid: string): AdjustmentId {
  let bits = BigInt(`0x${uuid.replaceAll('-', '')}`);
  let text = '';
  for (let place = 0; place < 26; place++, bits >>= 5n)
    text = `${ULID_DIGITS[Number(bits & 31n)] ?? ''}${text}`;
  return `adj_${text}` as AdjustmentId;
}
export const parseAdjustmentId = (text: string): AdjustmentId | null =>
  ADJUSTMENT_ID.test(text) ? (text as AdjustmentId) : null;
export const parseKeyId = (text: string): KeyId | null => (KEY_ID.test(text) ? (text as KeyId) : null);

/** An account id as the command line writes it, or null. */
export function parseAccountId(text: string): AccountId | null {
  return /^[1-9]\d{3,14}$/.test(text) && Number(text) >= FIRST_ACCOUNT_ID
    ? (Number(text) as AccountId)
    : null;
}
