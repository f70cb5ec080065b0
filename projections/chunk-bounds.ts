/** The rows of each chunk, as the submission fixed them. */
import type { Submission } from '../src/streams/job/job.events.js';

export const chunkBounds = ({
  chunks,
  rows,
}: Pick<Submission, 'chunks' | 'rows'>): readonly { readonly from: number; readonly count: number }[] =>
  chunks.map((from, chunk) => ({ from, count: (chunks[chunk + 1] ?? rows) - from }));
