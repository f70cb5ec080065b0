/** Opens what answers rows in this process: editions on this machine, and the live sources that are on. */
import type { Coordination } from '../../platform/src/coordination/coordination.js';
import type { ReadingStore } from '../../platform/src/readings/reading-store.js';
import type { Clock } from '../../platform/src/time/clock.js';
import { openReadings } from './live/readings/open-readings.js';
import { NO_READING_METRICS, type ReadingMetrics } from './live/readings/reading-metrics.js';
import type { Enricher, LiveChecker } from './pipeline/enricher.js';
import type { ReplacementParts, Suppressions } from './pipeline/enricher-setup.js';
import { SharedJobSearches } from './pipeline/live/job-searches.js';
import { RegisterEnricher } from './pipeline/register-enricher.js';
import type { EnrichmentSettings } from './settings.js';
import { EditionDuty } from './sources/kit/editions/edition-duty.js';
import { announceLayouts } from './sources/kit/editions/layouts-read.js';
import { SOURCES } from './sources/index.js';

interface EnrichmentLog {
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface EnrichmentParts {
  readonly settings: EnrichmentSettings;
  readonly coordination: Coordination;
  /** The store of live sources' answers. The caller owns and closes it, and coordination too. */
  readonly store: ReadingStore;
  readonly clock: Clock;
  readonly log: EnrichmentLog;
  readonly suppressions: Suppressions;
  /** Default: nothing is counted. */
  readonly metrics?: ReadingMetrics | undefined;
  /** Default: the product's own blocks and sources. */
  readonly replacements?: ReplacementParts | undefined;
}

export interface Enrichment {
  /** Fills rows, and checks live what they left pending. Editions are opened at their first use. */
  readonly rows: Enricher & LiveChecker;
  /** Tells other processes which layouts of editions are read here, until `close`. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openEnrichment(parts: EnrichmentParts): Promise<Enrichment> {
  const { settings, coordination, store, clock, log, suppressions, metrics, replacements } = parts;
  // Null where no editions are shared with other machines.
  const elsewhere = await EditionDuty.start(settings, log);
  const readings = openReadings({
    ...{ settings, coordination, store, clock },
    metrics: metrics ?? NO_READING_METRICS,
    onFault: (error) => log.warn({ err: error }, 'kept readings are done without'),
  });
  const rows = new RegisterEnricher({
    dataDir: settings.dataDir,
    elsewhere,
    readings,
    ...replacements,
    searches: new SharedJobSearches(coordination),
    suppressions,
    onFault: (origin, error) => log.error({ where: origin, err: error }, 'enrichment failed'),
  });
  const layouts = announceLayouts(coordination, SOURCES);
  return {
    rows,
    start: () => layouts.start(),
    // Whatever of it fails, the rest is closed.
    close: async () => {
      const stopped = await Promise.allSettled([layouts.stop(), elsewhere?.stop()]);
      rows.close();
      await readings.close();
      for (const outcome of stopped) if (outcome.status === 'rejected') throw outcome.reason;
    },
  };
}
