/**
 * Declares use by account and UTC day, by job and by key. A row counts on the day of its record, a late block
 * on the day of its fill (Contract 5.3). Adjustments have documents of their own, on the days of the charges,
 * and never change the figures of charges. A credit counts on its own day.
 */
import type { Position } from '../../packages/platform/src/event-store/event-store.js';
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, AdjustmentId, JobId, KeyId } from '../../packages/contract/src/ids.js';
import type { AdjustmentReason } from '../../src/streams/adjustments/adjustments.events.js';
import { addCounts, type CorrectedLine } from '../add-counts.js';
import { accountPart, keyOf } from '../key-parts.js';

export type Units = Readonly<Partial<Record<BlockKey, number>>>;

/** Delivered rows and billed units. */
export type Use = { readonly rows: number; readonly units: Units };
export type DayOfUse = Use & { readonly day: string };

export const NO_USE: Use = { rows: 0, units: {} };

export const withUse = <Document extends Use>(before: Document, use: Use): Document => ({
  ...before,
  rows: before.rows + use.rows,
  units: addCounts(before.units, use.units),
});

export type UsageDayDocument = DayOfUse & { readonly account_id: AccountId };
export type UsageJobDocument = UsageDayDocument & { readonly job_id: JobId };
export type UsageKeyDocument = UsageDayDocument & { readonly key_id: KeyId };
export type UsageAccountDocument = {
  readonly account_id: AccountId;
  readonly as_of_position: Position;
  readonly as_of_time: string;
};
/** The units of an adjustment or a reversal on one day of charges. Negative units are taken back. */
export type AdjustedDayDocument = {
  readonly account_id: AccountId;
  readonly adjustment_id: AdjustmentId;
  readonly reverses: AdjustmentId | null;
  readonly reason: AdjustmentReason;
  readonly made_at: string;
  /** The day of the charges. */
  readonly day: string;
  /** 0 in a repricing. */
  readonly units: Units;
  /** The lines at corrected prices; left out where there are none. */
  readonly corrected?: readonly CorrectedLine[];
};
export type AdjustedJobDocument = AdjustedDayDocument & { readonly job_id: JobId; readonly key_id: KeyId };
/** A credit, or the reversal of one. */
export type CreditDocument = Omit<AdjustedDayDocument, 'units' | 'corrected'> & {
  readonly currency: string;
  /** Negative where less is owed. `day` is that of its event. */
  readonly amount: string;
};
export type AdjustmentDocument = { readonly account_id: AccountId };
/** The account and the key that pay for a job. Its submission names them, and every charge needs them. */
export type ChargedJobDocument = { readonly account_id: AccountId; readonly key_id: KeyId };

export const USAGE_DAYS = typedCollection<UsageDayDocument>('usage_days');
/** Index `by_day`: all jobs of an account in a range of days. */
export const USAGE_JOBS = typedCollection<UsageJobDocument>('usage_jobs', [
  { name: 'by_day', fields: ['account_id', 'day'] },
]);
export const USAGE_KEYS = typedCollection<UsageKeyDocument>('usage_keys', [
  { name: 'by_day', fields: ['account_id', 'day'] },
]);
export const USAGE_ACCOUNTS = typedCollection<UsageAccountDocument>('usage_accounts');
export const USAGE_ADJUSTED_DAYS = typedCollection<AdjustedDayDocument>('usage_adjusted_days');
/** Index `by_day`: all jobs of an account in a range of days. */
export const USAGE_ADJUSTED_JOBS = typedCollection<AdjustedJobDocument>('usage_adjusted_jobs', [
  { name: 'by_day', fields: ['account_id', 'day'] },
]);
export const USAGE_CREDITS = typedCollection<CreditDocument>('usage_credits');
/** The key is the adjustment's id. */
export const ADJUSTMENTS = typedCollection<AdjustmentDocument>('adjustments');
/** The key is the job's id. */
export const CHARGED_JOBS = typedCollection<ChargedJobDocument>('charged_jobs');

export const usageDayKey = (account: AccountId, day: string): string => keyOf(accountPart(account), day);
export const usageJobKey = (account: AccountId, job: JobId, day: string): string =>
  keyOf(accountPart(account), job, day);
export const usageKeyKey = (account: AccountId, key: KeyId, day: string): string =>
  keyOf(accountPart(account), key, day);
/** Begins with the key of the day's use, so that the same ranges select both. */
export const adjustedDayKey = (account: AccountId, day: string, adjustment: AdjustmentId): string =>
  keyOf(usageDayKey(account, day), adjustment);
export const adjustedJobKey = (
  { account_id, adjustment_id, day }: Pick<AdjustedDayDocument, 'account_id' | 'adjustment_id' | 'day'>,
  job: JobId,
): string => keyOf(usageJobKey(account_id, job, day), adjustment_id);
