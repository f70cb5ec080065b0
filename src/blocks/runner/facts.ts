/** What blocks may be given to derive from. */
import type { SourceRecords } from '../../sources/index.js';
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

/** Every fact that a block can need: one of each source. */
export type Facts = { readonly [F in keyof SourceRecords]: SourceFact<SourceRecords[F]> };

export type FactName = keyof Facts;

/** Why no company has a fact (Blocks 1.11): the source was never loaded here, or can't be read now. */
export type WhyMissing = 'not_available_yet' | 'source_unavailable';
