import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Forces a file, or a folder's list of names, to the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
