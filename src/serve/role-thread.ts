/** The thread of a role: starts it, reports that, sends its counts, and stops it when asked. */
import 'reflect-metadata';
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../platform/errors/error-code.js';
import { createLogger } from '../platform/telemetry/logger.js';
import type { FromRoleThread, RoleThreadData, ToRoleThread } from './role-thread-host.js';
import type { RunningRole } from './roles.js';
import { startRole } from './roles.js';

const { role, settings } = workerData as RoleThreadData;
const tell = (message: FromRoleThread): void => parentPort?.postMessage(message);

async function obey(running: RunningRole, message: ToRoleThread): Promise<void> {
  if (message === 'metrics') {
    return tell({ kind: 'metrics', metrics: await running.metrics().catch(() => []) });
  }
  parentPort?.removeAllListeners('message');
  await running
    .stop()
    .catch((error: unknown) => tell({ kind: 'failed', message: errorMessage(error) }))
    .finally(() => process.exit());
}

async function run(): Promise<void> {
  const running = await startRole(role, settings, createLogger(settings));
  parentPort?.on('message', (message: ToRoleThread) => void obey(running, message));
  tell({ kind: 'ready' });
}

run().catch((error: unknown) => {
  tell({ kind: 'failed', message: errorMessage(error) });
  setImmediate(() => process.exit(1));
});
