/** Decides what may happen to a job (Architecture 3.1 to 3.9). Pure. Asking twice records nothing. */
import type { ChunkStarted, JobEvent, RowCounts, Submission } from './job.events.js';
import { rowsOfChunk } from './chunk-bounds.js';
import type { KeyId } from '../../../packages/contract/src/ids.js';
import { decided, refuse, type Decision, type Refusal } from '../decision.js';
import { fold, isActive, isEnded, isOnlyEndMissing, type ActiveJob, type JobState } from './job.state.js';
import { addRowCounts } from './row-counts.js';

export type JobRefusalCode =
  /** There is no such job, or its submission was abandoned. */
  | 'job_not_found'
  /** The submission was abandoned unfinished: its idempotency key is free, and no job comes of it. */
  | 'submission_abandoned'
  /** The submission was finished: it can't be abandoned any more. */
  | 'already_submitted'
  /** The job was cancelled before this chunk was started: the chunk's rows are skipped. */
  | 'chunk_skipped'
  /** Every row of this chunk is recorded. */
  | 'chunk_completed'
  | 'chunk_not_started'
  | 'job_ended'
  | 'job_not_ended';

export type JobRefusal = Refusal<JobRefusalCode>;
export type JobDecision = Decision<JobEvent, JobRefusal>;

const DAY_MS = 86_400_000;

/** Returns the time from which a job's rows aren't served any more (Contract 2.18). */
export const expiryOf = (finishedAt: string, retentionDays: number): string =>
  new Date(Date.parse(finishedAt) + retentionDays * DAY_MS).toISOString();

/** Accepts a job. After this event the service finishes the job, also after a crash. */
export function submit(state: JobState, submission: Submission): JobDecision {
  if (state.status === 'abandoned') return refuse('submission_abandoned');
  return state.status === 'unknown' ? decided({ type: 'JobSubmitted', data: submission }) : decided();
}

/** Closes an unfinished submission. A job's stream gets either this event or JobSubmitted, never both. */
export function abandon(
  state: JobState,
  submission: Pick<Submission, 'job_id'>,
  reason: string,
): JobDecision {
  if (isActive(state) || isEnded(state)) return refuse('already_submitted');
  if (state.status === 'abandoned') return decided();
  return decided({ type: 'SubmissionAbandoned', data: { job_id: submission.job_id, reason } });
}

const sameEditions = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([source, edition]) => b[source] === edition);

/**
 * Starts a chunk, or takes over a started one. A takeover records a start only if it works from other
 * editions. A started chunk may be taken over after a cancel too, because its rows are still delivered.
 */
export function startChunk(state: JobState, start: ChunkStarted['data']): JobDecision {
  if (isEnded(state)) return refuse('job_ended');
  const chunk = isActive(state) ? state.chunks[start.chunk] : undefined;
  if (chunk === undefined) return refuse('job_not_found');
  if (chunk.status === 'completed') return refuse('chunk_completed');
  if (chunk.status === 'started' && sameEditions(chunk.editions, start.editions)) return decided();
  if (chunk.status === 'waiting' && state.status === 'cancelling') return refuse('chunk_skipped');
  return decided({ type: 'ChunkStarted', data: start });
}

/** Submits a job of one chunk and starts the chunk, so that no other start comes between them. */
export function submitAndStart(
  state: JobState,
  { submission, attemptId: attempt, editions }: FirstAttempt,
  time: string,
): JobDecision {
  const submitDecision = submit(state, submission);
  if (submitDecision.outcome === 'refused' || submitDecision.events.length === 0) return submitDecision;
  const submittedEvents = submitDecision.events.map((event) => ({ event, time }));
  const startDecision = startChunk(fold(submittedEvents, state), { chunk: 0, attempt, editions });
  if (startDecision.outcome === 'refused') return startDecision;
  return decided(...submitDecision.events, ...startDecision.events);
}

interface FirstAttempt extends Pick<ChunkStarted['data'], 'editions'> {
  readonly submission: Submission;
  readonly attemptId: string;
}

export interface ChunkEnd {
  readonly chunk: number;
  readonly attempt: string;
  readonly counts: RowCounts;
}

/** Completes a chunk, and ends the job with its last chunk. Retention runs from `time`. */
export function completeChunk(state: JobState, end: ChunkEnd, time: string): JobDecision {
  if (isEnded(state)) return decided();
  if (!isActive(state)) return refuse('job_not_found');
  const chunk = state.chunks[end.chunk];
  if (chunk === undefined || chunk.status === 'waiting') return refuse('chunk_not_started');
  if (chunk.status === 'completed') return decided();
  const after = { ...state, open: state.open - 1, counts: addRowCounts(state.counts, end.counts) };
  return decided({ type: 'ChunkCompleted', data: { ...end } }, ...ending(after, time));
}

/** Ends a job if only the event that ends it is missing; records nothing otherwise. */
export const endIfDone = (state: JobState, time: string): JobDecision =>
  decided(...(isActive(state) && isOnlyEndMissing(state) ? ending(state, time) : []));

/** Stops a job: started chunks are delivered. The other rows are skipped and cost nothing (Spec 5.9). */
export function requestCancel(state: JobState, keyId: KeyId, time: string): JobDecision {
  if (isEnded(state) || state.status === 'cancelling') return decided();
  if (!isActive(state)) return refuse('job_not_found');
  return decided(
    { type: 'JobCancelRequested', data: { key_id: keyId } },
    ...ending({ ...state, status: 'cancelling' }, time),
  );
}

/** Returns the event that ends the job; none while a started chunk is open (Architecture 3.7). */
function ending(state: ActiveJob, time: string): readonly JobEvent[] {
  if (state.open > 0) return [];
  const { counts, submission } = state;
  const expires_at = expiryOf(time, submission.retention_days);
  if (state.status === 'cancelling') {
    return [{ type: 'JobCancelled', data: { counts, skipped: skippedRows(state), expires_at } }];
  }
  return state.waiting > 0 ? [] : [{ type: 'JobCompleted', data: { counts, expires_at } }];
}

const skippedRows = ({ chunks, submission }: ActiveJob): number =>
  chunks.reduce(
    (sum, chunk, index) => sum + (chunk.status === 'waiting' ? rowsOfChunk(submission, index).count : 0),
    0,
  );

/** Ends the retention of a job's rows. Records nothing with `store=false`: no rows were stored. */
export function eraseRows(state: JobState, reason: string): JobDecision {
  if (isActive(state)) return refuse('job_not_ended');
  if (!isEnded(state)) return refuse('job_not_found');
  const isKept = state.submission.stored && state.status !== 'erased';
  return isKept ? decided({ type: 'JobRowsErased', data: { reason } }) : decided();
}
