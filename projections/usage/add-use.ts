/** Rows and units added to what a day has so far. */
import { addUnits } from '../add-units.js';
import type { Units } from './usage.document.js';

export interface Use {
  readonly rows: number;
  readonly units: Units;
}

/** @param before a document, or only what names it */
export const withUse = <Named extends object>(before: Named & Partial<Use>, use: Use): Named & Use => ({
  ...before,
  rows: (before.rows ?? 0) + use.rows,
  units: addUnits(before.units ?? {}, use.units),
});
