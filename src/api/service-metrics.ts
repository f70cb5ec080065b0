/** What `/metrics` shows of this service beside its requests: jobs taken on, and how far the read models are. */
import { Inject, Injectable } from '@nestjs/common';
import { Gauge, Registry, collectDefaultMetrics } from 'prom-client';
import type { LiveReadModels } from '../platform/projector/live-read-models.js';
import { LIVE_READ_MODELS } from '../platform/tokens.js';

@Injectable()
export class ServiceMetrics {
  readonly registry = new Registry();
  private readonly lag: Gauge<'projection' | 'lane'>;
  private readonly lagSeconds: Gauge<'projection' | 'lane'>;
  private readonly stopped: Gauge<'projection' | 'lane'>;

  constructor(@Inject(LIVE_READ_MODELS) private readonly live: LiveReadModels) {
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
    collectDefaultMetrics({ register: this.registry });
  }

  /** Prometheus text. */
  async text(): Promise<string> {
    for (const { name: projection, lane, lag, lag_seconds, state } of await this.live.status()) {
      const labels = { projection, lane };
      this.lag.set(labels, lag);
      this.lagSeconds.set(labels, lag_seconds);
      this.stopped.set(labels, state === 'stopped' ? 1 : 0);
    }
    return this.registry.metrics();
  }
}
