/** One attempt at a chunk: the data to answer its rows and to write its events. */
import type { SubmittedRow } from '../../../packages/contract/src/row.js';
import type { EventContext } from '../../streams/envelope.js';
import type { Submission } from '../../streams/job/job.events.js';
import type { Editions } from '../../../packages/enrichment/src/index.js';

export interface ChunkAttempt {
  readonly submission: Submission;
  readonly chunk: number;
  /** A ULID: no two attempts, in whatever process, share an event id. */
  readonly attempt: string;
  readonly editions: Editions;
  /** First row of the chunk. */
  readonly from: number;
  readonly rows: readonly SubmittedRow[];
  readonly context: EventContext;
}
