/** Tests that the disk of a folder takes writes. Reads may go on for hours while every write fails. */
import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../packages/platform/src/errors/error-code.js';

const BLOCK = Buffer.alloc(4_096);

/** The beginning of the sentence about a fault that the probe found. */
export const DISK_UNWRITABLE = "The disk of DATA_DIR can't be written";

const REASON_BY_CODE: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'this user may not'],
  ['EDQUOT', "the user's quota is used up"],
  ['EIO', 'it reports an error'],
  ['ENOENT', 'the folder is gone'],
  ['ENOSPC', 'it is full'],
  ['EROFS', 'it is read-only'],
]);

/** The file functions of the probe. Tests give some that fail. */
export interface ProbedFiles {
  readonly open: typeof open;
  readonly unlink: typeof unlink;
}

/**
 * Writes a block to a new file of the folder, and syncs it. The file loses its name before the write, so no
 * file stays behind. An older file would prove nothing: the disk has given it its block already.
 * @throws Error with the reason, such as `it is full (ENOSPC)`, where a write fails
 */
export async function probeDisk(folder: string, files: ProbedFiles = { open, unlink }): Promise<void> {
  try {
    const path = join(folder, `.write-probe-${randomUUID()}`);
    const file = await files.open(path, 'wx', 0o600);
    try {
      await files.unlink(path);
      await file.writeFile(BLOCK);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new Error(`${REASON_BY_CODE.get(code) ?? 'it fails'} (${code})`);
  }
}
