/** Finds the chunks that hold a range of rows. The bounds of chunks are fixed when the job is submitted. */
import { rowsOfChunk, type ChunkBounds } from '../../streams/job/chunk-bounds.js';

export interface ChunkRange {
  readonly chunk: number;
  readonly first: number;
  readonly end: number;
}

export function chunkAt(bounds: ChunkBounds, chunk: number): ChunkRange {
  const { from, count } = rowsOfChunk(bounds, chunk);
  return { chunk, first: from, end: from + count };
}

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

/** Returns the part of each chunk that lies in the rows from `from` (inclusive) to `end` (exclusive). */
export function splitByChunk(bounds: ChunkBounds, from: number, end: number): ChunkRange[] {
  const parts: ChunkRange[] = [];
  for (let chunk = chunkOfRow(bounds, from); chunk < bounds.chunks.length; chunk++) {
    const range = chunkAt(bounds, chunk);
    if (range.first >= end) break;
    parts.push({ chunk, first: Math.max(range.first, from), end: Math.min(range.end, end) });
  }
  return parts;
}
