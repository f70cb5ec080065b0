/** One process with the roles that its settings name: the API on the main thread, the others in threads of their own. */
import { errorMessage } from '../platform/errors/error-code.js';
import { MetricsPort } from '../health/metrics-port.js';
import { ProcessHealth } from '../health/process-health.js';
import type { Settings } from '../settings/settings.js';
import { redact } from '../platform/telemetry/redact.js';
import { withoutTrailing } from '../shared/text/trailing.js';
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

/** Nothing is left half begun behind a failure. */
async function allBegun(beginnings: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(beginnings);
  await Promise.all(beginnings);
}

/** Resolves when every role runs, but for the checker; on a failure what has started is stopped again. */
export async function serve(settings: Settings, logger: Logger): Promise<Serving> {
  const health = new ProcessHealth(settings.dataDir);
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
    threads.push(thread);
    await thread.start();
    // Where cores are busy the checker comes last, and nobody waits for it.
    health.add(role === 'checker' ? { role, metrics: () => thread.metrics() } : thread);
    if (role === 'console') consoleUrl = await thread.url();
  };
  const beginApi = async (): Promise<void> => {
    // No process waits for its code, or keeps it, that doesn't answer clients.
    const { createApiRole } = await import('../api/api-role.js');
    api = await startRole('api', createApiRole, settings, logger);
    health.add({ role: 'api', ...api });
  };
  const apiUrl = (): string | null => api?.url ?? null;
  try {
    const roles = threadsOf(settings);
    const answering = roles.filter((role) => !isBuilding(role)).map(begin);
    // Each loads what it needs, and so on a core of its own.
    await allBegun(settings.roles.includes('api') ? [...answering, beginApi()] : answering);
    if (roles.includes('projector')) await begin('projector');
    if (roles.includes('checker'))
      begin('checker').catch((error: unknown) => {
        const reason = redact(withoutTrailing(errorMessage(error), '.'));
        logger.error({ role: 'checker', reason }, 'the check of invariants did not start');
        health.warn(`The check of invariants did not start, and none is made by this process: ${reason}.`);
      });
    health.started();
    return { url: apiUrl(), consoleUrl, metricsUrl: metricsPort.url, stop: drain };
  } catch (error) {
    await stop();
    throw error;
  }
}
