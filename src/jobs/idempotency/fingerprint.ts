/**
 * Keyed hashes of a request. Fingerprints are keyed by the idempotency key's own text, which is stored nowhere, so that
 * the small space of company numbers can't be searched from the log (Architecture 4.7).
 */
import { createHmac } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountId } from '../../shared/ids.js';

/** Characters hashed before other requests get a turn: about a millisecond's work. */
const SLICE = 262_144;

/** Where a slice of `text` that begins at `from` may end without cutting a character in two. */
function sliceEnd(text: string, from: number): number {
  const end = Math.min(from + SLICE, text.length);
  const last = text.charCodeAt(end - 1);
  const highSurrogate = last >= 0xd800 && last <= 0xdbff;
  return highSurrogate && end < text.length ? end - 1 : end;
}

/** HMAC-SHA256 of a text of any length, hex, without holding up the event loop. */
export async function keyedDigest(key: string | Uint8Array, text: string): Promise<string> {
  const hmac = createHmac('sha256', key);
  for (let from = 0; from < text.length;) {
    const end = sliceEnd(text, from);
    hmac.update(text.slice(from, end), 'utf8');
    from = end;
    if (from < text.length) await nextTurn();
  }
  return hmac.digest('hex');
}

/** Names a key's claim stream: it reveals nothing without the deployment's secret. */
export const idempotencyKeyHash = (secret: string, account: AccountId, key: string): string =>
  createHmac('sha256', secret).update(`idempotency\u0000${account}\u0000${key}`).digest('hex');

/** The salt of a submission with an idempotency key: the same for every process that may finish it. 32 hex digits. */
export const saltOf = (key: string, jobId: string): string =>
  createHmac('sha256', key).update(`salt\u0000${jobId}`).digest('hex').slice(0, 32);
