/** What can be counted of readings. Implemented by telemetry; nothing here depends on it. */
import type { ReasonCode } from '../../shared/reason-code.js';
import type { ReadingKind } from './readings.js';

export interface ReadingMetrics {
  fetched(kind: ReadingKind): void;
  /** Served from those that are kept. */
  kept(kind: ReadingKind): void;
  /** `error`: the fetch threw. */
  failed(kind: ReadingKind, reason: ReasonCode): void;
}

export const NO_READING_METRICS: ReadingMetrics = {
  fetched: () => undefined,
  kept: () => undefined,
  failed: () => undefined,
};
