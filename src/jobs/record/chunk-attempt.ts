/** Declares an attempt at a chunk, one try of a process to answer and record its rows, and its delivery. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { EventContext } from '../../streams/envelope.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { Editions, EnrichedRow } from '../../../packages/enrichment/src/index.js';
import type { NewEvent } from '../../../packages/platform/src/event-store/event-store.js';

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

/** The delivered rows of an attempt, with the events that will record them. */
export interface DeliveredChunk {
  readonly attempt: ChunkAttempt;
  /** The rows as delivered. A row whose data are too large for one append has failed. */
  readonly rows: readonly EnrichedRow[];
  /** The events of the record that refers to the delivered data. */
  readonly recordEvents: readonly NewEvent[];
}
