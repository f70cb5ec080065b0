/**
 * Reads a job's own stream without the decider that wrote it. An investigation checks the decider's rules, so
 * it must not use them.
 */
import type { LoggedEvent } from '../streams/index.js';
import { decodeJobEvent, jobStream } from '../streams/job/job.events.js';
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
import type { Logged } from '../streams/envelope.js';
import { rowsOfChunks, type ChunkRows } from '../streams/job/chunk-bounds.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { InvestigatedLog } from './log-reading.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

export interface JobChunkFacts extends ChunkRows {
  readonly chunk: number;
  readonly starts: Logged<ChunkStarted>[];
  completion: Logged<ChunkCompleted> | null;
}

export interface JobFacts {
  readonly submittedEvent: Logged<JobSubmitted>;
  readonly submission: Submission;
  readonly chunks: readonly JobChunkFacts[];
  readonly cancelRequest: Logged<JobCancelRequested> | null;
  readonly end: Logged<JobCompleted | JobCancelled> | null;
  readonly erasure: Logged<JobRowsErased> | null;
  /** The last hold on the data streams; null without a hold, or once its end was recorded. */
  readonly hold: Logged<JobHeld> | null;
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
  if (!hasType(first, 'JobSubmitted')) return { outcome: 'abandoned', entries };
  return { outcome: 'found', job: factsOf(first, entries) };
}

const hasType = <Type extends JobEvent['type']>(
  entry: Logged<JobEvent> | undefined,
  ...types: readonly Type[]
): entry is Logged<Extract<JobEvent, { readonly type: Type }>> =>
  types.some((type) => type === entry?.event.type);

function factsOf(submittedEvent: Logged<JobSubmitted>, entries: readonly Logged<JobEvent>[]): JobFacts {
  const submission = submittedEvent.event.data;
  const chunks = rowsOfChunks(submission).map((rows, chunk): JobChunkFacts => ({
    chunk,
    ...rows,
    starts: [],
    completion: null,
  }));
  for (const entry of entries) {
    const chunk = 'chunk' in entry.event.data ? chunks[entry.event.data.chunk] : undefined;
    if (hasType(entry, 'ChunkStarted')) chunk?.starts.push(entry);
    if (hasType(entry, 'ChunkCompleted') && chunk !== undefined) chunk.completion = entry;
  }
  const last = <Type extends JobEvent['type']>(...types: readonly Type[]) => {
    const entry = entries.findLast(({ event }) => types.some((type) => type === event.type));
    return hasType(entry, ...types) ? entry : null;
  };
  const hold = last('JobHeld', 'JobHoldEnded') ?? undefined;
  return {
    submittedEvent,
    submission,
    chunks,
    entries,
    cancelRequest: last('JobCancelRequested'),
    end: last('JobCompleted', 'JobCancelled'),
    erasure: last('JobRowsErased'),
    hold: hasType(hold, 'JobHeld') ? hold : null,
  };
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
