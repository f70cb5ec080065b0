/** What each role gives to be started: over stores that are opened for it, and closed after it. */
import type { Stores } from '../platform/stores/stores.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { MetricsOfOthers, RoleMetrics } from '../platform/telemetry/role-metrics.js';
import type { Settings } from '../settings/settings.js';

export interface Startable {
  readonly url?: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RoleParts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
  readonly others: MetricsOfOthers;
}

export type MakeRole = (settings: Settings, stores: Stores, parts: RoleParts) => Startable;
