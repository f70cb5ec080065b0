import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The bytes that an ordinary user may still write to a folder's disk. The folder may not exist yet. */
export function freeBytes(folder: string): number {
  if (!existsSync(folder) && dirname(folder) !== folder) return freeBytes(dirname(folder));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
