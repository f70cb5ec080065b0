/** What `/metrics` shows of this service beside its requests: jobs taken on, and how far the read models are. */
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import type { Settings } from '../settings/settings.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import { LiveSourceGauges } from '../live/readings/live-source-gauges.js';
import { liveSourceStatus } from '../live/readings/live-sources.js';
import { agesInForce } from '../sources/kit/editions/register-status.js';
import { openChunks } from '../jobs/status/open-chunks.js';
import { InvariantStatusReader } from './invariant-status.js';
import { COORDINATION, LIVE_READ_MODELS, ROLE_METRICS, SETTINGS } from '../platform/nest/tokens.js';

@Injectable()
export class ServiceMetrics {
  readonly registry = new Registry();
  private readonly lag: Gauge<'projection' | 'lane'>;
  private readonly lagSeconds: Gauge<'projection' | 'lane'>;
  private readonly stopped: Gauge<'projection' | 'lane'>;
  private readonly editionAge: Gauge<'source'>;
  private readonly editionStale: Gauge<'source'>;
  private readonly openChunks: Gauge;
  private readonly liveSources: LiveSourceGauges;
  private readonly jobs: Counter<'operation'>;
  private readonly rows: Counter<'operation'>;
  private readonly units: Counter<'operation'>;

  constructor(
    @Inject(LIVE_READ_MODELS) private readonly live: LiveReadModels,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(COORDINATION) private readonly coordination: Coordination,
    @Inject(ROLE_METRICS) private readonly roles: () => Promise<string>,
    invariants: InvariantStatusReader,
  ) {
    const registers = [this.registry];
    const labelNames = ['projection', 'lane'] as const;
    this.lag = new Gauge({
      name: 'projection_lag_positions',
      help: 'How far a projection is behind the head of the log, in positions of the store.',
      labelNames,
      registers,
    });
    this.lagSeconds = new Gauge({
      name: 'projection_lag_seconds',
      help: 'Age of the oldest event that waits to be projected.',
      labelNames,
      registers,
    });
    this.stopped = new Gauge({
      name: 'projection_stopped',
      help: '1 where a projection stands still at an event that it cannot handle.',
      labelNames,
      registers,
    });
    const counter = (name: string, help: string): Counter<'operation'> =>
      new Counter({ name, help, labelNames: ['operation'], registers });
    this.jobs = counter('jobs_accepted_total', 'Jobs accepted, single resolves included; replays are none.');
    this.rows = counter('rows_accepted_total', 'Rows of accepted jobs.');
    this.units = counter('resolve_units_billed_total', 'Units billed by resolves within their request.');
    invariants.measureIn(this.registry);
    this.editionAge = new Gauge({
      name: 'register_edition_age_days',
      help: 'Days from the date of the edition in force to today, by source.',
      labelNames: ['source'],
      registers,
    });
    this.editionStale = new Gauge({
      name: 'register_edition_stale',
      help: "1 where the edition in force is older than its publisher's rhythm allows for.",
      labelNames: ['source'],
      registers,
    });
    this.openChunks = new Gauge({
      name: 'jobs_open_chunks',
      help: 'Chunks of jobs that are not over and that no worker has completed.',
      registers,
    });
    this.liveSources = new LiveSourceGauges(this.registry);
    collectDefaultMetrics({ register: this.registry });
  }

  readonly observe = (request: FastifyRequest, _reply: FastifyReply): void => {
    const { operation, notes } = request.edge;
    if (operation === null || notes.rows === undefined) return;
    const labels = { operation: operation.id };
    this.jobs.inc(labels);
    this.rows.inc(labels, notes.rows);
    if (notes.units !== undefined) this.units.inc(labels, notes.units);
  };

  /** Prometheus text. */
  async text(): Promise<string> {
    for (const { name: projection, lane, lag, lag_seconds, state } of await this.live.status()) {
      const labels = { projection, lane };
      this.lag.set(labels, lag);
      this.lagSeconds.set(labels, lag_seconds);
      this.stopped.set(labels, state === 'stopped' ? 1 : 0);
    }
    for (const { source, age_days, stale } of agesInForce(this.settings.dataDir)) {
      this.editionAge.set({ source }, age_days);
      this.editionStale.set({ source }, stale ? 1 : 0);
    }
    const open = await openChunks(this.live);
    if (open !== null) this.openChunks.set(open);
    this.liveSources.show(await liveSourceStatus(this.settings, this.coordination));
    return `${await this.registry.metrics()}\n${await this.roles()}`;
  }
}
