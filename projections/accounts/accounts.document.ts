/** A document for each account: its blocks and options, its prices, its contact and the names of its keys. */
import { typedCollection } from '../../packages/platform/src/projector/typed-collection.js';
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, KeyId } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { BudgetSet, MonthRulesAgreed } from '../../src/streams/account/account.events.js';
import type { PriceAgreement } from '../../src/streams/account/price-terms.js';

/** A term of the prices, with the time of its event. */
export type AgreedPrices = PriceAgreement & { readonly agreed_at: string };

export type AgreedMonthRules = MonthRulesAgreed['data'] & { readonly agreed_at: string };

export type AccountDocument = {
  readonly account_id: AccountId;
  /** Empty before a contact is recorded, and after it was erased. */
  readonly name: string;
  readonly email: string;
  /** The names of keys, by key id. Left out in documents that version 1 of the projection made. */
  readonly key_names?: Readonly<Record<KeyId, string>>;
  /** If true, `name`, `email` and `key_names` stay empty for good, whatever the log still holds. */
  readonly contact_erased: boolean;
  readonly status: 'active' | 'suspended';
  /** Enabled now, in the specification's order. */
  readonly blocks: readonly BlockKey[];
  readonly options: readonly PremiumOption[];
  /** Prices, contracts and withdrawals, in the order in which they were agreed. */
  readonly prices: readonly AgreedPrices[];
  /** The budget. Left out if none was ever set; null if it was ended. */
  readonly budget?: Omit<BudgetSet['data'], 'reason'> | null;
  /** The rules of months, in the order in which they were agreed; left out if there are none. */
  readonly month_rules?: readonly AgreedMonthRules[];
  /** Null until AccountOpened was projected: the contact's stream may come first. */
  readonly opened_at: string | null;
};

/** The key is the `accountPart` of the account. */
export const ACCOUNTS = typedCollection<AccountDocument>('accounts');

/** Returns '' for a key without a name, and after the contact was erased. */
export const nameOfKey = (account: Pick<AccountDocument, 'key_names'> | undefined, key: KeyId): string =>
  account?.key_names?.[key] ?? '';
