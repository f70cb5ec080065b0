/**
 * Cuts the rows of a submission into chunks whose record and whose submitted rows each fit one append. Pure; the same
 * rows always give the same cuts, and each chunk's JSON is made once.
 */
import type { AskedRow } from '../../streams/rowdata/rowdata.events.js';
import { MAX_APPEND_BYTES } from '../../platform/event-store/event-store.js';
import { rowsOfChunks } from '../../shared/chunk-bounds.js';

/** Room for what RowsSubmitted says beside the rows. */
const HEAD_BYTES = 2_000;

/** Bytes of a chunk's rows as JSON. */
export const MAX_ROWS_BYTES = MAX_APPEND_BYTES - HEAD_BYTES;

export interface PlannedChunk {
  readonly from: number;
  readonly count: number;
  /** JSON array of the rows as asked. */
  readonly json: string;
}

/** One chunk from `from` on: `most` rows or fewer, as many as fit. One row always fits: its fields are bounded. */
function chunkFrom(rows: readonly AskedRow[], from: number, most: number): PlannedChunk {
  let count = Math.min(most, rows.length - from);
  for (;;) {
    const json = JSON.stringify(rows.slice(from, from + count));
    const bytes = Buffer.byteLength(json);
    if (bytes <= MAX_ROWS_BYTES || count === 1) return { from, count, json };
    // Fewer than before, since these bytes are too many.
    count = Math.max(1, Math.floor((count * MAX_ROWS_BYTES) / bytes));
  }
}

/** The chunks of a submission, in order. `most`: rows a chunk may have by its blocks (`maxChunkRows`). */
export function* planChunks(rows: readonly AskedRow[], most: number): Generator<PlannedChunk> {
  for (let from = 0; from < rows.length;) {
    const chunk = chunkFrom(rows, from, most);
    yield chunk;
    from += chunk.count;
  }
}

/** The same rows cut as an earlier plan cut them, for a request that finishes another's submission. */
export function* cutAt(rows: readonly AskedRow[], bounds: readonly number[]): Generator<PlannedChunk> {
  for (const { from, count } of rowsOfChunks({ chunks: bounds, rows: rows.length }))
    yield { from, count, json: JSON.stringify(rows.slice(from, from + count)) };
}
