/** Assembles the parts that answer rows. */
import type { OnFault } from '../blocks/runner/plan-blocks.js';
import type { Readings } from '../live/readings/readings.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import { SOURCES } from '../sources/index.js';
import { AskedSitesReader } from './look-up/asked-sites.js';
import { EditionsHere } from './editions/editions-here.js';
import { NO_SUPPRESSION_LIST, type EnricherSetup, type Suppressions } from './enricher-setup.js';
import type { JobSearches } from './live/job-searches.js';
import { fromPort } from './no-answer-yet.js';
import { SuppressedReadings } from './suppress/suppressed-readings.js';

export interface Parts {
  readonly editions: EditionsHere;
  /**
   * Readings without suppressed values. A fault of the lookup cache ends no row: it is a `NoAnswerYetError`.
   */
  readonly readings: Readings;
  readonly sites: AskedSitesReader;
  readonly suppressions: Suppressions;
  readonly searches: JobSearches | null;
  readonly onFault: OnFault;
}

/** @throws where blocks need each other in a circle */
export function partsOf(setup: EnricherSetup): Parts {
  const { sources = SOURCES, suppressions = NO_SUPPRESSION_LIST, searches = null } = setup;
  const onFault = setup.onFault ?? (() => undefined);
  const cache = faultless(setup.readings ?? new SharedReadings({}));
  const readings = new SuppressedReadings(cache, suppressions, sources);
  const sites = new AskedSitesReader(readings);
  const editions = new EditionsHere({ ...setup, sources, suppressions }, onFault);
  return { editions, readings, sites, suppressions, searches, onFault };
}

/** A failed fetch is left to the block that asked for it. */
const faultless = (readings: Readings): Readings => ({
  kinds: readings.kinds,
  fetch: (...asked) => readings.fetch(...asked),
  kept: (...asked) => fromPort(() => readings.kept(...asked)),
  keep: (...kept) => fromPort(() => readings.keep(...kept)),
});
