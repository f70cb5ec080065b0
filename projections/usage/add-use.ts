/** Rows and units added to what a day has so far. */
import type { BlockKey } from '../../src/shared/block-key.js';
import type { Units } from './usage.document.js';

export interface Use {
  readonly rows: number;
  readonly units: Units;
}

/** Units by block, added up. */
export function addUnits(a: Units, b: Units): Units {
  const sum: Partial<Record<BlockKey, number>> = { ...a };
  for (const [block, units] of Object.entries(b) as [BlockKey, number][]) {
    sum[block] = (sum[block] ?? 0) + units;
  }
  return sum;
}

/** @param before a document, or only what names it */
export const withUse = <Named extends object>(before: Named & Partial<Use>, use: Use): Named & Use => ({
  ...before,
  rows: (before.rows ?? 0) + use.rows,
  units: addUnits(before.units ?? {}, use.units),
});
