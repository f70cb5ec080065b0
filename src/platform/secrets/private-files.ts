/**
 * Files and folders that the service's own user alone may read: they hold what callers sent and what they were given.
 * What was made before, or by a driver, is closed too. What belongs to another user, as a mounted volume may, or is
 * shared by all, stays as it is.
 */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from '../errors/error-code.js';

const FOLDER_MODE = 0o700;
export const PRIVATE_FILE_MODE = 0o600;

/** Set on a folder that many users share, such as /tmp. */
const STICKY = 0o1000;

/** Makes the folder, with those above it that are not there. */
export function privateFolder(path: string): void {
  makeFolder(path);
  restrict(path, FOLDER_MODE);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Not by `recursive`: it never ends where a folder takes none and the system says ENOENT, as in /proc. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: FOLDER_MODE });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

/** Does nothing where there is no such file. It is never opened: closing it would end the locks of this process on it. */
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
