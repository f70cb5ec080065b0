/** The metrics of a role, in its own thread. */
import type { EventLoopUtilization, IntervalHistogram } from 'node:perf_hooks';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { inTimeOrThrow } from '../time/in-time.js';
import { Counter, Gauge, Registry } from 'prom-client';
import { droppedLines } from './logger.js';

/** Metrics on their way from one thread to another. */
export type MovedMetrics = readonly object[];

/** Milliseconds between looks at the event loop. At 10 ms they are half of an idle service's load. */
export const LOOP_LOOKS_MS = 200;
const LOOK_WITHIN_MS = 1_000;

export class RoleMetrics {
  readonly registry = new Registry();
  private readonly looks: (() => Promise<void>)[] = [];
  private readonly delay: IntervalHistogram;
  private looked: EventLoopUtilization = performance.eventLoopUtilization();

  constructor(role: string) {
    this.delay = monitorEventLoopDelay({ resolution: LOOP_LOOKS_MS });
    this.delay.enable();
    const registers = [this.registry];
    const blocked = new Gauge({
      name: 'role_event_loop_blocked_seconds',
      help: 'How long the event loop of the role did nothing else, since the last look, to 0.2 s: the longest, and the 99th percentile.',
      labelNames: ['role', 'of'],
      registers,
      aggregator: 'max',
      collect: () => {
        blocked.set({ role, of: 'max' }, this.seconds(this.delay.max));
        blocked.set({ role, of: 'p99' }, this.seconds(this.delay.percentile(99)));
        this.delay.reset();
      },
    });
    const busy = new Gauge({
      name: 'role_event_loop_busy_ratio',
      help: 'Share of the time since the last look in which the thread of the role was at work.',
      labelNames: ['role'],
      registers,
      aggregator: 'average',
      collect: () => {
        const now = performance.eventLoopUtilization();
        busy.set({ role }, performance.eventLoopUtilization(now, this.looked).utilization);
        this.looked = now;
      },
    });
    const heap = new Gauge({
      name: 'role_heap_used_bytes',
      help: 'JavaScript heap in use in the thread of the role.',
      labelNames: ['role'],
      registers,
      collect: () => {
        heap.set({ role }, getHeapStatistics().used_heap_size);
      },
    });
    const unlogged = new Counter({
      name: 'log_lines_dropped_total',
      help: 'Lines of the log that could not be written, for instance because the disk was full.',
      labelNames: ['role'],
      registers,
      collect: () => {
        unlogged.reset();
        unlogged.inc({ role }, droppedLines());
      },
    });
  }

  /** Called before the metrics are read. Where `look` fails or takes too long, its former values stay. */
  beforeScrape(look: () => Promise<void>): void {
    this.looks.push(look);
  }

  async moved(): Promise<MovedMetrics> {
    await Promise.allSettled(this.looks.map((look) => inTimeOrThrow(look(), LOOK_WITHIN_MS)));
    return this.registry.getMetricsAsJSON();
  }

  close(): void {
    this.delay.disable();
  }

  /** The histogram counts the time between two ticks of a timer. The time above its interval is delay. */
  private seconds(nanoseconds: number): number {
    return Math.max(0, nanoseconds / 1e6 - LOOP_LOOKS_MS) / 1_000;
  }
}
