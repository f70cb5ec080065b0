/** A consistent copy of the embedded stores, taken while they are in use. */
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreUnavailableError } from '../event-store/event-store.js';
import { privateFile, privateFolder } from '../secrets/private-files.js';
import { isBusy, storeError } from '../sqlite/sqlite-errors.js';
import { STORE_FILES } from './embedded-files.js';

/** The log comes last: no read model may know more. Readings are a cache; without them none needs erasure. */
export const BACKED_UP = [STORE_FILES.coordination, STORE_FILES.readModels, STORE_FILES.eventStore] as const;

/** Copies the embedded stores into the folder `target`. @throws StoreUnavailableError in one line */
export async function backupStores(dataDir: string, target: string): Promise<void> {
  privateFolder(target);
  for (const name of BACKED_UP) await backupFile(join(dataDir, name), join(target, name));
}

/** The embedded store in `dataDir` that a process has open, or null. */
export function storeInUse(dataDir: string): string | null {
  return (
    Object.values(STORE_FILES)
      .map((name) => join(dataDir, name))
      .find(isInUse) ?? null
  );
}

/** All pages in one step: the copy is of one moment, and no writer can make it start again. */
const ALL_PAGES = -1;

/**
 * Copies the file to `target`, which must not exist, as of one moment. Readers and writers go on. When this
 * resolves the copy is on the disk. It gets its name only once it is whole.
 * @throws StoreUnavailableError with one line
 */
async function backupFile(file: string, target: string): Promise<void> {
  if (!existsSync(file)) throw new StoreUnavailableError(`${file} is not there`);
  if (existsSync(target)) throw new StoreUnavailableError(`${target} is there already`);
  const unfinished = `${target}.unfinished`;
  rmSync(unfinished, { force: true });
  try {
    await copy(file, unfinished);
    privateFile(unfinished);
    await syncFile(unfinished);
    renameSync(unfinished, target);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw storeError(error, target);
  }
}

/** True if any process has the file open. Every open connection holds a lock, which shows it. */
function isInUse(file: string): boolean {
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw storeError(error, file);
  } finally {
    database.close();
  }
}

async function copy(file: string, target: string): Promise<void> {
  const source = new DatabaseSync(file, { timeout: 0 });
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } finally {
    source.close();
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
