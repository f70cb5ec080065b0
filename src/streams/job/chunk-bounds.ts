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

/** First row of a chunk and how many rows it has. */
export function rowsOfChunk({ chunks, rows }: ChunkBounds, chunk: number): ChunkRows {
  const from = chunks[chunk] ?? rows;
  return { from, count: (chunks[chunk + 1] ?? rows) - from };
}

/** The rows of every chunk, in order. */
export const rowsOfChunks = (bounds: ChunkBounds): readonly ChunkRows[] =>
  bounds.chunks.map((_from, chunk) => rowsOfChunk(bounds, chunk));
