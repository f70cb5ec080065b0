/** Freezes a process as on a machine that was suspended, heartbeats and all. Embedded stores only. */
import { DatabaseSync } from '@photostructure/sqlite';
import { join } from 'node:path';
import { sleep } from '../../src/platform/sqlite/patience.js';
import { isBusy } from '../../src/platform/sqlite/sqlite-errors.js';
import { STORE_FILES } from '../../src/platform/stores/stores.js';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServiceProcess } from '../support/service-process.js';
import { patiently } from './patiently.js';

/** How often a file's lock is asked for, 5 ms apart, before its holder is taken for frozen. */
const TRIES = 100;

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
    for (let tries = 0; tries < TRIES; tries++) {
      if (isLockFree(database)) return true;
      sleep(5);
    }
    return false;
  } finally {
    database.close();
  }
}

function isLockFree(database: InstanceType<typeof DatabaseSync>): boolean {
  try {
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch (error) {
    if (!isBusy(error)) throw error;
    return false;
  }
}
