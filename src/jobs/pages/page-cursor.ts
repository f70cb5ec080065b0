/** Writes and reads the signed cursors of pages. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JobId } from '../../../packages/contract/src/ids.js';

export type PagedEndpoint = 'results' | 'errors';

const ROW_BYTES = 4;
const SIGNATURE_BYTES = 12;
const CURSOR_FORM = /^[A-Za-z0-9_-]{22}$/;

const signatureOf = (secret: string, endpoint: PagedEndpoint, job: JobId, row: number): Buffer =>
  createHmac('sha256', secret)
    .update(`cursor ${endpoint} ${job} ${row}`)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

/** A cursor is opaque, signed, and bound to one job and endpoint (Contract 3.13). */
export interface CursorScope {
  readonly secret: string;
  readonly endpoint: PagedEndpoint;
  readonly job: JobId;
}

/** @param row the first row of the next page */
export function writeCursor({ secret, endpoint, job }: CursorScope, row: number): string {
  const bytes = Buffer.alloc(ROW_BYTES);
  bytes.writeUInt32BE(row);
  return Buffer.concat([bytes, signatureOf(secret, endpoint, job, row)]).toString('base64url');
}

/** Returns the cursor's row; null for any text not written for this job and endpoint by `writeCursor`. */
export function readCursor({ secret, endpoint, job }: CursorScope, cursor: string): number | null {
  if (!CURSOR_FORM.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  // The last character has unused bits, so several texts decode to the same bytes. Only ours is accepted.
  if (bytes.toString('base64url') !== cursor) return null;
  const row = bytes.readUInt32BE();
  return timingSafeEqual(bytes.subarray(ROW_BYTES), signatureOf(secret, endpoint, job, row)) ? row : null;
}
