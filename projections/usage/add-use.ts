/** Adds rows and units to a document of use. */
import { addCounts } from '../add-counts.js';
import type { Units } from './usage.document.js';

export interface Use {
  readonly rows: number;
  readonly units: Units;
}

/** The use in a new document. */
export const NO_USE: Use = { rows: 0, units: {} };

/** @param before the stored document, or a new one with `NO_USE` */
export const withUse = <Document extends Use>(before: Document, use: Use): Document => ({
  ...before,
  rows: before.rows + use.rows,
  units: addCounts(before.units, use.units),
});
