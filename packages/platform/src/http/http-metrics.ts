/** Counts and times of requests, by operation (Prometheus). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Counter, type Registry } from 'prom-client';
import { countersOf } from '../telemetry/counters.js';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Requests outside of operations: unknown paths, health checks, docs. */
const OTHER = 'other';

export class HttpMetrics {
  private readonly requests: Counter<'operation' | 'method' | 'status'>;
  private readonly duration: Histogram<'operation'>;
  private readonly replays: Counter<'operation'>;

  constructor(registry: Registry) {
    const counter = countersOf(registry);
    this.requests = counter('http_requests_total', 'Requests answered.', 'operation', 'method', 'status');
    this.duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'From the first byte of a request to the last of its answer.',
      labelNames: ['operation'],
      buckets: SECONDS,
      registers: [registry],
    });
    this.replays = counter(
      'http_idempotent_replays_total',
      'Requests answered with what an equal request with the same idempotency key had done.',
      'operation',
    );
  }

  readonly observe = (request: FastifyRequest, reply: FastifyReply): void => {
    const operation = request.edge.operation?.id ?? OTHER;
    const method = operation === OTHER ? OTHER : request.method;
    this.requests.inc({ operation, method, status: reply.statusCode });
    this.duration.observe({ operation }, (performance.now() - request.edge.started) / 1_000);
    if (request.edge.notes.replayed === true) this.replays.inc({ operation });
  };
}
