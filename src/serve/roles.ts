/** The three roles, each over store clients of its own. */
import { createApiRole } from '../api/api-role.js';
import type { Role, Settings } from '../platform/settings.js';
import type { Stores } from '../platform/stores.js';
import { openStores } from '../platform/stores.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { createWorkerRole } from '../jobs/worker/create-worker-role.js';
import { LiveReadModels } from '../platform/projector/live-read-models.js';
import { PROJECTIONS } from '../../projections/index.js';
import { createProjectorRole } from '../projector/projector-role.js';

export interface RunningRole {
  /** Where clients reach it; null for a role without a door. */
  readonly url: string | null;
  /** Takes nothing new, ends what is in hand within a bounded time, closes its stores. */
  stop(): Promise<void>;
}

interface Startable {
  readonly url?: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const MAKE: Readonly<Record<Role, (settings: Settings, stores: Stores, logger: Logger) => Startable>> = {
  api: (settings, stores, logger) => createApiRole(settings, stores, { logger }),
  worker: startableWorker,
  projector: (_settings, stores, logger) => createProjectorRole(stores, logger),
};

function startableWorker(settings: Settings, stores: Stores, log: Logger): Startable {
  const models = new LiveReadModels({ events: stores.eventStore, models: stores.readModels }, PROJECTIONS);
  const worker = createWorkerRole(settings, stores, { log, models });
  return {
    start: async () => {
      await models.start();
      await worker.start();
    },
    stop: () => worker.stop(),
  };
}

/**
 * Opens stores and starts the role; closes them again where it can't start. Only the API must never wait for a commit:
 * the other roles have a thread of their own already, and save the way to a further one.
 */
export async function startRole(role: Role, settings: Settings, logger: Logger): Promise<RunningRole> {
  const stores = await openStores({ ...settings, hosting: role === 'api' ? 'thread' : 'direct' });
  try {
    const running = MAKE[role](settings, stores, logger.child({ role }));
    await running.start();
    const stop = async (): Promise<void> => {
      await running.stop();
      await stores.close();
    };
    return { url: running.url ?? null, stop };
  } catch (error) {
    await stores.close();
    throw error;
  }
}
