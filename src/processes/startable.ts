/** Declares a role that can be started. `startRole` opens its stores before and closes them after. */
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import type { Readiness } from '../health/readiness.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import type { RoleMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import type { Settings } from '../settings/settings.js';

export interface Startable {
  readonly url?: string;
  /** Only for a role that watches its own stores and read models. For other roles `startRole` does. */
  readiness?(): Readiness;
  /** Findings for the operator, one sentence each; without those on stores and read models. */
  warnings?(): readonly string[];
  /** Makes the role report "not ready" from now on. It works on. */
  reportNotReady?(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RoleParts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
}

export type MakeRole = (settings: Settings, stores: Stores, parts: RoleParts) => Startable;
