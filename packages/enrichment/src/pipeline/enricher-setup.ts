/** What an enricher is made of, where it isn't the product's own. */
import type { OnFault } from '../blocks/runner/plan-blocks.js';
import type { BlockCatalogue } from '../blocks/index.js';
import type { Readings } from '../live/readings/readings.js';
import type { IsoDate } from '../../../words/src/calendar.js';
import { NOTHING_SUPPRESSED, type SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { Source } from '../sources/define-source.js';
import type { JoinedFact } from '../sources/facts/define-fact.js';
import type { Editions } from './enricher.js';
import type { JobSearches } from './live/job-searches.js';

/** What is served in place of the product's own. */
export interface Served {
  /** Default: the 37 of the product. */
  readonly blocks?: BlockCatalogue;
  /** Default: those of the product. */
  readonly sources?: readonly Source[];
  /** Default: those of the product. */
  readonly facts?: readonly JoinedFact[];
  /** Default: none can be fetched yet. */
  readonly readings?: Readings;
}

/** What no answer shows, brought up to date before a batch of rows is answered. */
export interface Suppressions extends SuppressedValues {
  /** Changes with what is suppressed. */
  readonly revision: number;
  /** @throws where it can't be told what is suppressed now: nothing may be answered then */
  upToDate(): Promise<void>;
}

export const NO_SUPPRESSION_LIST: Suppressions = {
  ...NOTHING_SUPPRESSED,
  revision: -1,
  upToDate: async () => undefined,
};

/** Brings editions to this machine (`EditionDuty`). */
export interface EditionsElsewhere {
  /** Null: none is missing, or those that are never will come. */
  bring(editions: Editions | null, sources: readonly string[]): Promise<string | null>;
}

export interface EnricherSetup extends Served {
  readonly dataDir: string;
  /** Default: all editions are on this machine. */
  readonly elsewhere?: EditionsElsewhere | null;
  /** Default: nothing is suppressed. */
  readonly suppressions?: Suppressions;
  /** Which rows have one of their job's searches. Default: those of a batch share them. */
  readonly searches?: JobSearches;
  /** Receives faults of rows, blocks and sources; clients only see a code. */
  readonly onFault?: OnFault;
  /** The day (UTC) against which an edition is fresh or stale. Default: the clock's. */
  readonly today?: () => IsoDate;
}
