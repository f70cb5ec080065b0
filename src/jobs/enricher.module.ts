/** Provides `ENRICHER`, which answers rows from local register editions and live lookups. */
import { Global, Inject, Module, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Catalogue, type LiveSources, type Served } from '../../packages/enrichment/src/index.js';
import { SharedJobSearches } from '../../packages/enrichment/src/pipeline/live/job-searches.js';
import { RegisterEnricher } from '../../packages/enrichment/src/pipeline/register-enricher.js';
import type { Announcement } from '../../packages/platform/src/coordination/presence.js';
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
import type { Clock } from '../../packages/platform/src/time/clock.js';
import {
  openReadings,
  type OpenReadings,
} from '../../packages/enrichment/src/live/readings/open-readings.js';
import {
  NO_READING_METRICS,
  type ReadingMetrics,
} from '../../packages/enrichment/src/live/readings/reading-metrics.js';
import { SuppressionList } from './suppressions/suppression-list.js';
import { announceLayouts } from '../../packages/enrichment/src/sources/kit/editions/layouts-read.js';
import { EditionDuty } from '../../packages/enrichment/src/sources/kit/editions/edition-duty.js';
import type { Settings } from '../settings/settings.js';
import { ENRICHER, READING_METRICS, SERVED } from './job-ports.js';
import type { WorkLog } from './worker/worker-ports.js';

const READINGS = Symbol('READINGS');

type ReadingsFrom = readonly [
  Settings,
  WorkLog,
  Clock,
  Coordination,
  ReadingStore,
  LiveSources.ReadingMetrics?,
];

const readings = {
  provide: READINGS,
  inject: [SETTINGS, LOGGER, CLOCK, COORDINATION, READING_STORE, { token: READING_METRICS, optional: true }],
  useFactory: (...[settings, log, clock, coordination, store, metrics]: ReadingsFrom): OpenReadings =>
    openReadings({
      settings,
      coordination,
      store,
      clock,
      metrics: metrics ?? NO_READING_METRICS,
      onFault: (error) => log.warn({ err: error }, 'kept readings are done without'),
    }),
};

const EDITIONS = Symbol('EDITIONS');

/** Null where no editions are shared with other machines. */
const editions = {
  provide: EDITIONS,
  inject: [SETTINGS, LOGGER],
  useFactory: (settings: Settings, log: WorkLog): Promise<EditionDuty | null> =>
    EditionDuty.start(settings, log),
};

type EnricherFrom = readonly [
  ...[Settings, WorkLog, EventStore, Coordination, OpenReadings, EditionDuty | null],
  Served?,
];

/** Editions are opened at their first use: a context that only erases rows opens none. */
const enricher = {
  provide: ENRICHER,
  inject: [
    ...[SETTINGS, LOGGER, EVENT_STORE, COORDINATION, READINGS, EDITIONS],
    { token: SERVED, optional: true },
  ],
  useFactory: (
    ...[settings, log, store, coordination, open, elsewhere, served]: EnricherFrom
  ): RegisterEnricher =>
    new RegisterEnricher({
      dataDir: settings.dataDir,
      elsewhere,
      readings: open,
      ...served,
      searches: new SharedJobSearches(coordination),
      suppressions: new SuppressionList({ store, secret: settings.keyHashSecret }),
      onFault: (origin, error) => log.error({ where: origin, err: error }, 'enrichment failed'),
    }),
};

@Global()
@Module({ providers: [readings, editions, enricher], exports: [ENRICHER] })
export class EnricherModule implements OnModuleInit, OnModuleDestroy {
  private readonly layouts: Announcement;

  constructor(
    @Inject(ENRICHER) private readonly enricher: RegisterEnricher,
    @Inject(READINGS) private readonly readings: OpenReadings,
    @Inject(EDITIONS) private readonly editions: EditionDuty | null,
    @Inject(COORDINATION) coordination: Coordination,
  ) {
    this.layouts = announceLayouts(coordination, Catalogue.SOURCES);
  }

  onModuleInit(): Promise<void> {
    return this.layouts.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.layouts.stop();
    await this.editions?.stop();
    this.enricher.close();
    await this.readings.close();
  }
}
