/**
 * Declares the port for live look-ups. Enrichment leaves a block `pending` where its definition calls it
 * live. The block is then requested here, in its own time and with its own deadline.
 */
import type { BlockOutcome, SubmittedRow } from '../../../contract/src/row.js';
import type { FetchTerms } from '../live/readings/readings.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { JobId } from '../../../contract/src/ids.js';
import type { Editions, EnrichmentJob } from './enricher.js';

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

export interface LiveChecker {
  /**
   * Answers once. An error counts as `source_unavailable` for now; the check may be tried again until the
   * deadline.
   */
  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer>;
  /** The answer where no check came in time: nothing more is fetched. */
  overdue(request: LiveCheck): Promise<LiveAnswer>;
}
