/** Cuts the rows of a submission into chunks, in all processes alike. Pure. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import { MAX_APPEND_BYTES } from '../../../packages/platform/src/event-store/event-store.js';
import { rowsOfChunks } from '../../streams/job/chunk-bounds.js';

/** The most bytes of a chunk's rows as JSON. The rest is for the other fields of RowsSubmitted. */
export const MAX_ROWS_BYTES = MAX_APPEND_BYTES - 2_000;

export interface PlannedChunk {
  /** The index, in the submission, of the chunk's first row. */
  readonly from: number;
  readonly count: number;
  /** JSON array of the submitted rows. */
  readonly json: string;
}

/** Returns the chunk at `from`: at most `maxRows` rows, or fewer (at least one) if their JSON is long. */
function chunkFrom(rows: readonly SubmittedRow[], from: number, maxRows: number): PlannedChunk {
  let count = Math.min(maxRows, rows.length - from);
  for (;;) {
    const json = JSON.stringify(rows.slice(from, from + count));
    const byteCount = Buffer.byteLength(json);
    if (byteCount <= MAX_ROWS_BYTES || count === 1) return { from, count, json };
    count = Math.max(1, Math.floor((count * MAX_ROWS_BYTES) / byteCount));
  }
}

/** Yields the chunks of a submission. @param maxRows the most rows whose record fits one append */
export function* planChunks(rows: readonly SubmittedRow[], maxRows: number): Generator<PlannedChunk> {
  for (let from = 0; from < rows.length;) {
    const chunk = chunkFrom(rows, from, maxRows);
    yield chunk;
    from += chunk.count;
  }
}

/** Yields chunks with the bounds of an earlier plan, to finish an equal request's submission. */
export function* cutAtBounds(
  rows: readonly SubmittedRow[],
  bounds: readonly number[],
): Generator<PlannedChunk> {
  for (const { from, count } of rowsOfChunks({ chunks: bounds, rows: rows.length }))
    yield { from, count, json: JSON.stringify(rows.slice(from, from + count)) };
}
