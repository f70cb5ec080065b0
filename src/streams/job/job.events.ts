/**
 * `job-{id}`: the life of one job, a single resolve included: submitted, its chunks started and completed, ended,
 * erased. Written by the submit, resolve, worker, cancel and erase handlers; read by every lane. Two events a chunk
 * and a handful more; lives for ever. What was asked and delivered is in `rowdata-…`, who was charged in `rows-…`.
 */
import type { RecordedEvent, StreamName } from '../../platform/event-store/event-store.js';
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, Environment, JobId, KeyId } from '../../shared/ids.js';
import type { GrantedOptions } from '../../shared/options.js';
import type { Fact, Logged } from '../envelope.js';
import { UnknownEventError, jsonOf, logged } from '../envelope.js';

/** How the client collects what it asked for; decides what a crash in the middle of a resolve means. */
export type Collection =
  /** A background job, or a resolve with `wait=false`: pages. */
  | 'pages'
  /** A resolve with `defer_live`: answered at once, the rest by pages. */
  | 'deferred'
  /** A resolve that answers in its own request; somebody can come back only with an idempotency key. */
  | 'inline';

/** All of a submission but its rows: what an idempotency claim keeps so that anyone can finish it with equal bytes. */
export interface Submission {
  readonly job_id: JobId;
  readonly account_id: AccountId;
  readonly key_id: KeyId;
  readonly environment: Environment;
  readonly operation: 'enrich_job' | 'resolve';
  /** As asked, doubles dropped. */
  readonly blocks: readonly BlockKey[];
  /** Those of `blocks` that the account lacked when the request was accepted; in the specification's order. */
  readonly not_enabled: readonly BlockKey[];
  readonly options: GrantedOptions;
  readonly rows: number;
  /** The first row of each chunk, ascending from 0. A chunk's record is one append, so its size is fixed here. */
  readonly chunks: readonly number[];
  /** Days from the end of the job to the erasure of its rows; fractions allowed. */
  readonly retention_days: number;
  /** False: no value of the row is kept anywhere (`store=false`). */
  readonly stored: boolean;
  readonly collection: Collection;
  /** A client holds an idempotency key and can come back with it. */
  readonly idempotent: boolean;
  /** Until then (ISO time) the request itself works on the job and no worker may take it; null for background jobs. */
  readonly inline_until: string | null;
  /** HMAC-SHA256 of the canonical request, keyed by the idempotency key's text, else by the salt in `RowsSubmitted`. */
  readonly digest: string;
}

export interface RowCounts {
  readonly succeeded: number;
  readonly not_found: number;
  readonly failed: number;
  /** Overlaps the others: rows in which a website would not open. */
  readonly site_unreachable: number;
}

/** The job is accepted: from here on it will be finished whatever happens. Bills nothing yet. */
export type JobSubmitted = Fact<'JobSubmitted', Submission>;
/** The submission was never finished and never will be: nothing runs, nothing is billed, its key is free again. */
export type SubmissionAbandoned = Fact<'SubmissionAbandoned', { job_id: JobId; reason: string }>;
/** A worker took these rows on; a cancel that comes later doesn't touch them. The editions named decide the answers. */
export type ChunkStarted = Fact<
  'ChunkStarted',
  { chunk: number; attempt: string; editions: Readonly<Record<string, string>> }
>;
/** Every row of the chunk is recorded and none is pending; counts are taken from the record. */
export type ChunkCompleted = Fact<'ChunkCompleted', { chunk: number; attempt: string; counts: RowCounts }>;
/** The account asked to stop: chunks not started are skipped and never billed. */
export type JobCancelRequested = Fact<'JobCancelRequested', { key_id: KeyId }>;
/** Over after a cancel: started rows were delivered, `skipped` rows were not and cost nothing. */
export type JobCancelled = Fact<'JobCancelled', { counts: RowCounts; skipped: number; expires_at: string }>;
/** Over: every row was delivered or failed by itself. */
export type JobCompleted = Fact<'JobCompleted', { counts: RowCounts; expires_at: string }>;
/** What was asked and delivered is no longer shown from here on and is being deleted for good; charges stay. */
export type JobRowsErased = Fact<'JobRowsErased', { reason: string }>;

export type JobEvent =
  | JobSubmitted
  | SubmissionAbandoned
  | ChunkStarted
  | ChunkCompleted
  | JobCancelRequested
  | JobCancelled
  | JobCompleted
  | JobRowsErased;

export const jobStream = (job: JobId): StreamName => `job-${job}` as StreamName;
export const jobOfJobStream = (stream: StreamName): JobId => stream.slice('job-'.length) as JobId;

const TYPES: Readonly<Record<JobEvent['type'], true>> = {
  JobSubmitted: true,
  SubmissionAbandoned: true,
  ChunkStarted: true,
  ChunkCompleted: true,
  JobCancelRequested: true,
  JobCancelled: true,
  JobCompleted: true,
  JobRowsErased: true,
};

export function decodeJobEvent(recorded: RecordedEvent): Logged<JobEvent> {
  if (!Object.hasOwn(TYPES, recorded.type)) throw new UnknownEventError(recorded);
  return logged(recorded, { type: recorded.type, data: jsonOf(recorded) } as JobEvent);
}
