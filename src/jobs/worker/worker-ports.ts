/** Declares the options of a worker, and the ports that it needs in addition to those of all job handlers. */
import type { LeaseTerms } from '../../../packages/platform/src/coordination/lease.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

/** A finished attempt at a chunk, as the metrics count it. */
interface FinishedAttempt {
  readonly rows: number;
  readonly units: number;
  readonly durationMs: number;
  readonly hasWon: boolean;
  /** True if another worker had started the chunk before. */
  readonly isTakeover: boolean;
}

/** Token of this worker's id, a text. */
export const WORKER_NAME = Symbol('WORKER_NAME');
export const WORK_METRICS = Symbol('WORK_METRICS');
/** Token of complete `WorkerOptions`. */
export const WORKER_OPTIONS = Symbol('WORKER_OPTIONS');

/** Counts the work of a worker (`work-counters.ts`). No work depends on the counts. */
export interface WorkMetrics {
  chunkRecorded(attempt: FinishedAttempt): void;
  /** Is called when this worker has completed the last chunk of a job. */
  jobEnded(job: { status: string; durationMs: number }): void;
  blocksFilled(blocks: number): void;
  chunksErased(chunks: number): void;
}

export const NO_METRICS: WorkMetrics = {
  chunkRecorded: () => undefined,
  jobEnded: () => undefined,
  blocksFilled: () => undefined,
  chunksErased: () => undefined,
};

/** The log of a worker; pino's loggers have this shape. */
export interface WorkLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface WorkerOptions {
  /** Chunks under way at once. With several, a chunk is matched while another waits for the store. */
  readonly chunksAtOnce: number;
  readonly lease: LeaseTerms;
  readonly liveChecksAtOnce: number;
  /** The time that `stop` waits for chunks under way. */
  readonly drainMs: number;
  /** The time before a chunk that failed, or that another worker holds, is tried again. */
  readonly retryMs: number;
  /** The time between two searches for work that no event announces: lapsed leases, unfinished resolves. */
  readonly patrolMs: number;
  /** The time between two reads of the log's end, in which events gather. */
  readonly gatherMs: number;
  /** The time between two rounds of the eraser. */
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

/** Returns the fields that name a chunk in logs. */
export const chunkFields = (job: JobId, chunk: number): { job_id: JobId; chunk: number } => ({
  job_id: job,
  chunk,
});
