/** Decides which requested blocks and options an account may use (Spec 6.4), blocks first (Contract 3.5). */
import type { Caller } from '../../access/caller.js';
import { sortBlockKeys, NESTED_BLOCKS, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { requestedPremiumOptions } from '../../../packages/contract/src/options.js';
import type { EnrichRequest, EntitlementRefusal } from '../commands.js';

export interface GrantedEntitlement {
  readonly outcome: 'granted';
  /** Requested blocks that the account lacks, in the specification's order. */
  readonly not_enabled: readonly BlockKey[];
  /** Blocks that the account lacks and that requested blocks contain in their own values. */
  readonly nested_not_enabled: readonly BlockKey[];
}

export function entitlementOf(
  caller: Pick<Caller, 'blocks' | 'options'>,
  request: Pick<EnrichRequest, 'blocks' | 'options'>,
): GrantedEntitlement | EntitlementRefusal {
  const not_enabled = sortBlockKeys(request.blocks.filter((key) => !caller.blocks.has(key)));
  if (not_enabled.length === new Set(request.blocks).size)
    return { outcome: 'not_enabled', blocks: not_enabled };
  const options = requestedPremiumOptions(request.options).filter((option) => !caller.options.has(option));
  if (options.length > 0) return { outcome: 'option_not_enabled', options };
  const nestedBlocks = request.blocks.flatMap((key) => NESTED_BLOCKS[key] ?? []);
  const nested_not_enabled = sortBlockKeys(nestedBlocks.filter((key) => !caller.blocks.has(key)));
  return { outcome: 'granted', not_enabled, nested_not_enabled };
}
