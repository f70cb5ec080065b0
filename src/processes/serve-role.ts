/** What the thread of a role does: starts it, sends its counts, and stops it when asked. */
import { createLogger } from '../platform/telemetry/logger.js';
import { errorMessage } from '../platform/errors/error-code.js';
import { servePatiently } from '../platform/threads/serve.js';
import type { RoleThreadData } from './role-thread-host.js';
import { startRole, type RunningRole } from './roles.js';
import type { MakeRole } from './startable.js';

const ANSWERS: Readonly<Record<string, (role: RunningRole) => unknown>> = {
  url: ({ url }) => url,
  metrics: (role) => role.metrics(),
  readiness: (role) => role.readiness(),
};

/** Called by the file of a role's thread: a role has one, so that no thread holds code that only another needs. */
export function serveRole(make: MakeRole): void {
  servePatiently<RoleThreadData>(async ({ role, settings }) => {
    const logger = createLogger(settings);
    const running = await startRole(role, make, settings, logger);
    return {
      atOnce: 1,
      run: async (method) => ANSWERS[method]?.(running),
      close: () =>
        running
          .stop()
          .catch((error: unknown) =>
            logger.error({ role, reason: errorMessage(error) }, 'a role did not stop cleanly'),
          )
          .finally(() => process.exit()),
    };
  });
}
