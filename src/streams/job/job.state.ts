/** The state of a job, folded from its stream. Decisions are made on it. */
import type { ChunkCompleted, ChunkStarted, JobEvent, JobHeld, RowCounts, Submission } from './job.events.js';
import type { Timed } from '../envelope.js';
import { NO_ROWS, addRowCounts } from './row-counts.js';

/** The state of one chunk. A chunk's number is its index in `Submission.chunks`. */
export type ChunkState =
  | { readonly status: 'waiting' }
  | {
      readonly status: 'started';
      /** The attempt that started the chunk last. */
      readonly attempt: string;
      readonly editions: Readonly<Record<string, string>>;
      /** Time of the first start: live deadlines run from it. */
      readonly startedAt: string;
    }
  | { readonly status: 'completed' };

/** A hold that keeps the data streams for a dispute, with the time (ISO 8601) of its event. */
export type Hold = JobHeld['data'] & { readonly since: string };

/** A job that was accepted and has not ended. */
export interface ActiveJob {
  readonly status: 'queued' | 'running' | 'cancelling';
  readonly submission: Submission;
  readonly submittedAt: string;
  readonly chunks: readonly ChunkState[];
  readonly waiting: number;
  /** Chunks that are started and not completed. */
  readonly open: number;
  readonly counts: RowCounts;
  readonly hold: Hold | null;
}

/** A job that ended. `finishedAt` is the time of the event that ended it. */
export interface EndedJob {
  readonly status: 'completed' | 'cancelled';
  readonly submission: Submission;
  readonly submittedAt: string;
  readonly counts: RowCounts;
  readonly skipped: number;
  readonly finishedAt: string;
  readonly expiresAt: string;
  readonly hold: Hold | null;
}

/** A job that ended and whose rows are no longer shown. */
export type ErasedJob = Omit<EndedJob, 'status'> & { readonly status: 'erased'; readonly erasedAt: string };

export type JobState =
  | { readonly status: 'unknown' }
  | { readonly status: 'abandoned' }
  | ActiveJob
  | EndedJob
  | ErasedJob;

export const NO_JOB: JobState = { status: 'unknown' };

export const isActive = (state: JobState): state is ActiveJob =>
  state.status === 'queued' || state.status === 'running' || state.status === 'cancelling';

/** Returns true if every row is delivered that has to be, and only the event that ends the job is missing. */
export const isOnlyEndMissing = ({ chunks, open, waiting, status }: ActiveJob): boolean =>
  open === 0 && (status === 'cancelling' ? waiting < chunks.length : waiting === 0);

export const isEnded = (state: JobState): state is EndedJob | ErasedJob =>
  state.status === 'completed' || state.status === 'cancelled' || state.status === 'erased';

/** Returns the hold on the data of the job's rows; null: there is none. */
export const holdOf = (state: JobState): Hold | null =>
  isActive(state) || isEnded(state) ? state.hold : null;

function submitted(submission: Submission, time: string): ActiveJob {
  return {
    status: 'queued',
    submission,
    submittedAt: time,
    chunks: submission.chunks.map(() => ({ status: 'waiting' })),
    waiting: submission.chunks.length,
    open: 0,
    counts: NO_ROWS,
    hold: null,
  };
}

function started(
  state: ActiveJob,
  { chunk, attempt, editions }: ChunkStarted['data'],
  time: string,
): ActiveJob {
  const before = state.chunks[chunk];
  if (before === undefined || before.status === 'completed') return state;
  const first = before.status === 'waiting';
  return {
    ...state,
    status: state.status === 'queued' ? 'running' : state.status,
    chunks: state.chunks.with(chunk, {
      status: 'started',
      attempt,
      editions,
      startedAt: first ? time : before.startedAt,
    }),
    waiting: state.waiting - (first ? 1 : 0),
    open: state.open + (first ? 1 : 0),
  };
}

const chunkCompleted = (state: ActiveJob, { chunk, counts }: ChunkCompleted['data']): ActiveJob => ({
  ...state,
  chunks: state.chunks.with(chunk, { status: 'completed' }),
  open: state.open - 1,
  counts: addRowCounts(state.counts, counts),
});

function ended(
  state: ActiveJob,
  status: EndedJob['status'],
  end: { counts: RowCounts; skipped: number; expires_at: string },
  finishedAt: string,
): EndedJob {
  const { submission, submittedAt, hold } = state;
  const { counts, skipped, expires_at: expiresAt } = end;
  return { status, submission, submittedAt, counts, skipped, finishedAt, expiresAt, hold };
}

/** Returns the state after an event. One that can't follow the state changes nothing. */
export function evolve(state: JobState, { event, time }: Timed<JobEvent>): JobState {
  switch (event.type) {
    case 'JobSubmitted':
      return state.status === 'unknown' ? submitted(event.data, time) : state;
    case 'SubmissionAbandoned':
      return state.status === 'unknown' ? { status: 'abandoned' } : state;
    case 'ChunkStarted':
      return isActive(state) ? started(state, event.data, time) : state;
    case 'ChunkCompleted':
      return isActive(state) ? chunkCompleted(state, event.data) : state;
    case 'JobCancelRequested':
      return isActive(state) ? { ...state, status: 'cancelling' } : state;
    case 'JobCancelled':
      return isActive(state) ? ended(state, 'cancelled', event.data, time) : state;
    case 'JobCompleted':
      return isActive(state) ? ended(state, 'completed', { ...event.data, skipped: 0 }, time) : state;
    case 'JobRowsErased':
      return isEnded(state) && state.status !== 'erased'
        ? { ...state, status: 'erased', erasedAt: time }
        : state;
    case 'JobHeld':
      return isActive(state) || isEnded(state) ? { ...state, hold: { ...event.data, since: time } } : state;
    case 'JobHoldEnded':
      return isActive(state) || isEnded(state) ? { ...state, hold: null } : state;
  }
}

export const fold = (events: Iterable<Timed<JobEvent>>, from: JobState = NO_JOB): JobState => {
  let state = from;
  for (const event of events) state = evolve(state, event);
  return state;
};
