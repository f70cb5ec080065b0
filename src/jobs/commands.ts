/**
 * Everything that may be asked of the write side of jobs, by the edge, by workers and by operators, and what it may
 * answer. Refusals are values; the edge's one table turns them into statuses and words (`src/platform/http`).
 */
import { Command } from '@nestjs/cqrs';
import type { Caller } from '../access/caller.js';
import type { EnrichedRow } from '../enrichment/enricher.js';
import type { EventContext } from '../streams/envelope.js';
import type { ChunkStarted } from '../streams/job/job.events.js';
import type { AskedRow } from '../streams/rowdata/rowdata.events.js';
import type { BlockOutcome } from '../streams/rows/rows.events.js';
import type { NewEvent, Position } from '../platform/event-store/event-store.js';
import type { BlockKey } from '../shared/block-key.js';
import type { JobId } from '../shared/ids.js';
import type { AskedOptions, PremiumOption } from '../shared/options.js';
import type { ReasonCode } from '../shared/reason-code.js';
import type { JobWritten, LoadedJob } from './job-stream.js';
import type { ChunkAttempt } from './record/chunk-attempt.js';
import type { LoadedData } from './record/data-stream.js';
import type { LoadedRecord } from './record/record-stream.js';
import type { SubmissionOrigin } from './submit/submission-events.js';

/** A request that passed validation. */
export interface EnrichRequest {
  readonly rows: readonly AskedRow[];
  /** As asked, doubles dropped; for a resolve without `blocks` every block enabled for the key. */
  readonly blocks: readonly BlockKey[];
  readonly options: AskedOptions;
}

export interface RequestIdentity {
  readonly caller: Caller;
  readonly requestId: string;
  /** The text of the idempotency key, where one was sent. Never stored. */
  readonly idempotencyKey: string | null;
  /**
   * Method, path and the canonical form of the validated request as the client sent it (Contract 3.9),
   * RFC 8785 JSON; what the fingerprint and the salted digest are made from.
   */
  readonly canonical: string;
}

export type EntitlementRefusal =
  | { readonly outcome: 'not_enabled'; readonly blocks: readonly BlockKey[] }
  | { readonly outcome: 'option_not_enabled'; readonly options: readonly PremiumOption[] };

/** `retry_after`: seconds. */
export type RowCapRefusal = {
  readonly outcome: 'too_many_open_rows';
  readonly max_open_rows: number;
  readonly max_unbilled_rows_per_day: number;
  readonly retry_after: number;
};

/** `conflict`: with the request that holds the key, for support; the client is told only that there is one. */
export type IdempotencyRefusal = {
  readonly outcome: 'idempotency_key_reused';
  readonly conflict: KeyConflict;
};

export interface KeyConflict {
  /** Of the request that holds the key. */
  readonly job_id: JobId;
  /** The key as it stands in the name of its stream: its text is kept nowhere. */
  readonly key_hash: string;
  /** By the client's names; empty where they are equal in all that the claim keeps, so that the rows must differ. */
  readonly differs: readonly string[];
}

/** Why a request is not accepted. */
export type AcceptanceRefusal = IdempotencyRefusal | EntitlementRefusal | RowCapRefusal;

/** `position`: where the read models must be to know of it. */
export type SubmitOutcome =
  | { readonly outcome: 'accepted' | 'replayed'; readonly job_id: JobId; readonly position: Position }
  | AcceptanceRefusal;

/** POST /v1/enrich/jobs, and GET /v1/resolve with `wait=false`. */
export class SubmitJob extends Command<SubmitOutcome> {
  constructor(
    readonly identity: RequestIdentity,
    readonly request: EnrichRequest,
    readonly operation: 'enrich_job' | 'resolve' = 'enrich_job',
  ) {
    super();
  }
}

/** One company as it was answered: the row's exact JSON, or why the row failed. */
export type ResolvedRow =
  | { readonly status: 'delivered'; readonly json: Uint8Array; readonly pending_blocks: readonly BlockKey[] }
  | {
      readonly status: 'failed';
      readonly reason: ReasonCode;
      readonly detail: string;
      readonly candidates: readonly { company_number: string; company_name: string }[];
    };

export type ResolveOutcome =
  | {
      readonly outcome: 'resolved' | 'replayed';
      readonly job_id: JobId;
      readonly row: ResolvedRow;
      readonly expires_at: string | null;
      readonly stored: boolean;
      /** Blocks asked for that the account lacked when the request was accepted. */
      readonly not_enabled: readonly BlockKey[];
      /** Units billed by this call: 0 on a replay. */
      readonly billed_units: number;
      readonly position: Position;
    }
  /** A replay whose row is no longer kept, or never was. */
  | {
      readonly outcome: 'gone';
      readonly detail: 'rows_expired' | 'not_stored';
      readonly expires_at: string | null;
    }
  | AcceptanceRefusal;

/** GET /v1/resolve, but `wait=false`: a job of one row that runs inside its request. */
export class ResolveCompany extends Command<ResolveOutcome> {
  constructor(
    readonly identity: RequestIdentity,
    readonly request: EnrichRequest,
    readonly mode: { readonly deferLive: boolean; readonly store: boolean },
  ) {
    super();
  }
}

export type CancelOutcome =
  | { readonly outcome: 'requested' | 'unchanged'; readonly job_id: JobId; readonly position: Position }
  | { readonly outcome: 'job_not_found' };

/** POST /v1/enrich/jobs/{job_id}/cancel. Asking twice records nothing. */
export class CancelJob extends Command<CancelOutcome> {
  constructor(
    readonly caller: Caller,
    readonly requestId: string,
    readonly jobId: JobId,
  ) {
    super();
  }
}

/**
 * Closes a submission that was never finished and deletes what it had written for good. Where the job was accepted after
 * all, nothing happens.
 */
export class AbandonSubmission extends Command<void> {
  constructor(
    readonly jobId: JobId,
    readonly context: EventContext,
  ) {
    super();
  }
}

/** A worker takes a chunk on. `known`: the job as it was read before; only what is new is read. */
export class StartChunk extends Command<JobWritten> {
  constructor(
    readonly known: LoadedJob,
    readonly start: ChunkStarted['data'],
    readonly context: EventContext,
  ) {
    super();
  }
}

/** An attempt's rows, delivered but not yet recorded. */
export interface Delivered {
  readonly attempt: ChunkAttempt;
  /** As they were delivered: a row whose data are too wide has failed. */
  readonly rows: readonly EnrichedRow[];
  /** The record that stands on these data. */
  readonly record: readonly NewEvent[];
}

/** `known`: where the data stream stands; left out where that isn't known. */
export class DeliverRows extends Command<Delivered> {
  constructor(
    readonly attempt: ChunkAttempt,
    readonly answers: readonly EnrichedRow[],
    readonly known?: LoadedData,
  ) {
    super();
  }
}

export interface Recorded {
  readonly loaded: LoadedRecord;
  /** Whether the record stands on this attempt; else another's rows were delivered and these never will be. */
  readonly won: boolean;
  /** This attempt's rows as they were delivered. */
  readonly rows: readonly EnrichedRow[];
}

/** The results and the charges of a chunk's rows. */
export class RecordChunk extends Command<Recorded> {
  constructor(readonly delivered: Delivered) {
    super();
  }
}

export type RanAtOnce =
  | {
      readonly outcome: 'recorded';
      readonly record: LoadedRecord;
      /** This attempt's rows as they were delivered. */
      readonly rows: readonly EnrichedRow[];
      readonly job: LoadedJob;
      /** False where another event of the job came between: it is to be closed on top of that. */
      readonly closed: boolean;
    }
  /** Another attempt's rows were recorded. */
  | { readonly outcome: 'beaten' };

/**
 * A whole job of one chunk that is answered before anything of it is written and that nobody else could take on: rows
 * asked, rows delivered, submission, record and end, in one sequence of appends.
 */
export class RunAtOnce extends Command<RanAtOnce> {
  constructor(
    readonly origin: SubmissionOrigin,
    readonly attempt: ChunkAttempt,
    /** The rows as asked. */
    readonly asked: readonly NewEvent[],
    readonly answers: readonly EnrichedRow[],
  ) {
    super();
  }
}

/** The final answer of one pending block. */
export interface LateAnswer {
  readonly row: number;
  readonly block: BlockKey;
  readonly outcome: BlockOutcome;
  /** As served. */
  readonly envelope: { readonly status: string };
}

/** The late answers of a recorded chunk, at most some hundred; gives the record with these and everybody else's. */
export class FillBlocks extends Command<LoadedRecord> {
  constructor(
    readonly known: LoadedRecord,
    readonly attempt: string,
    readonly context: EventContext,
    readonly answers: readonly LateAnswer[],
  ) {
    super();
  }
}

/** Closes a chunk in whose record nothing is pending, and with the last one the job. */
export class CompleteChunk extends Command<JobWritten> {
  constructor(
    readonly known: LoadedJob,
    readonly record: LoadedRecord,
    readonly context: EventContext,
  ) {
    super();
  }
}

export type EraseOutcome =
  | { readonly outcome: 'erased' | 'unchanged'; readonly position: Position }
  | { readonly outcome: 'job_not_found' | 'job_not_ended' };

/** Ends the retention of a finished job's rows now. Charges stay. */
export class EraseJobRows extends Command<EraseOutcome> {
  constructor(
    readonly jobId: JobId,
    readonly reason: string,
    readonly actor: string,
    /** Left out: the request that the job began with. */
    readonly requestId?: string,
  ) {
    super();
  }
}
