/**
 * Declares enrichment for the rest of the program: submitted rows go in, served rows come out. It reads only
 * the editions that it is given. So a second attempt at a chunk gives the same answers as the first, except
 * for readings that were kept or dropped in between.
 */
import type { BlockOutcomes, MatchedOn, SubmittedRow, BlockOutcome } from '../../../contract/src/row.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../../contract/src/ids.js';
import type { GrantedOptions } from '../../../contract/src/options.js';
import type { ReasonCode } from '../../../contract/src/reason-code.js';
import type { Candidate } from './matching/match-outcome.js';
import type { FetchTerms } from '../live/readings/readings.js';

/** Edition ids by source, as ChunkStarted names them. */
export type Editions = Readonly<Record<string, string>>;

/** The terms that are the same for every row of a job; a `Submission` is one. */
export interface EnrichmentJob {
  readonly operation: 'enrich_job' | 'resolve';
  /** The requested blocks, each once; a delivered row has them in the specification's order. */
  readonly blocks: readonly BlockKey[];
  /** Blocks that every row answers with `not_enabled`. */
  readonly not_enabled: readonly BlockKey[];
  /** Blocks that are answered with `not_enabled` where another block shows them inside its own value. */
  readonly nested_not_enabled?: readonly BlockKey[] | undefined;
  readonly options: GrantedOptions;
  /** The number of rows of the whole job. Some look-ups run only in small jobs (Spec 6.2). */
  readonly rows: number;
  /** Whether fetched readings may be kept. Left out: they may. */
  readonly stored?: boolean;
  /** The account whose daily ceilings count the fetches for the job; left out: no account's. */
  readonly account_id?: AccountId;
  /** The job whose rows share the searches; left out: the rows of a batch share them. */
  readonly job_id?: JobId;
  /** Rows of several keys that come at once take turns; left out: all rows belong to one key. */
  readonly key_id?: KeyId;
}

export interface EnrichmentBatch {
  readonly job: EnrichmentJob;
  readonly editions: Editions;
  /** Index of the first row in the submission. */
  readonly from: number;
  readonly rows: readonly SubmittedRow[];
}

export type EnrichedRow =
  | {
      readonly status: 'delivered';
      readonly company_number: string;
      /** As served; empty where it may not be kept. */
      readonly company_name: string;
      readonly matched_on: MatchedOn;
      /** 0..1. */
      readonly match_confidence: number;
      /** Every block of the job; `pending` where only a live check can decide. */
      readonly blocks: BlockOutcomes;
      /** The row exactly as it is served, `status` `pending` while a block is. */
      readonly json: Uint8Array;
    }
  | {
      readonly status: 'failed';
      readonly reason: ReasonCode;
      readonly detail: string;
      readonly candidates: readonly Candidate[];
      /** The row exactly as it is served. */
      readonly json: Uint8Array;
      /** The row's entry in the errors page, exactly as it is served. */
      readonly error: Uint8Array;
    };

export interface Enricher {
  /** The editions to start a chunk with now, of the sources that these blocks need. */
  currentEditions(blocks: readonly BlockKey[]): Promise<Editions>;
  /**
   * Brings what a chunk is to be answered from to this machine, where several share editions. Left out: it is
   * here.
   * @param editions as the chunk names them; null: it was never started
   * @returns false where it can't be brought now: the chunk is for another machine, or for later
   */
  prepare?(editions: Editions | null, blocks: readonly BlockKey[]): Promise<boolean>;
  /**
   * Whether a number of no known form may be a company number, because an edition in force holds it or can't
   * be read now. Left out: it can't.
   */
  mayBeOnFile?(number: string): Promise<boolean>;
  /** Whether every edition named can be read on this machine. */
  holds(editions: Editions): Promise<boolean>;
  /**
   * Answers the rows, one answer for each, in order. A row that can't be answered fails alone. An error means
   * that the whole batch found no answer, and doesn't tell which row was at fault.
   * @throws NoAnswerYetError where the fault is ours, and no row's
   */
  enrich(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]>;
}

/** A request for a pending block of a row. */
export interface LiveCheck {
  readonly job_id: JobId;
  /** Index in the submission. */
  readonly row: number;
  readonly block: BlockKey;
  /** The identifier with which the row named the company. Left out: it isn't known any more. */
  readonly asked?: SubmittedRow;
  readonly company_number: string;
  /** The job in which the block was requested. */
  readonly job: EnrichmentJob;
  readonly editions: Editions;
  /** ISO 8601; when the work on the row began. What was fetched from then on was checked live. */
  readonly since: string;
  readonly terms: FetchTerms;
}

export interface LiveAnswer {
  readonly outcome: Exclude<BlockOutcome, { status: 'pending' }>;
  /** The block's envelope exactly as it is served. */
  readonly envelope: { readonly status: string };
  /** A later try may find more, after this number of milliseconds. */
  readonly again_in_ms?: number;
}

/**
 * Declares the port for live look-ups. Enrichment leaves a block `pending` where its definition calls it
 * live. The block is then requested here, in its own time and with its own deadline.
 */
export interface LiveChecker {
  /** Answers once. An error is `source_unavailable` for now; it may be tried again until the deadline. */
  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer>;
  /** The answer where no check came in time: nothing more is fetched. */
  overdue(request: LiveCheck): Promise<LiveAnswer>;
}
