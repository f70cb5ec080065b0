/** Entries of the errors page as they are served. The reader of the page adds the entries of skipped rows. */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { SaysPacking } from '../../src/shared/deflated.js';
import type { JobId } from '../../src/shared/ids.js';
import { chunkPart, keyOf, keysUnder, rowPart } from '../key-parts.js';

/**
 * The entries of one pack; a pack without entries has no document. The body is the entries' JSON joined by
 * commas, kept as `packing` says. Served only if `result_chunks` names the attempt.
 */
export type ErrorPackDocument = SaysPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  /** The rows that failed as a whole, ascending, and the bytes of each entry. */
  readonly rows: readonly number[];
  readonly lengths: readonly number[];
};

export const ERROR_PACKS = typedCollection<ErrorPackDocument>('error_packs');

/** @param from the first row of the pack of results that the entries belong to */
export const errorPackKey = (job: JobId, chunk: number, attempt: string, from: number): string =>
  keyOf(job, chunkPart(chunk), attempt, rowPart(from));
/** The keys of all packs of one attempt at a chunk, in row order. */
export const errorPackKeys = (job: JobId, chunk: number, attempt: string): { from: string; to: string } =>
  keysUnder(job, chunkPart(chunk), attempt);
