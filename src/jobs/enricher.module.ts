/** Provides `ENRICHER`, which answers rows from local register editions and live lookups. */
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import {
  openEnrichment,
  Register,
  type Enrichment,
  type LiveSources,
  type ReplacementParts,
} from '../../packages/enrichment/src/index.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import {
  CLOCK,
  COORDINATION,
  EVENT_STORE,
  LOGGER,
  READING_STORE,
  SETTINGS,
} from '../../packages/platform/src/nest/tokens.js';
import type { ReadingStore } from '../../packages/platform/src/readings/reading-store.js';
import { systemClock, type Clock } from '../../packages/platform/src/time/clock.js';
import type { Settings } from '../settings/settings.js';
import { packageVersion } from '../settings/version.js';
import { ENGINE, ENRICHER, LOOKUP_CACHE_METRICS, REPLACEMENT_PARTS } from './job-ports.js';
import { SuppressionList } from './suppressions/suppressed-hashes.js';
import type { WorkLog } from './worker/worker-ports.js';

const ENRICHMENT = Symbol('ENRICHMENT');

type EnrichmentPorts = readonly [
  ...[Settings, WorkLog, Clock, EventStore, Coordination, ReadingStore],
  LiveSources.ReadingMetrics?,
  ReplacementParts?,
  Enrichment?,
];

const enrichment = {
  provide: ENRICHMENT,
  inject: [
    ...[SETTINGS, LOGGER, CLOCK, EVENT_STORE, COORDINATION, READING_STORE],
    { token: LOOKUP_CACHE_METRICS, optional: true },
    { token: REPLACEMENT_PARTS, optional: true },
    { token: ENGINE, optional: true },
  ],
  useFactory: async (
    ...[settings, log, clock, eventStore, coordination, store, metrics, replacements, engine]: EnrichmentPorts
  ): Promise<Enrichment> =>
    engine ??
    openEnrichment({
      settings,
      coordination,
      store,
      clock,
      log,
      metrics,
      replacements,
      suppressions: new SuppressionList({ store: eventStore, secret: settings.keyHashSecret }),
    }),
};

const enricher = {
  provide: ENRICHER,
  inject: [ENRICHMENT],
  useFactory: ({ rows }: Enrichment): Enrichment['rows'] => rows,
};

@Global()
@Module({ providers: [enrichment, enricher], exports: [ENRICHER] })
export class EnricherModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(ENRICHMENT) private readonly enrichment: Enrichment,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'dataDir'>,
  ) {}

  onModuleInit(): Promise<void> {
    Register.noteProgram(this.settings.dataDir, packageVersion(), systemClock.now());
    return this.enrichment.start();
  }

  /** Closes enrichment at shutdown, not earlier: a resolve may be under way until the server is closed. */
  onApplicationShutdown(): Promise<void> {
    return this.enrichment.close();
  }
}
