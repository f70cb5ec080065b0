/** Declares the caller of a request (its key and its account), and the default rate limits. */
import type { BlockKey } from '../../packages/contract/src/block-key.js';
import type { AccountId, KeyEnvironment, KeyId, KeyScope } from '../../packages/contract/src/ids.js';
import type { PremiumOption } from '../../packages/contract/src/options.js';
import type { Budget, PriceAgreement } from '../streams/account/account.state.js';

export const DEFAULT_REQUESTS_PER_MINUTE = 600;
export const DEFAULT_RESOLVE_PER_MINUTE = 60;

export interface Caller {
  readonly account_id: AccountId;
  readonly email: string;
  readonly key_id: KeyId;
  readonly key_name: string;
  readonly environment: KeyEnvironment;
  readonly scopes: readonly KeyScope[];
  readonly blocks: ReadonlySet<BlockKey>;
  readonly options: ReadonlySet<PremiumOption>;
  /** Agreed prices, in the order of their agreement. */
  readonly prices: readonly PriceAgreement[];
  /** The budget of each calendar month, or null if there is none. */
  readonly budget: Budget | null;
  /** The key's own cap on the rows of a job, or null if it has none. */
  readonly max_rows: number | null;
  readonly requests_per_minute: number;
  readonly resolve_per_minute: number;
}
