/**
 * What may happen to a job (Architecture 3.1 to 3.9). Pure: times, attempts and counts come in as arguments. Deciding
 * the same thing again after its events are folded in records nothing.
 */
import type { ChunkStarted, JobEvent, RowCounts, Submission } from './job.events.js';
import { rowsOfChunk } from '../../shared/chunk-bounds.js';
import type { KeyId } from '../../shared/ids.js';
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import type { ActiveJob, JobState } from './job.state.js';
import { addCounts } from './row-counts.js';

export type JobRefusalCode =
  /** There is no such job, or only a submission that was given up. */
  | 'job_not_found'
  /** The submission was closed before it was finished: its key is free, its job will never be. */
  | 'submission_abandoned'
  /** The submission was finished: it can't be given up any more. */
  | 'already_submitted'
  /** A cancel came before this chunk was started: its rows are skipped. */
  | 'chunk_skipped'
  /** Somebody recorded every row of this chunk. */
  | 'chunk_completed'
  | 'chunk_not_started'
  | 'job_ended'
  | 'job_not_ended';

export type JobRefusal = Refusal<JobRefusalCode>;
export type JobDecision = Decision<JobEvent, JobRefusal>;

const DAY_MS = 86_400_000;

/** When rows of a job that ended at `finishedAt` stop being served (Contract 2.18). */
export const expiryOf = (finishedAt: string, retentionDays: number): string =>
  new Date(Date.parse(finishedAt) + retentionDays * DAY_MS).toISOString();

/** The commit point of a submission: from here on the job is finished whatever happens. */
export function submit(state: JobState, submission: Submission): JobDecision {
  switch (state.status) {
    case 'unknown':
      return decided({ type: 'JobSubmitted', data: submission });
    case 'abandoned':
      return refuse('submission_abandoned');
    case 'queued':
    case 'running':
    case 'cancelling':
    case 'completed':
    case 'cancelled':
    case 'erased':
      return decided();
  }
}

/** Closes a submission that was never finished; exactly one of this and JobSubmitted is ever written. */
export function abandon(
  state: JobState,
  submission: Pick<Submission, 'job_id'>,
  reason: string,
): JobDecision {
  switch (state.status) {
    case 'unknown':
      return decided({ type: 'SubmissionAbandoned', data: { job_id: submission.job_id, reason } });
    case 'abandoned':
      return decided();
    case 'queued':
    case 'running':
    case 'cancelling':
    case 'completed':
    case 'cancelled':
    case 'erased':
      return refuse('already_submitted');
  }
}

const sameEditions = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([source, edition]) => b[source] === edition);

/**
 * Takes a chunk on. A takeover of a started chunk records a start of its own only where it works from other editions;
 * it may also after a cancel, because started rows are delivered.
 */
export function startChunk(state: JobState, start: ChunkStarted['data']): JobDecision {
  switch (state.status) {
    case 'unknown':
    case 'abandoned':
      return refuse('job_not_found');
    case 'completed':
    case 'cancelled':
    case 'erased':
      return refuse('job_ended');
    case 'queued':
    case 'running':
    case 'cancelling': {
      const chunk = state.chunks[start.chunk];
      if (chunk === undefined) return refuse('job_not_found');
      if (chunk.status === 'completed') return refuse('chunk_completed');
      if (chunk.status === 'started' && sameEditions(chunk.editions, start.editions)) return decided();
      if (chunk.status === 'waiting' && state.status === 'cancelling') return refuse('chunk_skipped');
      return decided({ type: 'ChunkStarted', data: start });
    }
  }
}

export interface ChunkEnd {
  readonly chunk: number;
  readonly attempt: string;
  /** Taken from the chunk's record. */
  readonly counts: RowCounts;
}

/** Closes a chunk, and with the last one the job. `time` is that of the events: retention runs from it. */
export function completeChunk(state: JobState, end: ChunkEnd, time: string): JobDecision {
  switch (state.status) {
    case 'unknown':
    case 'abandoned':
      return refuse('job_not_found');
    case 'completed':
    case 'cancelled':
    case 'erased':
      return decided();
    case 'queued':
    case 'running':
    case 'cancelling': {
      const chunk = state.chunks[end.chunk];
      if (chunk === undefined || chunk.status === 'waiting') return refuse('chunk_not_started');
      if (chunk.status === 'completed') return decided();
      const after = { ...state, open: state.open - 1, counts: addCounts(state.counts, end.counts) };
      return decided({ type: 'ChunkCompleted', data: { ...end } }, ...ending(after, time));
    }
  }
}

/** Stops a job: what is started is delivered, the rest is skipped and costs nothing (Spec 5.9). */
export function requestCancel(state: JobState, keyId: KeyId, time: string): JobDecision {
  switch (state.status) {
    case 'unknown':
    case 'abandoned':
      return refuse('job_not_found');
    case 'queued':
    case 'running':
      return decided(
        { type: 'JobCancelRequested', data: { key_id: keyId } },
        ...ending({ ...state, status: 'cancelling' }, time),
      );
    case 'cancelling':
    case 'completed':
    case 'cancelled':
    case 'erased':
      return decided();
  }
}

/** The event that ends the job, as soon as no started chunk is open (Architecture 3.7). */
function ending(state: ActiveJob, time: string): readonly JobEvent[] {
  if (state.open > 0) return [];
  const { counts, submission } = state;
  const expires_at = expiryOf(time, submission.retention_days);
  if (state.status === 'cancelling') {
    return [{ type: 'JobCancelled', data: { counts, skipped: skippedRows(state), expires_at } }];
  }
  return state.waiting > 0 ? [] : [{ type: 'JobCompleted', data: { counts, expires_at } }];
}

/** Rows of the chunks that were never started. */
const skippedRows = ({ chunks, submission }: ActiveJob): number =>
  chunks.reduce(
    (sum, chunk, index) => sum + (chunk.status === 'waiting' ? rowsOfChunk(submission, index).count : 0),
    0,
  );

/** Ends the retention of a job's rows. Where none were stored there is nothing to erase. */
export function eraseRows(state: JobState, reason: string): JobDecision {
  switch (state.status) {
    case 'unknown':
    case 'abandoned':
      return refuse('job_not_found');
    case 'queued':
    case 'running':
    case 'cancelling':
      return refuse('job_not_ended');
    case 'completed':
    case 'cancelled':
      return state.submission.stored ? decided({ type: 'JobRowsErased', data: { reason } }) : decided();
    case 'erased':
      return decided();
  }
}
