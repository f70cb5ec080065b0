/**
 * Cursors: opaque, signed, bound to one job and one endpoint (Contract 3.13). Four bytes say at which row to go on,
 * twelve are the signature.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JobId } from '../../shared/ids.js';

export type PagedEndpoint = 'results' | 'errors';

const ROW_BYTES = 4;
const SEAL_BYTES = 12;
const FORM = /^[A-Za-z0-9_-]{22}$/;

const seal = (secret: string, endpoint: PagedEndpoint, job: JobId, row: number): Buffer =>
  createHmac('sha256', secret).update(`cursor ${endpoint} ${job} ${row}`).digest().subarray(0, SEAL_BYTES);

export interface CursorScope {
  readonly secret: string;
  readonly endpoint: PagedEndpoint;
  readonly job: JobId;
}

/** @param row the first row of the next page */
export function writeCursor({ secret, endpoint, job }: CursorScope, row: number): string {
  const bytes = Buffer.alloc(ROW_BYTES);
  bytes.writeUInt32BE(row);
  return Buffer.concat([bytes, seal(secret, endpoint, job, row)]).toString('base64url');
}

/** The row, or null for anything that `writeCursor` did not write for this job and endpoint. */
export function readCursor({ secret, endpoint, job }: CursorScope, cursor: string): number | null {
  if (!FORM.test(cursor)) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  // The last character has bits to spare: only the one spelling that we write is taken.
  if (bytes.toString('base64url') !== cursor) return null;
  const row = bytes.readUInt32BE();
  return timingSafeEqual(bytes.subarray(ROW_BYTES), seal(secret, endpoint, job, row)) ? row : null;
}
