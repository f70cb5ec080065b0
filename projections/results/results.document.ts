/** What was delivered, as packs of the exact bytes that are served; they are copied as they are kept, never parsed. */
import type { BlockOutcome } from '../../src/streams/rows/rows.events.js';
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { SaysPacking } from '../../src/shared/deflated.js';
import type { JobId } from '../../src/shared/ids.js';
import { chunkPart, keyOf, keysUnder, rowPart } from '../key-parts.js';

/** About 100 consecutive rows of one attempt. The document's body is the rows' JSON joined by commas, kept as it says. */
export type ResultPackDocument = SaysPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  /** The first row. */
  readonly from: number;
  /** Bytes of each row's JSON. */
  readonly lengths: readonly number[];
};

/** The record of a chunk: only packs of this attempt were ever delivered. */
export type ResultChunkDocument = {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly from: number;
  /** Rows recorded and seen so far: the packs of one record may come in two batches. */
  readonly count: number;
  /** Of these, how many failed as a whole: what the errors page will list of this chunk. */
  readonly failed: number;
  /** Rows that were recorded with pending blocks, ascending; they stay here when the blocks are filled. */
  readonly pending: readonly number[];
};

/**
 * A block that came after its row. The document's body is the envelope's JSON; it has none where nothing was delivered;
 * `outcome` then says why.
 */
export type LateBlockDocument = {
  readonly job_id: JobId;
  readonly row: number;
  readonly block: BlockKey;
  readonly attempt: string;
  /** The data event, or null where there is none. */
  readonly event_id: string | null;
  /**
   * True once the fact stands in the log: only then is it shown. Several attempts may have written here; one of them is
   * recorded.
   */
  readonly recorded: boolean;
  /** As recorded. */
  readonly outcome: BlockOutcome | null;
};

export const RESULT_PACKS = typedCollection<ResultPackDocument>('result_packs');
export const RESULT_CHUNKS = typedCollection<ResultChunkDocument>('result_chunks');
export const LATE_BLOCKS = typedCollection<LateBlockDocument>('late_blocks');

export const resultPackKey = (job: JobId, chunk: number, attempt: string, from: number): string =>
  keyOf(job, chunkPart(chunk), attempt, rowPart(from));
/** All packs of one attempt at a chunk, in row order. */
export const resultPackKeys = (job: JobId, chunk: number, attempt: string): { from: string; to: string } =>
  keysUnder(job, chunkPart(chunk), attempt);
export const resultChunkKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
export const lateBlockKey = (job: JobId, row: number, block: BlockKey, attempt: string): string =>
  keyOf(job, rowPart(row), block, attempt);
/** All late blocks of the rows from `first` (inclusive) to `end` (exclusive), in row order. */
export const lateBlockKeys = (job: JobId, first: number, end: number): { from: string; to: string } => ({
  from: keyOf(job, rowPart(first)),
  to: keyOf(job, rowPart(end)),
});
