/** Serves the metrics and the readiness of `register follow`, for each stream that it follows. */
import { MetricsPort, type MetricsPortSettings } from '../../health/metrics-port.js';
import { ProcessHealth } from '../../health/process-health.js';
import { countEach, measureEach } from '../../health/readiness-gauges.js';
import type { Readiness } from '../../health/readiness.js';
import type { Register } from '../../../packages/enrichment/src/index.js';
import { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import { withoutTrailing } from '../../../packages/words/src/text/trailing.js';

type Stream = Pick<Register.StreamFollower, 'events' | 'unreadable' | 'ending' | 'trouble' | 'silentMs'> & {
  readonly spool: Pick<Register.StreamFollower['spool'], 'stream' | 'waiting'>;
};

/**
 * A stream that sends no data for longer counts as down. A quiet stream still sends blank lines, and a silent
 * connection is reopened after 60 s.
 */
const MAX_SILENCE_MS = 180_000;

export class FollowHealth {
  private readonly metrics = new RoleMetrics('follower');

  private constructor(
    private readonly health: ProcessHealth,
    private readonly port: MetricsPort,
  ) {}

  /** Resolves when its port is open. */
  static async open(settings: MetricsPortSettings & { readonly dataDir: string }): Promise<FollowHealth> {
    const health = new ProcessHealth(settings.dataDir);
    return new FollowHealth(health, await MetricsPort.open(settings, health));
  }

  /** The address of metrics and readiness; null where they are turned off. */
  get url(): string | null {
    return this.port.url;
  }

  start(streams: readonly Stream[]): void {
    this.addMetrics(streams);
    this.health.add({
      role: 'follower',
      metrics: () => this.metrics.moved(),
      readiness: () => readinessOf(streams),
    });
    this.health.reportStarted();
  }

  async close(): Promise<void> {
    this.metrics.close();
    await this.port.close();
  }

  private addMetrics(streams: readonly Stream[]): void {
    const { registry } = this.metrics;
    const metricOptions = (name: string, help: string) => ({ name, help, labelNames: ['stream'] as const });
    const streamValues = (value: (stream: Stream) => number) => () =>
      streams.map((stream) => [{ stream: stream.spool.stream }, value(stream)] as const);
    const addCounter = (name: string, help: string, value: (stream: Stream) => number): void =>
      countEach(registry, metricOptions(name, help), streamValues(value));
    const addGauge = (name: string, help: string, value: (stream: Stream) => number): void =>
      measureEach(registry, metricOptions(name, help), streamValues(value));
    addCounter('follow_events_total', 'Events kept since the start.', ({ events }) => events);
    addCounter('follow_unreadable_lines_total', 'Lines that are no event.', ({ unreadable }) => unreadable);
    addGauge('follow_events_waiting', 'Events that no edition holds yet.', ({ spool }) => spool.waiting);
    addGauge(
      'follow_silent_seconds',
      'Since the register last sent anything, blank lines included.',
      ({ silentMs }) => silentMs / 1_000,
    );
  }
}

function readinessOf(streams: readonly Stream[]): Readiness {
  const reasons = streams.flatMap(({ spool: { stream }, ending, silentMs, trouble }) => {
    if (ending === 'snapshot_needed')
      return [`The register no longer has the next events of the stream ${stream}: import whole files.`];
    if (silentMs < MAX_SILENCE_MS) return [];
    const reason = trouble === null ? '' : `: ${withoutTrailing(trouble, '.')}`;
    return [`The stream ${stream} has been silent for ${Math.floor(silentMs / 1_000)} s${reason}.`];
  });
  return {
    ready: reasons.length === 0,
    reasons,
    warnings: [],
    head: null,
    projections: [],
    invariants: null,
  };
}
