/** Serves a role in its thread: starts it, answers questions about it, and stops it when asked. */
import { createLogger } from '../../packages/platform/src/telemetry/logger.js';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { servePatiently } from '../../packages/platform/src/threads/serve.js';
import type { RoleThreadData } from './role-thread-host.js';
import { startRole, type MakeRole, type RunningRole } from './roles.js';

const ANSWER_BY_METHOD: Readonly<Record<string, (role: RunningRole) => unknown>> = {
  url: ({ url }) => url,
  metrics: (role) => role.metrics(),
  readiness: (role) => role.readiness(),
};

/** Serves the role. Each role calls it in its own thread file, so no thread loads another role's code. */
export function serveRole(make: MakeRole): void {
  servePatiently<RoleThreadData>(async ({ role, settings }) => {
    const logger = createLogger(settings);
    const running = await startRole(role, make, settings, logger);
    return {
      atOnce: 1,
      run: async (method) => ANSWER_BY_METHOD[method]?.(running),
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
