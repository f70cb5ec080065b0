/** The types of the answer of `billing explain` about a figure of usage (Contract 8.3). */
import type { JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import type { ReasonCode } from '../../../packages/contract/src/reason-code.js';
import type { NotBilled } from '../../streams/rows/rows.events.js';
import type { CurrencySums, OwedSums } from '../../billing/usage/priced-use.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import type { UsageMonthRule } from '../../billing/usage/usage-schemas.js';

export interface JobHead extends Pick<
  JobStatusDocument,
  'job_id' | 'key_id' | 'request_id' | 'operation' | 'status' | 'erased_at'
> {
  readonly submitted_at: string;
}

export type UnitsByBlock = Readonly<Partial<Record<BlockKey, number>>>;

/** The charges to explain: those of an account in a range of days, of a job, or of a key. */
export interface BillScope {
  readonly account: AccountId;
  /** The days; null: every day with usage. */
  readonly range: UsageRange | null;
  readonly job: JobId | null;
  readonly key: KeyId | null;
  /** The block; null: all blocks together. */
  readonly block: BlockKey | null;
}

/** A charge with the stored event that holds it. */
export interface RecordedCharge {
  readonly charge_id: string;
  readonly job_id: JobId;
  readonly row: number;
  readonly time: string;
  readonly blocks: UnitsByBlock;
  readonly stream: string;
  readonly revision: number;
}

/** `units` are of the block in scope, or of all blocks. */
export interface ListedCharge extends RecordedCharge {
  readonly units: number;
  /** True for a block that was delivered after its row; it has a charge of its own. */
  readonly late: boolean;
  readonly position: string;
}

export interface ExplainedCharge extends ListedCharge {
  /** The amount at the agreed prices of its day; null where none of its blocks had a price. */
  readonly amount: string | null;
  readonly currency: string | null;
}

/**
 * Units and amounts as charged, and (`net_`) less adjustments that are not reversed. Amounts are null without
 * a price.
 */
export interface AmountsOwed {
  readonly units: number;
  readonly amount: string | null;
  readonly currency: string | null;
  readonly net_units: number;
  readonly net_amount: string | null;
  /** The sums of each currency; only where there are several. Then the amounts and the currency are null. */
  readonly currencies?: readonly CurrencySums[];
}

/** A job with a part in the figure, and its request and key. */
export interface ExplainedJob extends JobHead {
  /** Rows of the job that count in this figure. */
  readonly rows: number;
  readonly units: number;
}

/** Units of a block at one price. The amount of a figure is the sum of these. */
export interface ExplainedPrice {
  readonly block: BlockKey;
  readonly units: number;
  /** Null: no price was in force on the days of these units. */
  readonly price: string | null;
  readonly currency: string | null;
  readonly amount: string | null;
}

/** Counts of the free rows and blocks among the rows that were read, by reason. */
export interface NotBilledRows {
  readonly failed: Readonly<Partial<Record<ReasonCode, number>>>;
  /** Rows that were skipped because the job was cancelled. */
  readonly skipped: number;
  /** Rows of unfinished jobs that have no record yet. */
  readonly unfinished: number;
  readonly blocks: Readonly<Partial<Record<BlockKey, Readonly<Partial<Record<NotBilled, number>>>>>>;
  /** Requests that repeated an earlier one; from the request log, kept 30 days. */
  readonly replays: number;
}

export interface ExplainedAdjustment {
  readonly adjustment_id: string;
  readonly reverses: string | null;
  readonly reason: string;
  readonly note: string;
  readonly time: string;
  /** Units of charges in this figure; negative if they are taken back. */
  readonly units: number;
  /** Amount at the prices of the figure; null if no price was ever agreed. */
  readonly amount: string | null;
  readonly currency: string | null;
}

/** A credit that is tied to no charge, or the reversal of one. */
export type ExplainedCredit = Omit<ExplainedAdjustment, 'units'>;

export interface BilledDay extends OwedSums {
  readonly date: string;
  readonly rows: number;
  readonly units: number;
}

/** The sums are absent if no price is agreed. With several currencies, currency and amounts are null. */
export interface ExplainedBill extends OwedSums {
  readonly account_id: AccountId;
  /** The one day of the figure; null for several. */
  readonly day: string | null;
  /** `from` is the first UTC day, `to` the last; both are null if nothing was ever used. */
  readonly from: string | null;
  readonly to: string | null;
  readonly job_id: JobId | null;
  readonly key_id: KeyId | null;
  readonly block: BlockKey | null;
  /** Delivered rows, those without a unit included; with a block in scope, the rows that have this block. */
  readonly rows: number;
  readonly units: number;
  readonly blocks: UnitsByBlock;
  /** `rows` are those of all blocks; the amounts are of the block in scope, or of all blocks. */
  readonly days: readonly BilledDay[];
  readonly priced: readonly ExplainedPrice[];
  /** Units and amounts that adjustments and corrected prices add, by block. `price` is null. */
  readonly adjusted: readonly ExplainedPrice[];
  readonly adjustments: readonly ExplainedAdjustment[];
  /** Credits granted on the days of the figure; none in the figure of a job, a key or a block. */
  readonly credits: readonly ExplainedCredit[];
  readonly net_units: number;
  /** The results of the rules of whole months, beside `net_amount`; only in the figure of an account. */
  readonly month_rules: readonly UsageMonthRule[];
  readonly not_billed: NotBilledRows;
  /** Jobs in the order of `charges`; if `complete` is false, only those that were read. */
  readonly jobs: readonly ExplainedJob[];
  /** Charges by day, then by job and row. */
  readonly charges: readonly ExplainedCharge[];
  readonly charges_before: number;
  /** Number of charges that were read, unlisted ones included. */
  readonly charges_read: number;
  /** True if every charge of the figure was read from the log. */
  readonly complete: boolean;
  /** True if the charges in the log add up to this figure; null if not all were read. */
  readonly agrees: boolean | null;
  /** The account's last event that the figure counts. */
  readonly as_of: { readonly position: string; readonly time: string } | null;
}
