/** Writes the file of a statement or an export. It gets its name only once it is whole and on disk. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from '../../../../packages/platform/src/secrets/private-files.js';

let draftCount = 0;

export class StatementFile {
  private finished = false;

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
  ) {}

  /** Begins a draft. Two writers of the same statement have a draft each. */
  static async begin(path: string): Promise<StatementFile> {
    const draft = `${path}.${process.pid}-${draftCount++}.unfinished`;
    return new StatementFile(path, draft, await open(draft, 'w', PRIVATE_FILE_MODE));
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await this.handle.writeFile(bytes);
  }

  /** @param head the last line of a statement; null for a file that has none */
  async finish(head: string | null): Promise<void> {
    if (head !== null) await this.write(Buffer.from(`${head}\n`));
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.path);
    this.finished = true;
  }

  /** Deletes the draft. Does nothing after `finish`. */
  async giveUp(): Promise<void> {
    if (this.finished) return;
    await this.handle.close().catch(() => undefined);
    await rm(this.draft, { force: true });
  }
}
