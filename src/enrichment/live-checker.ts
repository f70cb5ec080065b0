/**
 * The port behind which live look-ups run: a block that its definition calls live leaves enrichment `pending`, and is
 * asked for here, in its own time, with its own deadline.
 */
import type { BlockOutcome } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../shared/block-key.js';
import type { JobId } from '../shared/ids.js';
import type { GrantedOptions } from '../shared/options.js';
import type { Editions } from './enricher.js';

export interface LiveCheck {
  readonly job_id: JobId;
  /** Index in the submission. */
  readonly row: number;
  readonly block: BlockKey;
  readonly company_number: string;
  readonly options: GrantedOptions;
  readonly editions: Editions;
}

export interface LiveAnswer {
  readonly outcome: Exclude<BlockOutcome, { status: 'pending' }>;
  /** The block's envelope exactly as it is served. */
  readonly envelope: { readonly status: string };
}

export interface LiveChecker {
  /** Answers once; a throw counts as `source_unavailable` for now and may be tried again until the deadline. */
  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer>;
}
