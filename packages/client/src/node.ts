/** What needs a disk: for Node, Deno and Bun. */
import { open, readFile, rename, type FileHandle } from 'node:fs/promises';
import type { ListState, StateStore } from './list-state.js';

/** Keeps the state of a list in a file, whole or as it was before. Remove the file to begin a new run. */
export const fileState = (path: string): StateStore => ({
  async load() {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT')
        return null;
      throw error;
    });
    // Written by `save` below.
    return text === null ? null : (JSON.parse(text) as ListState);
  },
  async save(state) {
    const draft = `${path}.draft`;
    const file = await open(draft, 'w', 0o600);
    try {
      await file.writeFile(JSON.stringify(state));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  },
});

const BUFFER = 1 << 16;
const NEWLINE = 0x0a;

/** A file of one JSON document a line, which goes on after its last whole line wherever it was cut off. */
export class ResultsFile {
  private pieces: string[] = [];
  private held = 0;

  private constructor(
    private readonly file: FileHandle,
    /** The lines that it held when it was opened: where `from` of a list begins. */
    readonly rows: number,
  ) {}

  /** Makes the file where it isn't there; cuts off what was half written. */
  static async open(path: string): Promise<ResultsFile> {
    const file = await open(path, 'a+', 0o600);
    const { rows, end } = await wholeLines(file);
    await file.truncate(end);
    return new ResultsFile(file, rows);
  }

  /** After the lines before. */
  async write(item: object): Promise<void> {
    const line = `${JSON.stringify(item)}\n`;
    this.held += line.length;
    this.pieces.push(line);
    if (this.held >= BUFFER) await this.flush();
  }

  /** Writes what is still held, and ends. */
  async close(): Promise<void> {
    await this.flush();
    await this.file.close();
  }

  private async flush(): Promise<void> {
    const text = this.pieces.join('');
    [this.pieces, this.held] = [[], 0];
    await this.file.appendFile(text);
  }
}

async function wholeLines(file: FileHandle): Promise<{ rows: number; end: number }> {
  const buffer = new Uint8Array(BUFFER);
  let [rows, end] = [0, 0];
  for (let at = 0; ;) {
    const { bytesRead } = await file.read(buffer, 0, BUFFER, at);
    if (bytesRead === 0) return { rows, end };
    for (let index = 0; index < bytesRead; index++)
      if (buffer[index] === NEWLINE) [rows, end] = [rows + 1, at + index + 1];
    at += bytesRead;
  }
}
