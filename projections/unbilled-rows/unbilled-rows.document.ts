/** Rows of an account that were finished on a UTC day and cost nothing: what a cap on them is held against. */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { AccountId } from '../../src/shared/ids.js';
import { accountPart, keyOf } from '../key-parts.js';

export type UnbilledRowsDocument = {
  readonly account_id: AccountId;
  readonly day: string;
  readonly rows: number;
};

export const UNBILLED_ROWS = typedCollection<UnbilledRowsDocument>('unbilled_rows');

export const unbilledRowsKey = (account: AccountId, day: string): string => keyOf(accountPart(account), day);
