/** A folder of its own for a test's files. */
import { accessSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** More than what suites hold at a time: a container may have a few MB of it. */
const ROOM_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep files: in memory where there is room, since stores wait for the disk with each commit. A process that is
 * killed leaves there what it wrote, as on a disk.
 */
const root = (() => {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize < ROOM_BYTES ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
})();

/** @returns the path of a new folder; whoever asks for it removes it */
export const temporaryFolder = (name = 'company-data'): string => mkdtempSync(join(root, `${name}-`));

export class TemporaryFolder {
  readonly path = temporaryFolder();

  /** The path of a file in it. */
  file(name: string): string {
    return join(this.path, name);
  }

  /** @returns the file's path */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.file(name), content);
    return this.file(name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
