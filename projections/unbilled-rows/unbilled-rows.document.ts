/** Counts an account's rows that ended on a UTC day and cost nothing, for the cap on such rows. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { AccountId, JobId } from '../../packages/contract/src/ids.js';
import { accountPart, keyOf, rowPart } from '../key-parts.js';

export type UnbilledRowsDocument = {
  readonly account_id: AccountId;
  readonly day: string;
  readonly rows: number;
};

export const UNBILLED_ROWS = typedCollection<UnbilledRowsDocument>('unbilled_rows');

export const unbilledRowsKey = (account: AccountId, day: string): string => keyOf(accountPart(account), day);

/** A row without a unit that waits for late blocks. Deleted when one is billed or the last is filled. */
export type UnsettledRowDocument = { readonly account_id: AccountId; readonly blocks: number };

export const UNSETTLED_ROWS = typedCollection<UnsettledRowDocument>('unsettled_rows');

export const unsettledRowKey = (job: JobId, row: number): string => keyOf(job, rowPart(row));
