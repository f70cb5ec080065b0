/** One document an account: what it may use, what it pays and whose it is. */
import { typedCollection } from '../../src/platform/projector/typed-collection.js';
import type { BlockKey } from '../../src/shared/block-key.js';
import type { AccountId } from '../../src/shared/ids.js';
import type { PremiumOption } from '../../src/shared/options.js';
import { accountPart } from '../key-parts.js';

/** Prices of one unit by block (decimal strings) for charges dated on or after `from` (YYYY-MM-DD, UTC). */
export type AgreedPrices = {
  readonly currency: string;
  readonly from: string;
  readonly prices: Readonly<Partial<Record<BlockKey, string>>>;
  readonly agreed_at: string;
};

export type AccountDocument = {
  readonly account_id: AccountId;
  /** Empty while no contact is recorded, and again once it was erased. */
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'suspended';
  /** Switched on now, in the specification's order. */
  readonly blocks: readonly BlockKey[];
  readonly options: readonly PremiumOption[];
  /** In the order in which they were agreed. */
  readonly prices: readonly AgreedPrices[];
  /** Null until the account's own stream was seen (its contact may come first). */
  readonly opened_at: string | null;
};

export const ACCOUNTS = typedCollection<AccountDocument>('accounts');

export const accountKey = (account: AccountId): string => accountPart(account);
