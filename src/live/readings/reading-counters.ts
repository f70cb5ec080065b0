/** Readings as `/metrics` shows them. */
import type { Registry } from 'prom-client';
import { countersOf } from '../../platform/telemetry/counters.js';
import type { ReadingMetrics } from './reading-metrics.js';

export function readingCounters(registry: Registry): ReadingMetrics {
  const counter = countersOf(registry);
  const fetched = counter('readings_fetched_total', 'Readings that were fetched live.', 'kind');
  const kept = counter('readings_kept_total', 'Readings that were served from an earlier fetch.', 'kind');
  const failed = counter('readings_failed_total', 'Fetches without a reading, by why.', 'kind', 'reason');
  return {
    fetched: (kind) => fetched.inc({ kind }),
    kept: (kind) => kept.inc({ kind }),
    failed: (kind, reason) => failed.inc({ kind, reason }),
  };
}
