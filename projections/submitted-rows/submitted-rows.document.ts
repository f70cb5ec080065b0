/** Rows as asked, one document a chunk. Pages show them in place of rows that are pending or were skipped. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { chunkPart, keyOf } from '../key-parts.js';

/** The body is the JSON array of the rows (`SubmittedRow`). */
export type SubmittedRowsDocument = {
  readonly job_id: JobId;
  readonly chunk: number;
  readonly from: number;
  readonly count: number;
};

export const SUBMITTED_ROWS = typedCollection<SubmittedRowsDocument>('submitted_rows');

export const submittedRowsKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
