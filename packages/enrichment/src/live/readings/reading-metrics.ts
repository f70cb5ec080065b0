/** Counts readings, and shows the counts in `/metrics`. */
import type { Registry } from 'prom-client';
import { countersOf } from '../../../../platform/src/telemetry/counters.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { ReadingKind } from './readings.js';

export interface ReadingMetrics {
  fetched(kind: ReadingKind): void;
  kept(kind: ReadingKind): void;
  /** `error`: the fetch threw. */
  failed(kind: ReadingKind, reason: ReasonCode): void;
}

export const NO_READING_METRICS: ReadingMetrics = {
  fetched: () => undefined,
  kept: () => undefined,
  failed: () => undefined,
};

export function readingCounters(registry: Registry): ReadingMetrics {
  const counter = countersOf(registry);
  const fetched = counter('readings_fetched_total', 'Readings that were fetched live.', 'kind');
  const keptCounter = counter(
    'readings_kept_total',
    'Readings that were served from an earlier fetch.',
    'kind',
  );
  const failed = counter('readings_failed_total', 'Fetches without a reading, by why.', 'kind', 'reason');
  return {
    fetched: (kind) => fetched.inc({ kind }),
    kept: (kind) => keptCounter.inc({ kind }),
    failed: (kind, reason) => failed.inc({ kind, reason }),
  };
}
