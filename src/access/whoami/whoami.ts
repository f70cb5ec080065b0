/** Builds the answer of GET /v1/whoami, which shows what a key may do (Spec 3.7). Pure. */
import { z } from 'zod';
import type { PublicAddress } from '../../../packages/platform/src/http/public-address.js';
import type { Availability, BlockKey, Tier } from '../../../packages/contract/src/block-key.js';
import { BLOCK_KEYS, CORE_BLOCKS } from '../../../packages/contract/src/block-key.js';
import {
  availability,
  blockKey,
  count,
  int,
  positive,
  text,
  tier,
  uri,
  type BodyOf,
} from '../../../packages/contract/src/body-parts.js';
import type { Caller } from '../caller.js';
import { DEFAULT_MAX_ROWS } from '../../../packages/contract/src/row-cap.js';

export const whoamiBody = z.object({
  key_id: text.regex(/^[a-z0-9]{12}$/).describe('12 characters; may be logged and quoted.'),
  name: text,
  environment: z
    .enum(['live', 'test'])
    .describe('A test key is no sandbox: same data, recorded in usage alike.'),
  scopes: z.array(z.enum(['read', 'enrich'])),
  account: z.object({ id: int, email: text }),
  blocks: z
    .array(z.object({ key: blockKey, availability, tier }))
    .length(BLOCK_KEYS.length)
    .describe('All 37, in order.'),
  blocks_enabled_count: count,
  blocks_total: int.meta({ const: BLOCK_KEYS.length }).describe('How many blocks there are.'),
  limits: z.object({
    max_rows_per_job: positive,
    max_rows_per_job_source: z
      .enum(['key', 'default'])
      .describe('`key` where the key has a lower cap of its own.'),
    rate_limits: z.object({ requests_per_minute: positive, resolve_per_minute: positive }),
    // Keys never expire (Spec 7.7).
    expires_at: z.null().describe('Keys do not expire.'),
  }),
  docs: z.object({ url: uri, openapi: uri, catalog: uri }),
});

const CORE: ReadonlySet<BlockKey> = new Set(CORE_BLOCKS);

const tierOf = (block: BlockKey): Tier => (CORE.has(block) ? 'core' : 'premium');

const availabilityOf = (caller: Pick<Caller, 'blocks'>, block: BlockKey): Availability =>
  caller.blocks.has(block) ? 'available' : 'not_enabled';

export function whoami(caller: Caller, address: Pick<PublicAddress, 'link'>): BodyOf<typeof whoamiBody> {
  const hasOwnCap = caller.max_rows !== null && caller.max_rows < DEFAULT_MAX_ROWS;
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
      max_rows_per_job_source: hasOwnCap ? 'key' : 'default',
      rate_limits: {
        requests_per_minute: caller.requests_per_minute,
        resolve_per_minute: caller.resolve_per_minute,
      },
      expires_at: null,
    },
    docs: {
      url: address.link('/docs'),
      // /v1/openapi.json redirects to this address, and some generators follow no redirect.
      openapi: address.link('/openapi.json'),
      catalog: address.link('/v1/blocks'),
    },
  };
}
