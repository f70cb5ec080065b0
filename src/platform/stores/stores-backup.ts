/** A consistent copy of the embedded stores, taken while they are in use. */
import { join } from 'node:path';
import { privateFolder } from '../secrets/private-files.js';
import { backupSqliteFile, isInUse } from '../sqlite/backup.js';
import { STORE_FILES } from './embedded-files.js';

/**
 * The log is copied last: no read model of the copy may know more than its log. Readings are left out: they
 * are a cache, and a copy without them needs no erasure.
 */
export const BACKED_UP = [STORE_FILES.coordination, STORE_FILES.readModels, STORE_FILES.eventStore] as const;

/**
 * Copies the embedded stores of `dataDir` into the folder `target`, which is made if missing.
 * @throws StoreUnavailableError with one line: a file is missing, or exists in `target` already
 */
export async function backupStores(dataDir: string, target: string): Promise<void> {
  privateFolder(target);
  for (const name of BACKED_UP) await backupSqliteFile(join(dataDir, name), join(target, name));
}

/** The embedded store in `dataDir` that a process has open, or null. */
export function storeInUse(dataDir: string): string | null {
  return (
    Object.values(STORE_FILES)
      .map((name) => join(dataDir, name))
      .find(isInUse) ?? null
  );
}
