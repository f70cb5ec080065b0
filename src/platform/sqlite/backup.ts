/** Copies an embedded store's file while it is in use. */
import { backup, DatabaseSync } from '@photostructure/sqlite';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { StoreUnavailableError } from '../event-store/event-store.js';
import { privateFile } from '../secrets/private-files.js';
import { isBusy, storeError } from './sqlite-errors.js';

/** All pages in one step: the copy is of one moment, and no writer can make it start again. */
const ALL_PAGES = -1;

/**
 * Copies the file to `target`, which must not exist, as of one moment. Readers and writers go on. When this
 * resolves the copy is on the disk. It gets its name only once it is whole.
 * @throws StoreUnavailableError with one line
 */
export async function backupSqliteFile(file: string, target: string): Promise<void> {
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

/** Whether any process has the file open. Every open connection holds a lock, which shows it. */
export function isInUse(file: string): boolean {
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
