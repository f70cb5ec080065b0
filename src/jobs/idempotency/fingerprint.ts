/** Hashes requests, keyed so that nobody finds one by hashing all company numbers (Architecture 4.7). */
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountId } from '../../../packages/contract/src/ids.js';

/** Characters hashed before other requests get a turn: about a millisecond of work. */
const SLICE_CHARACTERS = 262_144;

/** Returns the end of the slice that begins at `from`. The end does not cut a character in two. */
function sliceEnd(text: string, from: number): number {
  const end = Math.min(from + SLICE_CHARACTERS, text.length);
  const lastCode = text.charCodeAt(end - 1);
  const isHighSurrogate = lastCode >= 0xd800 && lastCode <= 0xdbff;
  return isHighSurrogate && end < text.length ? end - 1 : end;
}

/** Returns the HMAC-SHA256 (hex) of a text of any length, without blocking the event loop. */
export const keyedDigest = (key: string | Uint8Array, text: string): Promise<string> =>
  digestInTurns(createHmac('sha256', key), text);

/** Returns the SHA-256 (hex) of a canonical request, for its receipt. It does not block the event loop. */
export const requestDigest = (canonical: string): Promise<string> =>
  digestInTurns(createHash('sha256'), canonical);

async function digestInTurns(hasher: Hmac | Hash, text: string): Promise<string> {
  for (let from = 0; from < text.length;) {
    const end = sliceEnd(text, from);
    hasher.update(text.slice(from, end), 'utf8');
    from = end;
    if (from < text.length) await nextTurn();
  }
  return hasher.digest('hex');
}

/** Returns the hash that names a key's claim stream. It reveals nothing without the deployment's secret. */
export const idempotencyKeyHash = (secret: string, account: AccountId, key: string): string =>
  createHmac('sha256', secret).update(`idempotency\u0000${account}\u0000${key}`).digest('hex');

/** Returns the salt of a submission with a key (32 hex digits). Every process finds the same salt. */
export const submissionSalt = (key: string, jobId: string): string =>
  createHmac('sha256', key).update(`salt\u0000${jobId}`).digest('hex').slice(0, 32);
