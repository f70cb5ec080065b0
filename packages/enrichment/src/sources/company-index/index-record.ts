/** Declares the record that the company index has of a live or dissolved company. */
import type { CompanyNumber } from '../../../../words/src/company-number.js';

/** The states in the last column of Prod200. A blank means active and is stored as `A`. */
export const INDEX_STATES = {
  A: 'active',
  C: 'converted-closed',
  D: 'dissolved',
  L: 'liquidation',
  R: 'receivership',
} as const;
export type IndexState = keyof typeof INDEX_STATES;

export interface IndexRecord {
  readonly number: CompanyNumber;
  /** The name; null: Prod200 has no names, and Prod183 has those of live companies. */
  readonly name: string | null;
  /** The state; null: only Prod183 has the company, and it has no states. */
  readonly state: IndexState | null;
  /** The codes of Prod200 as printed: five digits, or four of the 2003 scheme. */
  readonly sic: readonly string[];
}

export const isIndexState = (text: string): text is IndexState => text in INDEX_STATES;
