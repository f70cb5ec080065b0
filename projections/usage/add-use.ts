/** Rows and units added to what a day has so far. */
import { addCounts } from '../add-counts.js';
import type { Units } from './usage.document.js';

export interface Use {
  readonly rows: number;
  readonly units: Units;
}

/** What a new document has before its first charge. */
export const NO_USE: Use = { rows: 0, units: {} };

/** @param before a document as it stands, or a new one with `NO_USE` */
export const withUse = <Document extends Use>(before: Document, use: Use): Document => ({
  ...before,
  rows: before.rows + use.rows,
  units: addCounts(before.units, use.units),
});
