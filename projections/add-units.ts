import type { BlockKey } from '../src/shared/block-key.js';
import type { Units } from './usage/usage.document.js';

/** Units by block, added up. */
export function addUnits(a: Units, b: Units): Units {
  const sum: Partial<Record<BlockKey, number>> = { ...a };
  for (const [block, units] of Object.entries(b) as [BlockKey, number][]) {
    sum[block] = (sum[block] ?? 0) + units;
  }
  return sum;
}
