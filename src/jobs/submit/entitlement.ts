/** What the account may have of a request (Spec 6.4; Contract 3.5: blocks are refused before options). */
import type { Caller } from '../../access/caller.js';
import { inCatalogueOrder, NESTED_BLOCKS, type BlockKey } from '../../shared/block-key.js';
import { premiumOptionsAsked } from '../../shared/options.js';
import type { EnrichRequest, EntitlementRefusal } from '../commands.js';

export type Entitlement =
  /** Blocks asked for that the account lacks; the others are answered. In the specification's order. */
  | {
      readonly outcome: 'granted';
      readonly not_enabled: readonly BlockKey[];
      /** Those that it lacks of what the asked ones show inside their own values. */
      readonly nested_not_enabled: readonly BlockKey[];
    }
  | EntitlementRefusal;

export function entitlementOf(
  caller: Pick<Caller, 'blocks' | 'options'>,
  request: Pick<EnrichRequest, 'blocks' | 'options'>,
): Entitlement {
  const not_enabled = inCatalogueOrder(request.blocks.filter((key) => !caller.blocks.has(key)));
  if (not_enabled.length === new Set(request.blocks).size)
    return { outcome: 'not_enabled', blocks: not_enabled };
  const options = premiumOptionsAsked(request.options).filter((option) => !caller.options.has(option));
  if (options.length > 0) return { outcome: 'option_not_enabled', options };
  const nested = request.blocks.flatMap((key) => NESTED_BLOCKS[key] ?? []);
  const nested_not_enabled = inCatalogueOrder(nested.filter((key) => !caller.blocks.has(key)));
  return { outcome: 'granted', not_enabled, nested_not_enabled };
}
