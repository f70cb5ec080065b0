/** Writes the file of a statement or an export. The file gets its name only once it is whole and on disk. */
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { PRIVATE_FILE_MODE } from '../../../../packages/platform/src/secrets/private-files.js';

let draftCount = 0;

export class DraftedFile {
  private isFinished = false;

  private constructor(
    private readonly path: string,
    private readonly draft: string,
    private readonly handle: FileHandle,
  ) {}

  /** Begins a draft. Two writers of the same file have a draft each. */
  static async begin(path: string): Promise<DraftedFile> {
    const draft = `${path}.${process.pid}-${draftCount++}.unfinished`;
    return new DraftedFile(path, draft, await open(draft, 'w', PRIVATE_FILE_MODE));
  }

  async write(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await this.handle.writeFile(bytes);
  }

  /** Ends the draft and gives the file its name. @param lastLine a line to add at the end; null: none */
  async finish(lastLine: string | null): Promise<void> {
    if (lastLine !== null) await this.write(Buffer.from(`${lastLine}\n`));
    await this.handle.sync();
    await this.handle.close();
    await rename(this.draft, this.path);
    this.isFinished = true;
  }

  /** Deletes the draft. Does nothing after `finish`. */
  async giveUp(): Promise<void> {
    if (this.isFinished) return;
    await this.handle.close().catch(() => undefined);
    await rm(this.draft, { force: true });
  }
}
