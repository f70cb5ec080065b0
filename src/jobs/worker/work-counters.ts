/** Counts the work of a worker for `/metrics`. */
import { Histogram, type Registry } from 'prom-client';
import { countersOf } from '../../../packages/platform/src/telemetry/counters.js';
import type { WorkMetrics } from './worker-ports.js';

const CHUNK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600];

export function workCounters(registry: Registry): WorkMetrics {
  const registers = [registry];
  const addCounter = countersOf(registry);
  const chunks = addCounter(
    'worker_chunks_recorded_total',
    'Attempts at chunks, by whether this attempt wrote the record, and whether another worker had begun it.',
    'won',
    'takeover',
  );
  const rows = addCounter('worker_rows_recorded_total', 'Rows of chunks whose record this worker wrote.');
  const units = addCounter('worker_units_charged_total', 'Units charged with the rows of those records.');
  const blocks = addCounter(
    'worker_late_blocks_filled_total',
    'Blocks filled after their row was delivered.',
  );
  const erased = addCounter('worker_chunks_erased_total', 'Chunks whose data were deleted for good.');
  const jobs = addCounter(
    'worker_jobs_ended_total',
    'Jobs whose last chunk this worker completed, by how they ended.',
    'status',
  );
  const chunkSeconds = new Histogram({
    name: 'worker_chunk_seconds',
    help: 'From the start of a chunk to its record.',
    buckets: CHUNK_SECONDS,
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'worker_job_seconds',
    help: 'From the acceptance of a job to its end.',
    buckets: JOB_SECONDS,
    registers,
  });
  return {
    chunkRecorded: (attempt) => {
      chunks.inc({ won: String(attempt.hasWon), takeover: String(attempt.isTakeover) });
      chunkSeconds.observe(attempt.durationMs / 1_000);
      if (!attempt.hasWon) return;
      rows.inc(attempt.rows);
      units.inc(attempt.units);
    },
    jobEnded: ({ status, durationMs }) => {
      jobs.inc({ status });
      jobSeconds.observe(durationMs / 1_000);
    },
    blocksFilled: (count) => blocks.inc(count),
    chunksErased: (count) => erased.inc(count),
  };
}
