/** Who is calling, as the key's and account's events say at this moment. */
import type { BlockKey } from '../shared/block-key.js';
import type { AccountId, KeyEnvironment, KeyId, KeyScope } from '../shared/ids.js';
import type { PremiumOption } from '../shared/options.js';
import type { PriceAgreement } from '../streams/account/account.state.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const DEFAULT_RESOLVE_PER_MINUTE = 60;

export interface Caller {
  readonly account_id: AccountId;
  readonly email: string;
  readonly key_id: KeyId;
  readonly key_name: string;
  readonly environment: KeyEnvironment;
  readonly scopes: readonly KeyScope[];
  /** Switched on for the account. */
  readonly blocks: ReadonlySet<BlockKey>;
  readonly options: ReadonlySet<PremiumOption>;
  /** In the order in which they were agreed. */
  readonly prices: readonly PriceAgreement[];
  /** The key's own cap, or null. */
  readonly max_rows: number | null;
  readonly requests_per_minute: number;
  readonly resolve_per_minute: number;
}
