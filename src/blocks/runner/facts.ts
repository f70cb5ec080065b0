/** What blocks may be given to derive from, and the state each source is in. */
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { Freshness } from './envelope.js';

/** One company as a source has it. */
export interface SourceFact<T> {
  /** Null: the source is loaded and has nothing for this company. */
  readonly record: T | null;
  /** The date of the data. */
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
}

/** Every fact that a block can need. A new source adds one line. */
export interface Facts {
  /** The company's row in the companies edition. */
  readonly company: SourceFact<CompanyRecord>;
}

export type FactName = keyof Facts;

/** A fact may be missing for reasons that are not the company's (Blocks 1.11). */
export type FactState<T> =
  | { readonly state: 'loaded'; readonly fact: T }
  /** This deployment never had the source. */
  | { readonly state: 'never_loaded' }
  /** It has it, and can't read it now. */
  | { readonly state: 'unreadable' };

export type FactStates = { readonly [F in FactName]: FactState<Facts[F]> };
