/**
 * Files and folders that only the service's own user may read: they hold callers' data. Existing ones, and
 * those of a driver, are restricted too. Those of another user (a mounted volume) or shared by all stay.
 */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.js';

const FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;

/** Set on a folder that many users share, such as /tmp. */
const STICKY = 0o1000;

/** Makes the folder, and missing folders above it. */
export function privateFolder(path: string): void {
  makeFolder(path);
  restrict(path, FOLDER_MODE);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Avoids `recursive`: it never ends where the system answers ENOENT to each folder made, as in /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it in between.
    if (!isFolder(path)) throw error;
  }
}

/** Does nothing without such a file. Never opens it: closing it would end this process's locks on it. */
export const privateFile = (path: string): void => restrict(path, PRIVATE_FILE_MODE);

function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || (found.mode & 0o777) === mode || (found.mode & STICKY) !== 0) return;
  try {
    chmodSync(path, mode);
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
  }
}
