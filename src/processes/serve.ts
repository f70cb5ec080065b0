/** One process with the roles that its settings name: the API on the main thread, the others in threads of their own. */
import { MetricsPort } from '../health/metrics-port.js';
import { ProcessHealth } from '../health/process-health.js';
import type { Settings } from '../settings/settings.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { pause } from '../platform/time/pause.js';
import { RoleThreadHost } from './role-thread-host.js';
import { startRole, type RunningRole, type ThreadRole } from './roles.js';

export interface Serving {
  /** Where clients reach the API; null in a process without it. */
  readonly url: string | null;
  /** Where operators reach the console; null in a process without it. */
  readonly consoleUrl: string | null;
  /** Where the process tells how it is; null where that is turned off. */
  readonly metricsUrl: string | null;
  /**
   * Where something listens for clients, not before DRAIN_SECONDS in which they learn of it. The API first, so that no request is answered by a service that is not started whole; then worker and projector.
   */
  stop(): Promise<void>;
}

/** What runs in threads: the projector once, whatever WORKERS says, and the checker after it. */
function threadsOf({ roles, workers }: Settings): ThreadRole[] {
  return roles.flatMap((role): ThreadRole[] => {
    if (role === 'api') return [];
    if (role === 'worker') return Array.from({ length: workers }, () => role);
    return role === 'projector' ? [role, 'checker'] : [role];
  });
}

/** Begun last: read models that are built anew take all of a core, and what answers meanwhile is there by then. */
const isBuilding = (role: ThreadRole): boolean => role === 'projector' || role === 'checker';

/** Resolves when every role runs; on a failure what has started is stopped again. */
export async function serve(settings: Settings, logger: Logger): Promise<Serving> {
  const health = new ProcessHealth();
  const metricsPort = await MetricsPort.open(settings, health);
  const threads: RoleThreadHost[] = [];
  let api: RunningRole | null = null;
  let consoleUrl: string | null = null;
  const drain = async (): Promise<void> => {
    health.ends();
    api?.ends();
    if (api !== null || consoleUrl !== null) await pause(settings.drainSeconds * 1_000);
    await stop();
  };
  const stop = async (): Promise<void> => {
    await api?.stop();
    await Promise.all(threads.map((thread) => thread.stop()));
    await metricsPort.close();
  };
  const begin = async (role: ThreadRole): Promise<void> => {
    const thread = new RoleThreadHost({ role, settings }, logger);
    await thread.start();
    threads.push(thread);
    // Where cores are busy the checker comes last, and nobody waits for it.
    health.add(role === 'checker' ? { role, metrics: () => thread.metrics() } : thread);
    if (role === 'console') consoleUrl = await thread.url();
  };
  try {
    const roles = threadsOf(settings);
    for (const role of roles.filter((one) => !isBuilding(one))) await begin(role);
    if (settings.roles.includes('api')) {
      api = await startRole('api', settings, logger);
      health.add({ role: 'api', ...api });
    }
    for (const role of roles.filter(isBuilding)) await begin(role);
    health.started();
    return { url: api?.url ?? null, consoleUrl, metricsUrl: metricsPort.url, stop: drain };
  } catch (error) {
    await stop();
    throw error;
  }
}
