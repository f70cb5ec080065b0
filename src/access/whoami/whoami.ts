/** What a key may do, as GET /v1/whoami shows it (Spec 3.7). Pure. */
import type { PublicAddress } from '../../platform/http/public-address.js';
import type { Availability, BlockKey, Tier } from '../../shared/block-key.js';
import { BLOCK_KEYS, CORE_BLOCKS } from '../../shared/block-key.js';
import type { AccountId, Environment, KeyId, Scope } from '../../shared/ids.js';
import type { Caller } from '../caller.js';
import { DEFAULT_MAX_ROWS } from '../../shared/row-cap.js';

export interface Whoami {
  readonly key_id: KeyId;
  readonly name: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly account: { readonly id: AccountId; readonly email: string };
  readonly blocks: readonly {
    readonly key: BlockKey;
    readonly availability: Availability;
    readonly tier: Tier;
  }[];
  readonly blocks_enabled_count: number;
  readonly blocks_total: number;
  readonly limits: {
    readonly max_rows_per_job: number;
    readonly max_rows_per_job_source: 'key' | 'default';
    readonly rate_limits: { readonly requests_per_minute: number; readonly resolve_per_minute: number };
    /** Keys do not expire (Spec 7.7). */
    readonly expires_at: null;
  };
  readonly docs: { readonly url: string; readonly openapi: string; readonly catalog: string };
}

const CORE: ReadonlySet<BlockKey> = new Set(CORE_BLOCKS);

const tierOf = (block: BlockKey): Tier => (CORE.has(block) ? 'core' : 'premium');

const availabilityOf = (caller: Pick<Caller, 'blocks'>, block: BlockKey): Availability =>
  caller.blocks.has(block) ? 'available' : 'not_enabled';

export function whoami(caller: Caller, address: Pick<PublicAddress, 'link'>): Whoami {
  const ownCap = caller.max_rows !== null && caller.max_rows < DEFAULT_MAX_ROWS;
  return {
    key_id: caller.key_id,
    name: caller.key_name,
    environment: caller.environment,
    scopes: caller.scopes,
    account: { id: caller.account_id, email: caller.email },
    blocks: BLOCK_KEYS.map((key) => ({ key, availability: availabilityOf(caller, key), tier: tierOf(key) })),
    blocks_enabled_count: BLOCK_KEYS.filter((key) => caller.blocks.has(key)).length,
    blocks_total: BLOCK_KEYS.length,
    limits: {
      max_rows_per_job: caller.max_rows ?? DEFAULT_MAX_ROWS,
      max_rows_per_job_source: ownCap ? 'key' : 'default',
      rate_limits: {
        requests_per_minute: caller.requests_per_minute,
        resolve_per_minute: caller.resolve_per_minute,
      },
      expires_at: null,
    },
    docs: {
      url: address.link('/docs'),
      openapi: address.link('/v1/openapi.json'),
      catalog: address.link('/v1/blocks'),
    },
  };
}
