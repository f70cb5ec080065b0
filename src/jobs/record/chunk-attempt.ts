/** Declares an attempt at a chunk: one try of a process to answer and record the rows of the chunk. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { EventContext } from '../../streams/envelope.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { Editions } from '../../../packages/enrichment/src/index.js';

/** The data that an attempt needs to answer the rows and to write their events. */
export interface ChunkAttempt {
  readonly submission: Submission;
  readonly chunk: number;
  /** A ULID. It is part of the attempt's event ids, so no two attempts write the same id. */
  readonly attemptId: string;
  readonly editions: Editions;
  /** The index of the chunk's first row in the submission. */
  readonly firstRow: number;
  readonly rows: readonly SubmittedRow[];
  readonly context: EventContext;
}
