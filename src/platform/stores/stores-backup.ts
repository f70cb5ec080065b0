/** A consistent copy of the embedded stores, taken while they are in use. */
import { join } from 'node:path';
import { privateFolder } from '../secrets/private-files.js';
import { backupSqliteFile, isInUse } from '../sqlite/backup.js';
import { STORE_FILES } from './embedded-files.js';

/**
 * The log last: no read model of the copy may know more than its log. Readings are left out: they are a cache, and what
 * is in no copy needs no erasure there.
 */
export const BACKED_UP = [STORE_FILES.coordination, STORE_FILES.readModels, STORE_FILES.eventStore] as const;

/**
 * Copies the embedded stores of `dataDir` into the folder `target`, made where it isn't there.
 * @throws StoreUnavailableError with one line: a file is missing, or there already in `target`
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
