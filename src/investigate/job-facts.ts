/**
 * Reads a job's own stream without the decider of the write side: an investigation must not share the rules
 * that it checks.
 */
import type { LoggedEvent } from '../streams/index.js';
import type {
  ChunkCompleted,
  ChunkStarted,
  JobCancelRequested,
  JobCancelled,
  JobCompleted,
  JobEvent,
  JobHeld,
  JobRowsErased,
  JobSubmitted,
  Submission,
} from '../streams/job/job.events.js';
import { decodeJobEvent, jobStream } from '../streams/job/job.events.js';
import type { Logged } from '../streams/envelope.js';
import { rowsOfChunks } from '../streams/job/chunk-bounds.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

export interface JobChunkFacts {
  readonly chunk: number;
  /** Index of the first row; `count` rows in all. */
  readonly from: number;
  readonly count: number;
  readonly starts: Logged<ChunkStarted>[];
  completed: Logged<ChunkCompleted> | null;
}

export interface JobFacts {
  readonly submitted: Logged<JobSubmitted>;
  readonly submission: Submission;
  readonly chunks: readonly JobChunkFacts[];
  cancel: Logged<JobCancelRequested> | null;
  end: Logged<JobCompleted | JobCancelled> | null;
  erased: Logged<JobRowsErased> | null;
  /** The last hold on the data streams; null where there is none, or its end was recorded. */
  held: Logged<JobHeld> | null;
  readonly entries: readonly LoggedEvent[];
}

export type JobLookup =
  | { readonly outcome: 'found'; readonly job: JobFacts }
  /** The submission was begun and then given up. */
  | { readonly outcome: 'abandoned'; readonly entries: readonly LoggedEvent[] }
  | { readonly outcome: 'not_found' };

export async function readJobFacts(log: InvestigatedLog, id: JobId): Promise<JobLookup> {
  const entries: Logged<JobEvent>[] = [];
  for await (const recorded of storedEvents(log, jobStream(id))) entries.push(decodeJobEvent(recorded));
  const [first] = entries;
  if (first === undefined) return { outcome: 'not_found' };
  const { event } = first;
  if (event.type !== 'JobSubmitted') return { outcome: 'abandoned', entries };
  const job = beginFacts({ ...first, event }, entries);
  for (const entry of entries) foldEvent(job, entry);
  return { outcome: 'found', job };
}

function beginFacts(submitted: Logged<JobSubmitted>, entries: readonly LoggedEvent[]): JobFacts {
  const submission = submitted.event.data;
  const chunks = rowsOfChunks(submission).map((rows, chunk) => ({
    chunk,
    ...rows,
    starts: [],
    completed: null,
  }));
  return { submitted, submission, chunks, cancel: null, end: null, erased: null, held: null, entries };
}

function foldEvent(job: JobFacts, entry: Logged<JobEvent>): void {
  const { event } = entry;
  switch (event.type) {
    case 'ChunkStarted':
      job.chunks[event.data.chunk]?.starts.push({ ...entry, event });
      return;
    case 'ChunkCompleted': {
      const chunk = job.chunks[event.data.chunk];
      if (chunk !== undefined) chunk.completed = { ...entry, event };
      return;
    }
    case 'JobCancelRequested':
      job.cancel = { ...entry, event };
      return;
    case 'JobCancelled':
    case 'JobCompleted':
      job.end = { ...entry, event };
      return;
    case 'JobRowsErased':
      job.erased = { ...entry, event };
      return;
    case 'JobHeld':
      job.held = { ...entry, event };
      return;
    case 'JobHoldEnded':
      job.held = null;
      return;
    case 'JobSubmitted':
    case 'SubmissionAbandoned':
      return;
  }
}

/**
 * The hold that keeps the data at this time, or null. A hold whose time is over keeps nothing, also before
 * its end is recorded.
 * @param now ISO 8601, UTC
 */
export function standingHold({ held }: Pick<JobFacts, 'held'>, now: string): Logged<JobHeld> | null {
  const until = held?.event.data.until ?? null;
  return until !== null && until <= now ? null : held;
}

/** The job's status as the API shows it. */
export function jobStatusOf(job: JobFacts): 'queued' | 'running' | 'cancelling' | 'completed' | 'cancelled' {
  if (job.end !== null) return job.end.event.type === 'JobCompleted' ? 'completed' : 'cancelled';
  if (job.cancel !== null) return 'cancelling';
  return job.chunks.some(({ starts }) => starts.length > 0) ? 'running' : 'queued';
}

export type ChunkProgress = 'waiting' | 'started' | 'completed' | 'skipped';

export function chunkProgress(job: JobFacts, { starts, completed }: JobChunkFacts): ChunkProgress {
  if (completed !== null) return 'completed';
  if (starts.length > 0) return 'started';
  return job.cancel === null ? 'waiting' : 'skipped';
}
