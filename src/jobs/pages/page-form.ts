/** Reads the parameters of a page, `cursor` and `limit`, and writes cursors and the JSON of a page. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { plainBytes, type KeptBytes } from '../../../packages/platform/src/bytes/deflated.js';
import type { PageTail } from '../status/job-bodies.js';
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import { parseQuery } from '../../../packages/platform/src/http/query/query-string.js';

export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 1_000;

export interface PageParameters {
  /** The cursor as sent. Undefined: none was sent. Null: it can't be a cursor, or was sent more than once. */
  readonly cursor: string | null | undefined;
  readonly limit: number;
}

/** Returns the limit, or the default for a missing or invalid value (Spec 9). */
function limitOf(values: readonly string[] | undefined): number {
  const [text = ''] = values ?? [];
  const limit = values?.length === 1 && /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MAX_LIMIT ? limit : DEFAULT_LIMIT;
}

/** Other parameters are ignored (Contract 2.7). */
export function pageParameters(queryText: string): PageParameters {
  const problems = new ProblemList();
  const query = parseQuery(queryText, problems);
  const cursors = query.get('cursor');
  const isCursorUnreadable = 'cursor' in problems.problems().errors;
  const singleCursor = cursors?.length === 1 ? cursors[0] : null;
  return {
    cursor: isCursorUnreadable ? null : cursors === undefined ? undefined : singleCursor,
    limit: limitOf(query.get('limit')),
  };
}

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

const jsonPiece = (json: string): KeptBytes => plainBytes(Buffer.from(json));
const COMMA = jsonPiece(',');

/** Yields `{"results":[…],"next_cursor":…}` in pieces. */
export async function* pagePieces(
  name: PagedEndpoint,
  entries: AsyncIterable<KeptBytes> | Iterable<KeptBytes>,
  tail: PageTail,
): AsyncGenerator<KeptBytes> {
  yield jsonPiece(`{"${name}":[`);
  let isFirst = true;
  for await (const entry of entries) {
    if (!isFirst) yield COMMA;
    isFirst = false;
    yield entry;
  }
  yield jsonPiece(`],${JSON.stringify(tail).slice(1)}`);
}

/** Collects all pieces, so that a small page has a known length and is sent in one write. */
export async function collectPieces(pieces: AsyncIterable<KeptBytes>): Promise<readonly KeptBytes[]> {
  const collectedPieces: KeptBytes[] = [];
  for await (const piece of pieces) collectedPieces.push(piece);
  return collectedPieces;
}
