/** The sources that are asked live, as `/metrics` shows them. */
import { Gauge, type Registry } from 'prom-client';
import type { LiveSourceStatus } from './live-sources.js';

/** A gauge without a value for a source that has none. */
const setGauge = (gauge: Gauge<'source'>, source: string, value: number | null): void => {
  if (value === null) gauge.remove({ source });
  else gauge.set({ source }, value);
};

const secondsOf = (time: string | null | undefined): number | null =>
  time == null ? null : Date.parse(time) / 1_000;

export class LiveSourceGauges {
  private readonly on: Gauge<'source'>;
  private readonly left: Gauge<'source'>;
  private readonly succeeded: Gauge<'source'>;
  private readonly failed: Gauge<'source'>;

  constructor(registry: Registry) {
    const gauge = (name: string, help: string): Gauge<'source'> =>
      new Gauge({ name, help, labelNames: ['source'], registers: [registry] });
    this.on = gauge('live_source_on', '1 where its settings turn a source on that is asked live.');
    this.left = gauge(
      'live_source_allowance_left',
      'Requests that may still be made of a live source now, of all processes together.',
    );
    const when = 'by the clock of the process that asked; none where it is not known.';
    this.succeeded = gauge(
      'live_source_last_success_timestamp_seconds',
      `When a live source last answered, ${when}`,
    );
    this.failed = gauge(
      'live_source_last_failure_timestamp_seconds',
      `When a live source last failed, ${when}`,
    );
  }

  show(sources: readonly LiveSourceStatus[]): void {
    for (const { source, on, allowance_left, last_success, last_failure } of sources) {
      this.on.set({ source }, on ? 1 : 0);
      setGauge(this.left, source, allowance_left);
      setGauge(this.succeeded, source, secondsOf(last_success));
      setGauge(this.failed, source, secondsOf(last_failure?.at));
    }
  }
}
