/** What blocks may be given to derive from. */
import type { FactRecords } from '../../facts/index.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { Freshness } from './envelope.js';

/** One company as a source has it, or as it was joined from several. */
export interface SourceFact<T> {
  /** Null: the source is loaded and has nothing for this company. */
  readonly record: T | null;
  /** The date of the data. */
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
  /** The edition doesn't hold everybody: who isn't in it was not looked up (Blocks 1.11). */
  readonly part: boolean;
}

/** Every fact that a block can need. */
export type Facts = { readonly [F in keyof FactRecords]: SourceFact<FactRecords[F]> };

export type FactName = keyof Facts;

/** Why no company has a fact (Blocks 1.11): the source was never loaded here, or can't be read now. */
export type WhyMissing = 'not_available_yet' | 'source_unavailable';
