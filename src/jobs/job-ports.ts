/** What the write side of jobs needs from outside. */
import type { Clock } from '../platform/time/clock.js';
import type { Coordination } from '../platform/coordination/coordination.js';
import type { Entropy } from '../platform/secrets/entropy.js';
import type { EventStore } from '../platform/event-store/event-store.js';

export const JOB_PORTS = Symbol('JOB_PORTS');
/** An `Enricher` that is a `LiveChecker` too: what answers a resolve inside its request. */
export const ENRICHER = Symbol('ENRICHER');

/** Optional: what to serve in place of the product's own (`Served`). */
export const SERVED = Symbol('SERVED');

/** Optional: where readings are counted (`ReadingMetrics`). */
export const READING_METRICS = Symbol('READING_METRICS');

export interface JobSettings {
  /** Names idempotency keys in the log (Contract 7.1, `KEY_HASH_SECRET`). */
  readonly keyHashSecret: string;
  /** Days from the end of a job to the erasure of its rows; fractions allowed. */
  readonly resultRetentionDays: number;
  /** Within which a resolve answers. */
  readonly resolveTimeoutSeconds: number;
  /** After which a block that is still pending is given up, from the start of its chunk. */
  readonly liveDeadlineSeconds: number;
  /** Rows of an account that may be unfinished at once. */
  readonly maxOpenRows: number;
  /** Rows of an account that may be finished without a unit in a UTC day. */
  readonly maxUnbilledRowsPerDay: number;
}

export interface JobPorts {
  readonly store: EventStore;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly settings: JobSettings;
}
