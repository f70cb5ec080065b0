/** The bounds of a job's chunks, fixed at its submission. */
export interface ChunkBounds {
  /** First row of each chunk, ascending from 0. */
  readonly chunks: readonly number[];
  readonly rows: number;
}

export interface ChunkRows {
  readonly from: number;
  readonly count: number;
}

export function rowsOfChunk({ chunks, rows }: ChunkBounds, chunk: number): ChunkRows {
  const from = chunks[chunk] ?? rows;
  return { from, count: (chunks[chunk + 1] ?? rows) - from };
}

export const rowsOfChunks = (bounds: ChunkBounds): readonly ChunkRows[] =>
  bounds.chunks.map((_from, chunk) => rowsOfChunk(bounds, chunk));
