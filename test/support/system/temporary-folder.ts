/** A folder of its own for a test's files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'company-data-'));

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
