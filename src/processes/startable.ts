/** What each role gives to be started: over stores that are opened for it, and closed after it. */
import type { Stores } from '../platform/stores/stores.js';
import type { Readiness } from '../health/readiness.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { RoleMetrics } from '../platform/telemetry/role-metrics.js';
import type { Settings } from '../settings/settings.js';

export interface Startable {
  readonly url?: string;
  /** Where it looks at its stores and read models itself; else they are looked at beside it. */
  readiness?(): Readiness;
  /** Goes on as it is, and says that it isn't ready. */
  ends?(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RoleParts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
}

export type MakeRole = (settings: Settings, stores: Stores, parts: RoleParts) => Startable;
