/**
 * Reads a job's own stream without the decider that wrote it. An investigation checks the decider's rules, so
 * it must not use them.
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
  completion: Logged<ChunkCompleted> | null;
}

export interface JobFacts {
  readonly submittedEvent: Logged<JobSubmitted>;
  readonly submission: Submission;
  readonly chunks: readonly JobChunkFacts[];
  cancelRequest: Logged<JobCancelRequested> | null;
  end: Logged<JobCompleted | JobCancelled> | null;
  erasure: Logged<JobRowsErased> | null;
  /** The last hold on the data streams; null without a hold, or once its end was recorded. */
  hold: Logged<JobHeld> | null;
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

function beginFacts(submittedEvent: Logged<JobSubmitted>, entries: readonly LoggedEvent[]): JobFacts {
  const submission = submittedEvent.event.data;
  const chunks = rowsOfChunks(submission).map((rows, chunk) => ({
    chunk,
    ...rows,
    starts: [],
    completion: null,
  }));
  return {
    submittedEvent,
    submission,
    chunks,
    cancelRequest: null,
    end: null,
    erasure: null,
    hold: null,
    entries,
  };
}

function foldEvent(job: JobFacts, entry: Logged<JobEvent>): void {
  const { event } = entry;
  switch (event.type) {
    case 'ChunkStarted':
      job.chunks[event.data.chunk]?.starts.push({ ...entry, event });
      return;
    case 'ChunkCompleted': {
      const chunk = job.chunks[event.data.chunk];
      if (chunk !== undefined) chunk.completion = { ...entry, event };
      return;
    }
    case 'JobCancelRequested':
      job.cancelRequest = { ...entry, event };
      return;
    case 'JobCancelled':
    case 'JobCompleted':
      job.end = { ...entry, event };
      return;
    case 'JobRowsErased':
      job.erasure = { ...entry, event };
      return;
    case 'JobHeld':
      job.hold = { ...entry, event };
      return;
    case 'JobHoldEnded':
      job.hold = null;
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
export function standingHold({ hold }: Pick<JobFacts, 'hold'>, now: string): Logged<JobHeld> | null {
  const until = hold?.event.data.until ?? null;
  return until !== null && until <= now ? null : hold;
}

export function jobStatusOf(job: JobFacts): 'queued' | 'running' | 'cancelling' | 'completed' | 'cancelled' {
  if (job.end !== null) return job.end.event.type === 'JobCompleted' ? 'completed' : 'cancelled';
  if (job.cancelRequest !== null) return 'cancelling';
  return job.chunks.some(({ starts }) => starts.length > 0) ? 'running' : 'queued';
}

export type ChunkProgress = 'waiting' | 'started' | 'completed' | 'skipped';

export function chunkProgress(job: JobFacts, { starts, completion }: JobChunkFacts): ChunkProgress {
  if (completion !== null) return 'completed';
  if (starts.length > 0) return 'started';
  return job.cancelRequest === null ? 'waiting' : 'skipped';
}
