/** One process with the roles that its settings name: the API on the main thread, the others in threads of their own. */
import type { Settings } from '../platform/settings.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { RoleThreadHost } from './role-thread-host.js';
import type { RunningRole } from './roles.js';
import { startRole } from './roles.js';

export interface Serving {
  /** Where clients reach the API; null in a process without it. */
  readonly url: string | null;
  /** The API first, so that no request meets a service without its other half; then worker and projector. */
  stop(): Promise<void>;
}

/** Resolves when every role runs; on a failure what has started is stopped again. */
export async function serve(settings: Settings, logger: Logger): Promise<Serving> {
  const started: Pick<RunningRole, 'stop'>[] = [];
  const stop = async (): Promise<void> => {
    for (const role of started.splice(0).reverse()) await role.stop();
  };
  try {
    for (const role of settings.roles.filter((name) => name !== 'api')) {
      const thread = new RoleThreadHost({ role, settings }, logger);
      await thread.start();
      started.push(thread);
    }
    if (!settings.roles.includes('api')) return { url: null, stop };
    const api = await startRole('api', settings, logger);
    started.push(api);
    return { url: api.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
