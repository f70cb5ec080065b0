/**
 * What was used, by account and UTC day, and the same by job and by key: the fold of all charges. `rows` counts on the
 * day of a row's record, a late block's unit on the day of its fill (Contract 5.3).
 */
import type { Position } from '../../src/platform/event-store/event-store.js';
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { AccountId, JobId, KeyId } from '../../src/shared/ids.js';
import { accountPart, keyOf } from '../key-parts.js';

export type Units = Readonly<Partial<Record<BlockKey, number>>>;

/** Delivered rows and billed units of one day. */
export type DayOfUse = { readonly day: string; readonly rows: number; readonly units: Units };

export type UsageDayDocument = DayOfUse & { readonly account_id: AccountId };
export type UsageJobDocument = UsageDayDocument & { readonly job_id: JobId };
export type UsageKeyDocument = UsageDayDocument & { readonly key_id: KeyId };
/** The last event of this account that was counted. */
export type UsageAccountDocument = {
  readonly account_id: AccountId;
  readonly as_of_position: Position;
  readonly as_of_time: string;
};
/** Who pays for a job: learned from its submission, needed for every charge. */
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
export const CHARGED_JOBS = typedCollection<ChargedJobDocument>('charged_jobs');

export const usageDayKey = (account: AccountId, day: string): string => keyOf(accountPart(account), day);
export const usageJobKey = (account: AccountId, job: JobId, day: string): string =>
  keyOf(accountPart(account), job, day);
export const usageKeyKey = (account: AccountId, key: KeyId, day: string): string =>
  keyOf(accountPart(account), key, day);
export const usageAccountKey = (account: AccountId): string => accountPart(account);
export const chargedJobKey = (job: JobId): string => job;
