/** Delivered rows, as packs of the exact bytes that pages serve. Pages copy them and don't parse them. */
import type { BlockOutcome } from '../../packages/contract/src/row.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { DocumentPacking } from '../../packages/platform/src/bytes/deflated.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { chunkPart, keyOf, keysUnder, rowPart } from '../key-parts.js';

/** About 100 consecutive rows of one attempt. The body is their JSON joined by commas (see `packing`). */
export type ResultPackDocument = DocumentPacking & {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly from: number;
  readonly lengths: readonly number[];
};

/** The record of a chunk. Only packs of this attempt are shown. */
export type ResultChunkDocument = {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly attempt: string;
  readonly from: number;
  /** Recorded rows that the projection has seen so far: the packs of one record may come in two batches. */
  readonly count: number;
  /** The number of these rows that failed as a whole. The errors page lists them. */
  readonly failed: number;
  /** Rows that were recorded with pending blocks, ascending. A row stays here after its blocks are filled. */
  readonly pending: readonly number[];
};

/** A late block. The body is its envelope's JSON; `outcome` says why there is none. */
export type LateBlockDocument = {
  readonly job_id: JobId;
  readonly row: number;
  readonly block: BlockKey;
  readonly attempt: string;
  /** The id of the event that delivered the block; null where nothing was delivered. */
  readonly event_id: string | null;
  /** True if `BlockFilled` names this attempt. Pages show only recorded ones. */
  readonly recorded: boolean;
  /** The outcome in `BlockFilled`; null before that event. */
  readonly outcome: BlockOutcome | null;
};

export const RESULT_PACKS = typedCollection<ResultPackDocument>('result_packs');
export const RESULT_CHUNKS = typedCollection<ResultChunkDocument>('result_chunks');
export const LATE_BLOCKS = typedCollection<LateBlockDocument>('late_blocks');

export const resultPackKey = (job: JobId, chunk: number, attempt: string, from: number): string =>
  keyOf(job, chunkPart(chunk), attempt, rowPart(from));
/** Returns all packs of one attempt at a chunk, in row order. */
export const resultPackKeys = (job: JobId, chunk: number, attempt: string) =>
  keysUnder(job, chunkPart(chunk), attempt);
export const resultChunkKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
export const lateBlockKey = (job: JobId, row: number, block: BlockKey, attempt: string): string =>
  keyOf(job, rowPart(row), block, attempt);
/** Returns all late blocks of the rows from `first` (inclusive) to `end` (exclusive), in row order. */
export const lateBlockKeys = (job: JobId, first: number, end: number): { from: string; to: string } => ({
  from: keyOf(job, rowPart(first)),
  to: keyOf(job, rowPart(end)),
});
