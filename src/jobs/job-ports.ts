/** Declares the stores, clock and settings that the write side of jobs needs from outside. */
import type { Clock } from '../../packages/platform/src/time/clock.js';
import type { Coordination } from '../../packages/platform/src/coordination/coordination.js';
import type { Entropy } from '../../packages/platform/src/secrets/entropy.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import type { Settings } from '../settings/settings.js';

export const JOB_PORTS = Symbol('JOB_PORTS');
/** Token of an `Enricher` that is also a `LiveChecker`. It answers the rows of jobs and resolves. */
export const ENRICHER = Symbol('ENRICHER');

/** Optional: blocks, sources and facts in place of the product's own (`ReplacementParts`). Tests set them. */
export const REPLACEMENT_PARTS = Symbol('REPLACEMENT_PARTS');

/** Optional: an opened engine (`Enrichment`) that answers rows in place of the register. */
export const ENGINE = Symbol('ENGINE');

/** Optional: counts the use of the lookup cache (`ReadingMetrics`). */
export const LOOKUP_CACHE_METRICS = Symbol('LOOKUP_CACHE_METRICS');

export type JobSettings = Pick<
  Settings,
  | 'keyHashSecret'
  | 'resultRetentionDays'
  | 'retentionDaysByKey'
  | 'resolveTimeoutSeconds'
  | 'liveDeadlineSeconds'
  | 'maxOpenRows'
  | 'maxUnbilledRowsPerDay'
> & {
  /** The maximum rows of a chunk, if fewer are wanted than fit. Tests set it. */
  readonly maxChunkRows?: number;
};

export interface JobPorts {
  readonly store: EventStore;
  readonly coordination: Coordination;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly settings: JobSettings;
}
