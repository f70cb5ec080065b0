/** Declares the index's record of a company, living or dissolved. */
import type { CompanyNumber } from '../../../../words/src/company-number.js';

/** The states in the last column of Prod200. A blank is stored as `A`: it means none of the others. */
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
  /** Null: Prod200 holds none, and Prod183 those of living companies only. */
  readonly name: string | null;
  /** Null: only Prod183 has it, which doesn't say. */
  readonly state: IndexState | null;
  /** Codes of Prod200 as printed: five digits, or four of the 2003 scheme. */
  readonly sic: readonly string[];
}

export const isIndexState = (text: string): text is IndexState => text in INDEX_STATES;
