/** One document a chunk of a job: what is there to do, what is being done, what a cancel skipped. */
import type { Collection } from '../../src/streams/job/job.events.js';
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId, JobId } from '../../src/shared/ids.js';
import { chunkPart, keyOf } from '../key-parts.js';

/** `skipped`: not started when the cancel was recorded; its rows are never delivered and never billed. */
export type ChunkState = 'waiting' | 'started' | 'done' | 'skipped';

export type WorkQueueDocument = {
  readonly job_id: JobId;
  readonly account_id: AccountId;
  readonly chunk: number;
  /** First row and number of rows. */
  readonly from: number;
  readonly count: number;
  readonly state: ChunkState;
  /** Of the last ChunkStarted. */
  readonly attempt: string | null;
  readonly editions: Readonly<Record<string, string>> | null;
  readonly started_at: string | null;
  /** No worker may take the chunk before this time (ISO), while its request works on it. */
  readonly inline_until: string | null;
  readonly collection: Collection;
  readonly idempotent: boolean;
  readonly stored: boolean;
};

/** Documents stay until the job's rows are erased: pages ask which chunks were skipped. */
export const WORK_QUEUE = typedCollection<WorkQueueDocument>('work_queue', [
  { name: 'by_job_state', fields: ['job_id', 'state', 'chunk'] },
  { name: 'by_state', fields: ['state', 'job_id', 'chunk'] },
]);

export const workQueueKey = (job: JobId, chunk: number): string => keyOf(job, chunkPart(chunk));
