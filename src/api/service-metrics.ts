/**
 * Measures accepted jobs, billed units, open work, editions, live sources and time stamps, for `/metrics`.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, type Counter, type Registry } from 'prom-client';
import type { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import { countersOf } from '../../packages/platform/src/telemetry/counters.js';
import type { RoleMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import { newestTimestamp } from '../heads/timestamps/timestamps.js';
import { measureSyncFailures } from '../health/sync-failure-gauge.js';
import { EditionFiles, LiveSources } from '../../packages/enrichment/src/index.js';
import { readOpenWork } from '../jobs/status/work-figures.js';
import {
  COORDINATION,
  LIVE_READ_MODELS,
  ROLE_METRICS,
  SETTINGS,
} from '../../packages/platform/src/nest/tokens.js';

@Injectable()
export class ServiceMetrics {
  readonly registry: Registry;
  private readonly editionAge: Gauge<'source'>;
  private readonly editionStale: Gauge<'source'>;
  private readonly openChunks: Gauge;
  private readonly liveSources: LiveSources.LiveSourceGauges;
  private readonly acceptedJobs: Counter<'operation'>;
  private readonly acceptedRows: Counter<'operation'>;
  private readonly billedUnits: Counter<'operation'>;

  constructor(
    @Inject(LIVE_READ_MODELS) private readonly readModels: LiveReadModels,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(COORDINATION) private readonly coordination: Coordination,
    @Inject(ROLE_METRICS) metrics: RoleMetrics,
  ) {
    this.registry = metrics.registry;
    const registers = [this.registry];
    const newCounter = countersOf(this.registry);
    const counter = (name: string, help: string): Counter<'operation'> => newCounter(name, help, 'operation');
    this.acceptedJobs = counter(
      'jobs_accepted_total',
      'Accepted jobs, single resolves included. Replays do not count.',
    );
    this.acceptedRows = counter('rows_accepted_total', 'Rows of accepted jobs.');
    this.billedUnits = counter(
      'resolve_units_billed_total',
      'Units billed by resolves within their request.',
    );
    this.editionAge = new Gauge({
      name: 'register_edition_age_days',
      help: 'Days from the date of the edition in force to today, by source.',
      labelNames: ['source'],
      registers,
    });
    this.editionStale = new Gauge({
      name: 'register_edition_stale',
      help: '1 if the edition in force is older than it should be, since its source is published more often.',
      labelNames: ['source'],
      registers,
    });
    measureSyncFailures(this.registry, settings.dataDir);
    this.openChunks = new Gauge({
      name: 'jobs_open_chunks',
      help: 'Chunks of unfinished jobs that no worker has completed.',
      registers,
    });
    this.liveSources = new LiveSources.LiveSourceGauges(this.registry);
    if (settings.timestamps !== null) {
      const age = new Gauge({
        name: 'log_timestamp_age_seconds',
        help: 'Seconds since the newest time stamp of the log of heads; before the first one, since 1970.',
        registers,
      });
      metrics.beforeScrape(async () => {
        const newest = await newestTimestamp(coordination);
        age.set((Date.now() - (newest === null ? 0 : Date.parse(newest.time))) / 1_000);
      });
    }
    metrics.beforeScrape(() => this.measureEditions());
    metrics.beforeScrape(() => this.measureOpenWork());
    metrics.beforeScrape(() => this.measureLiveSources());
  }

  readonly observe = (request: FastifyRequest, _reply: FastifyReply): void => {
    const { operation, notes } = request.edge;
    if (operation === null || notes.rows === undefined) return;
    const labels = { operation: operation.id };
    this.acceptedJobs.inc(labels);
    this.acceptedRows.inc(labels, notes.rows);
    if (notes.units !== undefined) this.billedUnits.inc(labels, notes.units);
  };

  private async measureEditions(): Promise<void> {
    for (const { source, age_days, stale } of EditionFiles.agesInForce(this.settings.dataDir)) {
      this.editionAge.set({ source }, age_days);
      this.editionStale.set({ source }, stale ? 1 : 0);
    }
  }

  private async measureOpenWork(): Promise<void> {
    const openWork = await readOpenWork(this.readModels);
    if (openWork !== null) this.openChunks.set(openWork.chunks);
  }

  private async measureLiveSources(): Promise<void> {
    this.liveSources.show(await LiveSources.liveSourceStatus(this.settings, this.coordination));
  }
}
