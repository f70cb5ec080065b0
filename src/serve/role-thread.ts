/** The thread of a role: starts it, says so, and stops it when told to. */
import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../platform/error-code.js';
import { createLogger } from '../platform/telemetry/logger.js';
import type { FromRoleThread, RoleThreadData } from './role-thread-host.js';
import { startRole } from './roles.js';

const { role, settings } = workerData as RoleThreadData;
const tell = (message: FromRoleThread): void => parentPort?.postMessage(message);

async function run(): Promise<void> {
  const running = await startRole(role, settings, createLogger(settings));
  parentPort?.once('message', () => {
    void running
      .stop()
      .catch((error: unknown) => tell({ kind: 'failed', message: errorMessage(error) }))
      .finally(() => process.exit());
  });
  tell({ kind: 'ready' });
}

run().catch((error: unknown) => {
  tell({ kind: 'failed', message: errorMessage(error) });
  setImmediate(() => process.exit(1));
});
