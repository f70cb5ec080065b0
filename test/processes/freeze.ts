/** Freezes a process as on a machine that was suspended, heartbeats and all. Embedded stores only. */
import { DatabaseSync } from '@photostructure/sqlite';
import { join } from 'node:path';
import { StoreUnavailableError } from '../../packages/platform/src/event-store/event-store.js';
import { patiently as untilUnlocked } from '../../packages/platform/src/sqlite/patience.js';
import { STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../support/service-process.js';
import { patiently } from './patiently.js';

/** A file that was locked for so many milliseconds is held by who is frozen. */
const LONGEST_COMMIT_MS = 500;

/**
 * A process that is frozen in the middle of a commit keeps its file from everybody else until it wakes. How long a commit
 * takes is up to the disk, so a process that was caught in one is woken and frozen again.
 */
export async function freeze(process: ServiceProcess, dataDir: string): Promise<void> {
  await patiently('a process frozen between its commits', async () => {
    process.signal('SIGSTOP');
    if (Object.values(STORE_FILES).every((file) => canBeWritten(join(dataDir, file)))) return true;
    process.signal('SIGCONT');
    await pause(50);
    return false;
  });
}

function canBeWritten(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    untilUnlocked(file, LONGEST_COMMIT_MS, () => database.exec('BEGIN IMMEDIATE; ROLLBACK'));
    return true;
  } catch (error) {
    if (!(error instanceof StoreUnavailableError)) throw error;
    return false;
  } finally {
    database.close();
  }
}
