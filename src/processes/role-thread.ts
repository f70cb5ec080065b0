/** The thread of a role: starts it, sends its counts, and stops it when asked. */
import 'reflect-metadata';
import { createLogger } from '../platform/telemetry/logger.js';
import { errorMessage } from '../platform/errors/error-code.js';
import { servePatiently } from '../platform/threads/serve.js';
import { workInBackground } from '../platform/threads/thread-priority.js';
import type { RoleThreadData } from './role-thread-host.js';
import { startRole, type RunningRole } from './roles.js';

const ANSWERS: Readonly<Record<string, (role: RunningRole) => unknown>> = {
  url: ({ url }) => url,
  metrics: (role) => role.metrics(),
  readiness: (role) => role.readiness(),
};

servePatiently<RoleThreadData>(async ({ role, settings }) => {
  // Nobody waits for the check: where cores are busy, roles go first.
  if (role === 'checker') workInBackground();
  const logger = createLogger(settings);
  const running = await startRole(role, settings, logger);
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
