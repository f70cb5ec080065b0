/** The mark of a restore that runs or was broken off. Nothing starts on its data directory. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Lies in a data directory while a restore moves files into it: the files may then be of two services. */
export const RESTORE_PENDING = 'restore.pending';

/** Tells why a data directory can't be used; null where it can. */
export const brokenRestore = (dataDir: string): string | null =>
  existsSync(join(dataDir, RESTORE_PENDING))
    ? `a restore into ${dataDir} was broken off: run the same restore again, which goes on with it`
    : null;
