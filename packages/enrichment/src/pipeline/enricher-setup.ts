/** Declares the parts of an enricher that replace the product's own. */
import type { OnFault } from '../blocks/runner/plan-blocks.js';
import type { BlockCatalogue } from '../blocks/index.js';
import type { Readings } from '../live/readings/readings.js';
import type { IsoDate } from '../../../words/src/calendar.js';
import { NOTHING_SUPPRESSED, type SuppressedValues } from '../../../contract/src/suppression/suppressed.js';
import type { Source } from '../sources/define-source.js';
import type { JoinedFact } from '../sources/facts/define-fact.js';
import type { Editions } from './enricher.js';
import type { JobSearches } from './live/job-searches.js';

/** The parts that stand in place of the product's own. */
export interface ReplacementParts {
  /** The blocks. Default: the 37 of the product. */
  readonly blocks?: BlockCatalogue;
  /** Default: those of the product. */
  readonly sources?: readonly Source[];
  /** Default: those of the product. */
  readonly facts?: readonly JoinedFact[];
  /** The lookup cache. Default: nothing can be fetched. */
  readonly readings?: Readings;
}

/** The values that no answer shows. They are brought up to date before a batch of rows is answered. */
export interface Suppressions extends SuppressedValues {
  /** Changes whenever the suppressed values change. */
  readonly revision: number;
  /** @throws where it can't be told what is suppressed now: nothing may be answered then */
  bringUpToDate(): Promise<void>;
}

export const NO_SUPPRESSION_LIST: Suppressions = {
  ...NOTHING_SUPPRESSED,
  revision: -1,
  bringUpToDate: async () => undefined,
};

/** Brings editions to this machine (`EditionDuty`). */
export interface EditionsElsewhere {
  /** Brings missing editions. Null: none is missing, or the missing ones will never come. */
  bring(editions: Editions | null, sources: readonly string[]): Promise<string | null>;
}

export interface EnricherSetup extends ReplacementParts {
  readonly dataDir: string;
  /** Brings editions from elsewhere. Default: all editions are on this machine. */
  readonly elsewhere?: EditionsElsewhere | null;
  /** The suppressed values. Default: none. */
  readonly suppressions?: Suppressions;
  /** Decides which rows have one of their job's searches. Default: those of a batch share them. */
  readonly searches?: JobSearches;
  /** Receives faults of rows, blocks and sources; clients only see a code. */
  readonly onFault?: OnFault;
  /** The day (UTC) against which an edition is fresh or stale. Default: the clock's. */
  readonly today?: () => IsoDate;
}
