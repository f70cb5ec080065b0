/** What `investigate row` answers (Contract 8.3). */
import type { AskedRow } from '../streams/rowdata/rowdata.events.js';
import type { BlockOutcome, MatchedOn, NotBilled } from '../streams/rows/rows.events.js';
import type { BlockKey } from '../shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../shared/ids.js';
import type { ReasonCode } from '../shared/reason-code.js';
import type { Evidence } from './evidence.js';

export interface BlockStory {
  readonly status: BlockOutcome['status'];
  readonly reason: ReasonCode | null;
  readonly units: number;
  /** Null where it was billed. */
  readonly why_not_billed: NotBilled | null;
  /** When it was delivered, where that was after its row. */
  readonly late: string | null;
}

export interface RowStory {
  readonly job_id: JobId;
  /** 0-based index in the submission. */
  readonly row: number;
  /** Null where what was asked is no longer kept. */
  readonly ref: string | null;
  readonly request_id: string;
  readonly key_id: KeyId;
  readonly account_id: AccountId;
  readonly asked_at: string;
  readonly asked: AskedRow | null;
  readonly status: 'done' | 'pending';
  /** Why the row as a whole failed, or was skipped. */
  readonly reason: ReasonCode | null;
  readonly company_number: string | null;
  readonly matched_on: MatchedOn | null;
  readonly match_confidence: number | null;
  readonly delivered_at: string | null;
  /** By source, that it was answered from; empty before it was. */
  readonly editions: Readonly<Record<string, string>>;
  readonly units: number;
  readonly blocks: Readonly<Partial<Record<BlockKey, BlockStory>>>;
  /** The row as it is served, without blocks that came late; null where it is not kept. */
  readonly delivered: unknown;
  /** The same as sentences. */
  readonly story: readonly string[];
  readonly events: readonly Evidence[];
}

/** The same without its sentences. */
export type RowFindings = Omit<RowStory, 'story' | 'events'>;
