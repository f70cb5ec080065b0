/** The documents of the access lane, as authentication and the operator's lists read them. */
import type { KeyedDocument } from '../platform/read-models/read-models.js';
import type { BlockKey } from '../shared/block-key.js';
import type { AccountId, Environment, KeyId, Scope } from '../shared/ids.js';
import type { PremiumOption } from '../shared/options.js';
import type { PriceAgreement } from './account.state.js';

export interface AccountDocument {
  readonly account_id: AccountId;
  readonly name: string;
  readonly email: string;
  readonly status: 'active' | 'suspended';
  readonly blocks: readonly BlockKey[];
  readonly options: readonly PremiumOption[];
  readonly prices: readonly (PriceAgreement & { readonly agreed_at: string })[];
  readonly opened_at: string;
}

export interface KeyDocument {
  readonly key_id: KeyId;
  readonly account_id: AccountId;
  readonly name: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly secret_hash: string;
  readonly max_rows: number | null;
  readonly requests_per_minute: number;
  readonly resolve_per_minute: number;
  readonly issued_at: string;
  readonly revoked_at: string | null;
  readonly revoke_reason: string | null;
}

export const ACCOUNTS = 'accounts';
export const KEYS = 'keys';
/** Index of `keys`: account, then time of issue. */
export const KEYS_BY_ACCOUNT = 'by_account';

/** Order-preserving, as every key by account. */
export const accountKey = (account: AccountId): string => String(account).padStart(12, '0');

/** The projections write exactly these fields (`projections/accounts`, `projections/keys`). */
export const accountOf = (document: KeyedDocument): AccountDocument =>
  document.fields as unknown as AccountDocument;
export const keyOf = (document: KeyedDocument): KeyDocument => document.fields as unknown as KeyDocument;
