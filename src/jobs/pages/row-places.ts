/** Which chunks a stretch of rows lies in. Chunk bounds are fixed when the job is submitted. */

export interface ChunkRange {
  readonly chunk: number;
  /** First row of the chunk, and the row after its last. */
  readonly first: number;
  readonly end: number;
}

export interface ChunkBounds {
  /** First row of each chunk, ascending from 0. */
  readonly chunks: readonly number[];
  readonly rows: number;
}

export const chunkAt = ({ chunks, rows }: ChunkBounds, chunk: number): ChunkRange => ({
  chunk,
  first: chunks[chunk] ?? rows,
  end: chunks[chunk + 1] ?? rows,
});

/** The chunk that holds this row. */
export function chunkOfRow({ chunks }: ChunkBounds, row: number): number {
  let low = 0;
  let high = chunks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((chunks[middle] ?? Infinity) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The part of each chunk that lies in the rows from `from` (inclusive) to `end` (exclusive). */
export function stretches(bounds: ChunkBounds, from: number, end: number): ChunkRange[] {
  const parts: ChunkRange[] = [];
  for (let chunk = chunkOfRow(bounds, from); chunk < bounds.chunks.length; chunk++) {
    const range = chunkAt(bounds, chunk);
    if (range.first >= end) break;
    parts.push({ chunk, first: Math.max(range.first, from), end: Math.min(range.end, end) });
  }
  return parts;
}
