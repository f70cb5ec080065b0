/** Declares the commands of the write side of jobs and their outcomes. Refusals are values. */
import type { SubmittedRow } from '../../packages/contract/src/row.js';
import { Command } from '@nestjs/cqrs';
import type { Caller } from '../access/caller.js';
import type { BudgetRefusal } from '../billing/budget/budget-rule.js';
import type { EnrichedRow } from '../../packages/enrichment/src/index.js';
import type { EventLeaf, ReceiptEvent } from '../seals/sealed-tree.js';
import type { EventContext } from '../streams/envelope.js';
import type { HoldRefusal } from '../streams/job/hold.decider.js';
import type { ChunkStarted, JobHeld } from '../streams/job/job.events.js';
import type { Hold } from '../streams/job/job.state.js';
import type { NewEvent, Position } from '../../packages/platform/src/event-store/event-store.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { RequestedOptions, PremiumOption } from '../../packages/contract/src/options.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { JobWriteResult, LoadedJob } from './job-stream.js';
import type { ChunkAttempt, DeliveredChunk } from './record/chunk-attempt.js';
import type { LoadedDataStream } from './record/data-stream.js';
import type { LateAnswer } from './record/live-answers.js';
import type { LoadedRecord } from './record/record-stream.js';
import type { SubmissionOrigin } from './submit/submission-events.js';

/** A request that passed validation. */
export interface EnrichRequest {
  readonly rows: readonly SubmittedRow[];
  /** Requested blocks without duplicates. A resolve without `blocks` gets all that the key may use. */
  readonly blocks: readonly BlockKey[];
  readonly options: RequestedOptions;
}

/** The caller of a request, its ids and its canonical form. */
export interface RequestIdentity {
  readonly caller: Caller;
  readonly requestId: string;
  /** The text of the idempotency key, or null if none was sent. It is never stored. */
  readonly idempotencyKey: string | null;
  /** Method, path and RFC 8785 JSON of the request (Contract 3.9), for fingerprint and salted digest. */
  readonly canonical: string;
}

export type EntitlementRefusal =
  | { readonly outcome: 'not_enabled'; readonly blocks: readonly BlockKey[] }
  | { readonly outcome: 'option_not_enabled'; readonly options: readonly PremiumOption[] };

/** The account has too many unfinished rows, or too many rows that finished without a unit today. */
export type RowCapRefusal = {
  readonly outcome: 'too_many_open_rows';
  readonly max_open_rows: number;
  readonly max_unbilled_rows_per_day: number;
  /** Seconds. */
  readonly retry_after: number;
};

/** The request that holds an idempotency key, for support. Clients do not see it. */
export interface KeyConflict {
  readonly job_id: JobId;
  /** The hash of the key, as in the name of its stream. The key's text is stored nowhere. */
  readonly key_hash: string;
  /** The fields that differ, as `conflictingFields` returns them. */
  readonly differs: readonly string[];
}

export type AcceptanceRefusal =
  | { readonly outcome: 'idempotency_key_reused'; readonly conflict: KeyConflict }
  | EntitlementRefusal
  | BudgetRefusal
  | RowCapRefusal;

interface JobOutcome<Outcome extends string> {
  readonly outcome: Outcome;
  readonly job_id: JobId;
  /** Read models that have passed this position show the job in this state. */
  readonly position: Position;
  /** The event that the answer's receipt names, as a leaf of the sealed log (`src/seals/sealed-tree.ts`). */
  readonly receipt_event: ReceiptEvent;
}

/** `receipt_event` is the event JobSubmitted. */
export type AcceptedJob = JobOutcome<'accepted' | 'replayed'>;
export type SubmitOutcome = AcceptedJob | AcceptanceRefusal;

/** Submits a job: POST /v1/enrich/jobs, and GET /v1/resolve with `wait=false`. */
export class SubmitJob extends Command<SubmitOutcome> {
  constructor(
    readonly identity: RequestIdentity,
    readonly request: EnrichRequest,
    readonly operation: 'enrich_job' | 'resolve' = 'enrich_job',
  ) {
    super();
  }
}

/** The answer for one company: the row's exact JSON, or the reason why the row failed. */
export type ResolvedRow =
  | { readonly status: 'delivered'; readonly json: Uint8Array; readonly pending_blocks: readonly BlockKey[] }
  | {
      readonly status: 'failed';
      readonly reason: ReasonCode;
      readonly detail: string;
      readonly candidates: readonly { company_number: string; company_name: string }[];
    };

export interface AnsweredResolve {
  readonly outcome: 'resolved' | 'replayed';
  readonly job_id: JobId;
  readonly row: ResolvedRow;
  readonly expires_at: string | null;
  readonly stored: boolean;
  /** Requested blocks that the account lacked when the request was accepted. */
  readonly not_enabled: readonly BlockKey[];
  /** Units billed by this call; 0 for a replay. */
  readonly billed_units: number;
  /** Units that the row and its late blocks have billed so far. */
  readonly units_so_far: number;
  readonly position: Position;
  /** The row's record, which a receipt names. */
  readonly receipt_event: EventLeaf | null;
}

export type ResolveOutcome =
  | AnsweredResolve
  /** A replay whose row was erased or never stored. */
  | {
      readonly outcome: 'gone';
      readonly detail: 'rows_expired' | 'not_stored';
      readonly expires_at: string | null;
    }
  | AcceptanceRefusal;

/** Resolves one company inside its request, as a job of one row: GET /v1/resolve without `wait=false`. */
export class ResolveCompany extends Command<ResolveOutcome> {
  constructor(
    readonly identity: RequestIdentity,
    readonly request: EnrichRequest,
    readonly mode: { readonly deferLive: boolean; readonly store: boolean },
  ) {
    super();
  }
}

/** `receipt_event` is the event JobCancelRequested; null if the job ended without this event. */
export type CancelOutcome = JobOutcome<'requested' | 'unchanged'> | { readonly outcome: 'job_not_found' };

/** Cancels a job: POST /v1/enrich/jobs/{job_id}/cancel. Cancelling twice records nothing new. */
export class CancelJob extends Command<CancelOutcome> {
  constructor(
    readonly caller: Caller,
    readonly requestId: string,
    readonly jobId: JobId,
  ) {
    super();
  }
}

/** Closes an unfinished submission and deletes its rows for good. An accepted job stays unchanged. */
export class AbandonSubmission extends Command<void> {
  constructor(
    readonly jobId: JobId,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** Records that a worker starts a chunk. `job` is the job as last read, so only newer events are read. */
export class StartChunk extends Command<JobWriteResult> {
  constructor(
    readonly job: LoadedJob,
    readonly start: ChunkStarted['data'],
    readonly context: EventContext,
  ) {
    super();
  }
}

/** Writes an attempt's answers into the data stream of its chunk. */
export class DeliverRows extends Command<DeliveredChunk> {
  constructor(
    readonly attempt: ChunkAttempt,
    readonly answers: readonly EnrichedRow[],
    /** The data stream as it was last read. If it is left out, the handler reads it. */
    readonly stream?: LoadedDataStream,
  ) {
    super();
  }
}

export interface RecordOutcome {
  readonly record: LoadedRecord;
  /** True if this attempt wrote the record; false if another attempt was first. */
  readonly hasWon: boolean;
  readonly rows: readonly EnrichedRow[];
}

/** Records the results and the charges of a chunk's rows. */
export class RecordChunk extends Command<RecordOutcome> {
  constructor(readonly deliveredChunk: DeliveredChunk) {
    super();
  }
}

export type RecordWholeJobOutcome =
  | {
      readonly outcome: 'recorded';
      readonly record: LoadedRecord;
      readonly rows: readonly EnrichedRow[];
      readonly job: LoadedJob;
      /** True if another event of the job came before its end. Then the caller must complete the job. */
      readonly needsCompletion: boolean;
      readonly receipt_event: EventLeaf | null;
    }
  | { readonly outcome: 'recorded_by_another' };

/**
 * Writes all events of a job of one answered chunk at once. Only for a job of which nothing is written yet:
 * nobody could take it over while it was answered.
 */
export class RecordWholeJob extends Command<RecordWholeJobOutcome> {
  constructor(
    readonly origin: SubmissionOrigin,
    readonly attempt: ChunkAttempt,
    readonly submittedRows: readonly NewEvent[],
    readonly answers: readonly EnrichedRow[],
  ) {
    super();
  }
}

/** Fills in late answers, at most a few hundred. Returns the record with all fills so far. */
export class FillBlocks extends Command<LoadedRecord> {
  constructor(
    readonly record: LoadedRecord,
    readonly attemptId: string,
    readonly context: EventContext,
    readonly answers: readonly LateAnswer[],
  ) {
    super();
  }
}

/** Completes a chunk whose record has no pending block; the last chunk also ends the job. */
export class CompleteChunk extends Command<JobWriteResult> {
  constructor(
    readonly job: LoadedJob,
    readonly record: LoadedRecord,
    readonly context: EventContext,
  ) {
    super();
  }
}

export type EraseOutcome =
  | { readonly outcome: 'erased' | 'unchanged'; readonly position: Position }
  | { readonly outcome: 'job_not_found' | 'job_not_ended' }
  | { readonly outcome: 'job_held'; readonly hold: Hold };

/** Ends the retention of a finished job's rows now. Charges stay. */
export class EraseJobRows extends Command<EraseOutcome> {
  constructor(
    readonly jobId: JobId,
    readonly reason: string,
    readonly actor: string,
    /** Default: the id of the request that submitted the job. */
    readonly requestId?: string,
  ) {
    super();
  }
}

export type HoldOutcome =
  | { readonly outcome: 'recorded' | 'unchanged'; readonly position: Position }
  | HoldRefusal;

class HoldCommand<Terms> extends Command<HoldOutcome> {
  constructor(
    readonly jobId: JobId,
    readonly terms: Terms,
    readonly context: EventContext,
  ) {
    super();
  }
}
/** Keeps the data of a job's rows past their expiry, for a dispute. */
export class HoldJobRows extends HoldCommand<JobHeld['data']> {}
/** Ends the hold that began at `since` (default: the current one). Deletes the data of erased rows. */
export class EndJobHold extends HoldCommand<{ readonly reason: string; readonly since?: string }> {}
