/** Counts and times of requests, by operation (Prometheus). */
import { Histogram, type Registry } from 'prom-client';
import { countersOf } from '../telemetry/counters.js';
import type { Observer } from './edge-adapter.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requests outside of operations: unknown paths, health checks, docs. */
const OTHER = 'other';

/** Makes the observer that counts and times requests in this registry. */
export function httpMetrics(registry: Registry): Observer {
  const counter = countersOf(registry);
  const requests = counter('http_requests_total', 'Requests answered.', 'operation', 'method', 'status');
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer.',
    labelNames: ['operation'],
    buckets: SECONDS,
    registers: [registry],
  });
  const replays = counter(
    'http_idempotent_replays_total',
    'Requests answered with what an equal request with the same idempotency key had done.',
    'operation',
  );
  return ({ edge, method }, { statusCode }) => {
    const operation = edge.operation?.id ?? OTHER;
    requests.inc({ operation, method: operation === OTHER ? OTHER : method, status: statusCode });
    duration.observe({ operation }, (performance.now() - edge.started) / 1_000);
    if (edge.notes.replayed === true) replays.inc({ operation });
  };
}
