/** The types of the answer of `investigate row` (Contract 8.3). */
import type { BlockOutcome, MatchedOn, SubmittedRow } from '../../packages/contract/src/row.js';
import type { NotBilled } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';
import type { EventReference } from './log-reading.js';

/** A contradiction between the data that were delivered and what was recorded and charged. */
export interface Contradiction {
  /** Null: the row as a whole. */
  readonly block: BlockKey | null;
  /** A sentence. */
  readonly detail: string;
}

export interface BlockHistory {
  readonly status: BlockOutcome['status'];
  readonly reason: ReasonCode | null;
  readonly units: number;
  /** Null if the block was billed. */
  readonly why_not_billed: NotBilled | null;
  /** Time at which the block was delivered after its row; null if it came with the row. */
  readonly late: string | null;
}

export interface RowHistory {
  readonly job_id: JobId;
  /** 0-based index in the submission. */
  readonly row: number;
  /** The client's ref; null if the request's row is no longer kept. */
  readonly ref: string | null;
  readonly request_id: string;
  readonly key_id: KeyId;
  readonly account_id: AccountId;
  readonly asked_at: string;
  readonly asked: SubmittedRow | null;
  readonly status: 'done' | 'pending';
  /** Reason why the whole row failed or was skipped. */
  readonly reason: ReasonCode | null;
  readonly company_number: string | null;
  readonly matched_on: MatchedOn | null;
  readonly match_confidence: number | null;
  readonly delivered_at: string | null;
  /** Editions that the row was answered from, by source; empty before it was answered. */
  readonly editions: Readonly<Record<string, string>>;
  readonly units: number;
  readonly blocks: Readonly<Partial<Record<BlockKey, BlockHistory>>>;
  /** The row as pages serve it, late blocks in their places; null if it is not kept. */
  readonly delivered: unknown;
  /** Differences between the delivered row and what was recorded and charged. */
  readonly contradictions: readonly Contradiction[];
  readonly story: readonly string[];
  readonly events: readonly EventReference[];
}

/** A row's history without its sentences and events. */
export type RowFindings = Omit<RowHistory, 'story' | 'events'>;
