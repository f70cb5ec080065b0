/** The three roles, each over store clients of its own. */
import { createApiRole } from '../api/api-role.js';
import type { Role, Settings } from '../settings/settings.js';
import { openStores, type Stores } from '../platform/stores/stores.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { MetricsOfOthers, MovedMetrics } from '../platform/telemetry/role-metrics.js';
import { NO_OTHERS, RoleMetrics } from '../platform/telemetry/role-metrics.js';
import { WorkerRole } from '../jobs/worker/worker-role.js';
import { workCounters } from '../jobs/worker/work-counters.js';
import { LiveReadModels } from '../platform/projector/live-read-models.js';
import { PROJECTIONS } from '../../projections/index.js';
import { countProjector } from '../projector/projector-counters.js';
import { createProjectorRole } from '../projector/projector-role.js';

export interface RunningRole {
  /** Where clients reach it; null for a role that doesn't listen. */
  readonly url: string | null;
  /** What it counted so far. */
  metrics(): Promise<MovedMetrics>;
  /** Takes nothing new, ends what is under way within a bounded time, closes its stores. */
  stop(): Promise<void>;
}

interface Startable {
  readonly url?: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Parts {
  readonly logger: Logger;
  readonly metrics: RoleMetrics;
  readonly others: MetricsOfOthers;
}

const MAKE: Readonly<Record<Role, (settings: Settings, stores: Stores, parts: Parts) => Startable>> = {
  api: createApiRole,
  worker: startableWorker,
  projector: startableProjector,
};

function startableProjector(_settings: Settings, stores: Stores, { logger, metrics }: Parts): Startable {
  const role = createProjectorRole(stores, logger);
  countProjector(metrics.registry, role);
  return role;
}

function startableWorker(settings: Settings, stores: Stores, { logger: log, metrics }: Parts): Startable {
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const worker = new WorkerRole(settings, stores, {
    log,
    models,
    metrics: workCounters(metrics.registry),
  });
  return {
    start: async () => {
      await models.start();
      await worker.start();
    },
    stop: () => worker.stop(),
  };
}

/**
 * Opens stores and starts the role; closes them again where it can't start. The API must never wait for a commit; a
 * worker matches the next chunk while the last one is synced. The projector has nothing else to do meanwhile, and saves
 * the hop to a further thread.
 */
export async function startRole(
  role: Role,
  settings: Settings,
  logger: Logger,
  others: MetricsOfOthers = NO_OTHERS,
): Promise<RunningRole> {
  const stores = await openStores({ ...settings, hosting: role === 'projector' ? 'direct' : 'thread' });
  const metrics = new RoleMetrics(role);
  try {
    const running = MAKE[role](settings, stores, { logger: logger.child({ role }), metrics, others });
    await running.start();
    const stop = async (): Promise<void> => {
      await running.stop();
      metrics.close();
      await stores.close();
    };
    return { url: running.url ?? null, metrics: () => metrics.moved(), stop };
  } catch (error) {
    metrics.close();
    await stores.close();
    throw error;
  }
}
