/**
 * Where charges stand, found by the id of a charge alone. An id is a digest of job and row, so it can't be read
 * backwards; four letters of each are kept, row by row, in one document a chunk: a small fraction of the charges
 * themselves, read whole for one look-up. Charges that come singly have a document each, ordered by their ids.
 */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { JobId } from '../../src/shared/ids.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { chunkPart, keyOf } from '../key-parts.js';

/** Letters of a print: 24 bits of the id as base64url, so that a chunk of 500 rows is met by chance once in 30,000. */
export const PRINT_LENGTH = 4;

/** The rows that one chunk recorded, from its first record with a charge on; row `from + i` has the i-th print. */
export type ChunkPrintsDocument = {
  readonly job_id: JobId;
  readonly from: number;
  readonly prints: string;
};

/** A charge of a record of few rows, or of a late block. */
export type SinglePlaceDocument = {
  readonly job_id: JobId;
  readonly row: number;
  /** Of a late block; null for the charge of a whole row. */
  readonly block: BlockKey | null;
};

export const CHUNK_PRINTS = typedCollection<ChunkPrintsDocument>('charge_prints');
export const SINGLE_PLACES = typedCollection<SinglePlaceDocument>('charge_singles');

/** A record of fewer rows has a document for each of them. */
export const FEW_ROWS = 16;

/** Of an id as it is written: 8-4-4-4-12 hex digits; the first eight are no version or variant. */
export const printOf = (chargeId: string): string =>
  Buffer.from(chargeId.slice(0, 6), 'hex').toString('base64url');

export const printsOf = (job: JobId, from: number, count: number): string => {
  let prints = '';
  for (let row = from; row < from + count; row++) prints += printOf(rowEventId(job, row, 'RowCharged'));
  return prints;
};

export const chunkPrintsKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
export const singlePlaceKey = (chargeId: string): string => chargeId;
