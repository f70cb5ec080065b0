import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** What an ordinary user may still write to the disk of a folder, which may not be there yet. */
export function freeBytes(folder: string): number {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeBytes(dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
