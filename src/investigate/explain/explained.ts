/** What `billing explain` answers about a figure of usage (Contract 8.3). */
import type { BlockKey } from '../../shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { NotBilled } from '../../streams/rows/rows.events.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';

export type UnitsByBlock = Readonly<Partial<Record<BlockKey, number>>>;

/** Which charges are asked about: those of an account in some days, of a job or of a key. */
export interface BillScope {
  readonly account: AccountId;
  /** Null: every day with use. */
  readonly range: UsageRange | null;
  readonly job: JobId | null;
  readonly key: KeyId | null;
  /** Null: all blocks together. */
  readonly block: BlockKey | null;
}

export interface ExplainedCharge {
  /** The id of the charge event. */
  readonly charge_id: string;
  readonly job_id: JobId;
  /** 0-based index in the submission. */
  readonly row: number;
  /** Of the asked block, or of all blocks. */
  readonly units: number;
  readonly blocks: UnitsByBlock;
  /** True for a block that was delivered after its row, which is charged by itself. */
  readonly late: boolean;
  readonly time: string;
  /** Of the stored event that carries it. */
  readonly stream: string;
  readonly revision: number;
  readonly position: string;
}

/** A job with a part in the figure, and the request and key that it came by. */
export interface ExplainedJob {
  readonly job_id: JobId;
  readonly key_id: KeyId;
  readonly request_id: string;
  readonly operation: 'enrich_job' | 'resolve';
  readonly status: string;
  readonly submitted_at: string;
  /** When its rows' data were erased; facts and charges stay. */
  readonly erased_at: string | null;
  /** Of this figure. */
  readonly rows: number;
  readonly units: number;
}

/** Units of a block at one price: what an amount is the sum of. */
export interface PricedUnits {
  readonly block: BlockKey;
  readonly units: number;
  /** Null: no price was in force on the days of these units. */
  readonly price: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
}

/** What cost nothing, and why, in the rows that were read. */
export interface NotBilledRows {
  /** Rows that failed as a whole, by reason. */
  readonly failed: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Rows that a cancel skipped. */
  readonly skipped: number;
  /** Rows of jobs that are not over, with no record yet. */
  readonly unfinished: number;
  /** Blocks of delivered rows that were free, by why. */
  readonly blocks: Readonly<Partial<Record<BlockKey, Readonly<Partial<Record<NotBilled, number>>>>>>;
  /** Requests that repeated an earlier one; from the request log, kept 30 days. */
  readonly replays: number;
}

export interface ExplainedAdjustment {
  readonly adjustment_id: string;
  /** The adjustment that this one takes back. */
  readonly reverses: string | null;
  readonly reason: string;
  readonly note: string;
  readonly time: string;
  /** Of charges in this figure: negative where they are taken back. */
  readonly units: number;
  /** At the prices of the figure; null where none were ever agreed. */
  readonly amount: string | null;
}

export interface ExplainedBill {
  readonly account_id: AccountId;
  /** The one day of the figure; null for several. */
  readonly day: string | null;
  /** First and last UTC day; null where nothing was ever used. */
  readonly from: string | null;
  readonly to: string | null;
  readonly job_id: JobId | null;
  readonly key_id: KeyId | null;
  readonly block: BlockKey | null;
  /** Rows delivered, also those without a unit; with a block, those that it was delivered with. */
  readonly rows: number;
  readonly units: number;
  readonly blocks: UnitsByBlock;
  readonly days: readonly { readonly date: string; readonly rows: number; readonly units: number }[];
  /** Absent where no price is agreed. */
  readonly currency?: string;
  readonly amount?: string;
  readonly priced: readonly PricedUnits[];
  readonly adjustments: readonly ExplainedAdjustment[];
  readonly net_units: number;
  /** `amount` and the adjustments; absent where `amount` is. */
  readonly net_amount?: string;
  readonly not_billed: NotBilledRows;
  /** In the order of `charges`; with `complete` false only those that were read. */
  readonly jobs: readonly ExplainedJob[];
  /** By day, then by job and row. */
  readonly charges: readonly ExplainedCharge[];
  /** Charges that were read, also those that are not listed. */
  readonly charges_read: number;
  /** Whether every charge of the figure was read from the log. */
  readonly complete: boolean;
  /** Whether the charges in the log come to this figure; null where not all were read. */
  readonly agrees: boolean | null;
  /** Of the figure: the account's last event that was counted. */
  readonly as_of: { readonly position: string; readonly time: string } | null;
}
