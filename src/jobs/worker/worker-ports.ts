/** What a worker needs from outside, beside the ports of every job handler, and how it is set. */
import type { RowCounts } from '../../streams/job/job.events.js';
import type { LeaseTerms } from '../../platform/coordination/lease.js';
import type { JobId } from '../../shared/ids.js';

/** An attempt at a chunk that has ended. */
export interface RecordedChunk {
  readonly rows: number;
  /** Charged with the record. */
  readonly units: number;
  readonly milliseconds: number;
  /** Whether the record is this attempt's. */
  readonly won: boolean;
  /** Whether another worker had begun the chunk. */
  readonly takeover: boolean;
}

/** An id of this worker: a text. */
export const WORKER_NAME = Symbol('WORKER_NAME');
export const WORK_METRICS = Symbol('WORK_METRICS');
/** `WorkerOptions`, every one of them. */
export const WORKER_OPTIONS = Symbol('WORKER_OPTIONS');

/** What can be counted of the work. Implemented by telemetry; nothing here depends on it. */
export interface WorkMetrics {
  chunkRecorded(chunk: RecordedChunk): void;
  /** With its last chunk, completed here. */
  jobEnded(job: { status: string; counts: RowCounts; milliseconds: number }): void;
  blocksFilled(blocks: number): void;
  rowsErased(chunks: number): void;
}

export const NO_METRICS: WorkMetrics = {
  chunkRecorded: () => undefined,
  jobEnded: () => undefined,
  blocksFilled: () => undefined,
  rowsErased: () => undefined,
};

/** Where a worker says what went wrong; pino's loggers have this shape. */
export interface WorkLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WorkerOptions {
  /** Chunks under way at once, so that waiting for the store overlaps with matching. */
  readonly chunksAtOnce: number;
  readonly lease: LeaseTerms;
  /** Live checks under way at once. */
  readonly liveChecksAtOnce: number;
  /** Milliseconds that `stop` waits for chunks under way. */
  readonly drainMs: number;
  /** Milliseconds before a chunk that failed, or that another worker has, is looked at again. */
  readonly retryMs: number;
  /** Milliseconds between two looks for work that nothing announces: lapsed leases, resolves left behind. */
  readonly patrolMs: number;
  /** Milliseconds from one reading of the log's end to the next: events gather meanwhile. */
  readonly gatherMs: number;
  /** Milliseconds between two rounds of the eraser. */
  readonly eraseMs: number;
}

export const DEFAULT_OPTIONS: WorkerOptions = {
  chunksAtOnce: 4,
  lease: { ttlMs: 6_000, heartbeatMs: 1_500 },
  liveChecksAtOnce: 16,
  drainMs: 10_000,
  retryMs: 1_000,
  patrolMs: 500,
  gatherMs: 20,
  eraseMs: 15_000,
};

/** A job's chunk, for logs. */
export const chunkFields = (job: JobId, chunk: number): { job_id: JobId; chunk: number } => ({
  job_id: job,
  chunk,
});
