/** Runs the roles of the settings in one process: the API on the main thread, the others in their own. */
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { sharedHead } from '../../packages/platform/src/event-store/eventstoredb/shared-head.js';
import { MetricsPort } from '../health/metrics-port.js';
import { ProcessHealth } from '../health/process-health.js';
import type { Settings } from '../settings/settings.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { withoutTrailing } from '../../packages/words/src/text/trailing.js';
import type { Logger } from '../../packages/platform/src/telemetry/logger.js';
import { inTime } from '../../packages/platform/src/time/in-time.js';
import { pause } from '../../packages/platform/src/time/pause.js';
import { RoleThreadHost } from './role-thread-host.js';
import { startRole, type RunningRole, type ThreadRole } from './roles.js';

export interface Serving {
  /** The URL at which clients reach the API; null in a process without it. */
  readonly url: string | null;
  /** The URL at which operators reach the console; null in a process without it. */
  readonly consoleUrl: string | null;
  /** The URL of the metrics port; null if it is turned off. */
  readonly metricsUrl: string | null;
  /**
   * Waits DRAIN_SECONDS first if the API or console listens, so that balancers see that it isn't ready. Then
   * stops the API, so that no request is answered by half of the service, and then the threads.
   */
  stop(): Promise<void>;
}

/** The roles that run in threads: WORKERS multiplies the worker alone, the checker follows the projector. */
function threadRolesOf({ roles, workers }: Settings): ThreadRole[] {
  return roles.flatMap((role): ThreadRole[] => {
    if (role === 'api') return [];
    if (role === 'worker') return Array.from({ length: workers }, () => role);
    return role === 'projector' ? [role, 'checker'] : [role];
  });
}

/** True for roles that start last: a rebuild of read models takes a whole core, which other roles need. */
const startsLast = (role: ThreadRole): boolean => role === 'projector' || role === 'checker';

/** After a failed start: the longest waits for the other starts, and then for the end of started roles. */
const STARTS_TIMEOUT_MS = 2_000;
const STOP_TIMEOUT_MS = 3_000;

/** Waits for all starts. After a failure it waits for the others too, but not for long. */
async function waitForStarts(beginnings: readonly Promise<void>[]): Promise<void> {
  const all = Promise.allSettled(beginnings);
  await Promise.all(beginnings).catch(async (error: unknown) => {
    await inTime(all, STARTS_TIMEOUT_MS, () => undefined);
    throw error;
  });
}

/** Resolves when every role but the checker runs. After a failure it stops the roles that have started. */
export async function serve(settings: Settings, logger: Logger): Promise<Serving> {
  // Before any thread starts, since a thread gets what is shared when it starts.
  if (settings.eventStoreUrl !== null) sharedHead(settings.eventStoreUrl);
  const health = new ProcessHealth(settings.dataDir);
  const metricsPort = await MetricsPort.open(settings, health);
  const threads: RoleThreadHost[] = [];
  let api: RunningRole | null = null;
  let consoleUrl: string | null = null;
  const drain = async (): Promise<void> => {
    health.reportNotReady();
    api?.startDraining();
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
    // The checker's readiness doesn't count: on busy cores it starts last, and nothing waits for it.
    health.add(role === 'checker' ? { role, metrics: () => thread.metrics() } : thread);
    if (role === 'console') consoleUrl = await thread.url();
  };
  const beginApi = async (): Promise<void> => {
    // Imported here, because a process without the API should neither load nor keep its code.
    const { createApiRole } = await import('../api/api-role.js');
    api = await startRole('api', createApiRole, settings, logger);
    health.add({ role: 'api', ...api });
  };
  const apiUrl = (): string | null => api?.url ?? null;
  try {
    const roles = threadRolesOf(settings);
    const answering = roles.filter((role) => !startsLast(role)).map(begin);
    // All roles start at once: each thread loads its code on its own core.
    await waitForStarts(settings.roles.includes('api') ? [...answering, beginApi()] : answering);
    if (roles.includes('projector')) await begin('projector');
    if (roles.includes('checker'))
      begin('checker').catch((error: unknown) => {
        const reason = redact(withoutTrailing(errorMessage(error), '.'));
        logger.error({ role: 'checker', reason }, 'the check of invariants did not start');
        health.warn(`The check of invariants did not start, and none is made by this process: ${reason}.`);
      });
    health.reportStarted();
    return { url: apiUrl(), consoleUrl, metricsUrl: metricsPort.url, stop: drain };
  } catch (error) {
    await inTime(stop(), STOP_TIMEOUT_MS, () => undefined);
    throw error;
  }
}
