/** The interface of a role that can be started. `startRole` opens its stores before and closes them after. */
import type { Stores } from '../../packages/platform/src/stores/stores.js';
import type { Readiness } from '../health/readiness.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import type { RoleMetrics } from '../../packages/platform/src/telemetry/role-metrics.js';
import type { Settings } from '../settings/settings.js';

export interface Startable {
  readonly url?: string;
  /** Only for a role that looks at its stores and read models itself. For others `startRole` does. */
  readiness?(): Readiness;
  /**
   * Findings that people must look at, one sentence each. Those of its stores and read models are not among
   * them.
   */
  warnings?(): readonly string[];
  /** The role works on, and is not ready from now on. */
  reportNotReady?(): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface RoleParts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
}

export type MakeRole = (settings: Settings, stores: Stores, parts: RoleParts) => Startable;
