/** The command `register follow`: keeps editions current from the register's streams until a signal. */
import { Register } from '../../../packages/enrichment/src/index.js';
import type { SheetColumns } from '../../../packages/words/src/sheet/sheet.js';
import * as args from '../arguments.js';
import type { ProgramCommand } from '../command-line.js';
import { tableLines } from '../output.js';
import { abortOnSignal } from './end-signal.js';
import { MetricsPort, type MetricsPortSettings } from '../../health/metrics-port.js';
import { ProcessHealth } from '../../health/process-health.js';
import { countEach, measureEach } from '../../health/readiness-gauges.js';
import type { Readiness } from '../../health/readiness.js';
import { RoleMetrics } from '../../../packages/platform/src/telemetry/role-metrics.js';
import { withoutTrailing } from '../../../packages/words/src/text/trailing.js';

const asSources = args.asListOf(Register.FOLLOWED_SOURCES, 'a source that can be followed');

export function addFollowCommand(register: ProgramCommand): void {
  register
    .command('follow')
    .description("keeps editions current from the public register's streams, until SIGTERM or SIGINT")
    .option('--source <list>', `some of ${Register.FOLLOWED_SOURCES.join(', ')} (default: all)`, asSources)
    .option('--every <time>', 'how often a new edition is made: 6h, 30m (default: 1d)', args.asMilliseconds)
    .option('--restart', 'continues from now, after whole files were imported')
    .does(async (cli, { source: sources = Register.FOLLOWED_SOURCES, every = DAY_MS, restart = false }) => {
      const settings = cli.settings();
      const health = await FollowHealth.open(settings);
      cli.runAtEnd(() => health.close());
      if (health.url !== null) cli.out.message(`metrics, health and readiness are at ${health.url}`);
      const summary = await Register.followRegister(settings, {
        sources,
        every,
        restart,
        signal: abortOnSignal(cli),
        report: (text) => cli.out.message(text),
        onBegin: (streams) => health.start(streams),
      });
      if (summary.streams.some(({ ending }) => ending === 'snapshot_needed')) cli.markFailed();
      cli.out.document(summary, ({ streams }) => tableLines(streams, STREAM_COLUMNS));
    });
}

const DAY_MS = 86_400_000;

const STREAM_COLUMNS: SheetColumns<Register.FollowedStream> = {
  stream: ({ stream }) => stream,
  source: ({ source }) => source,
  ended: ({ ending }) => ending.replace('_', ' '),
  timepoint: ({ timepoint }) => timepoint ?? '-',
  events: ({ events }) => events,
  waiting: ({ waiting }) => waiting,
};

type Stream = Pick<Register.StreamFollower, 'events' | 'unreadable' | 'ending' | 'trouble' | 'silentMs'> & {
  readonly spool: Pick<Register.StreamFollower['spool'], 'stream' | 'waiting'>;
};

/**
 * A stream that sends no data for longer counts as down. A quiet stream still sends blank lines, and a silent
 * connection is reopened after 60 s.
 */
const MAX_SILENCE_MS = 180_000;

class FollowHealth {
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
