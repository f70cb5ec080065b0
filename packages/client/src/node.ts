/** What needs a disk: for Node, Deno and Bun. */
import { constants } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { savedState, type StateStore } from './list-state.js';

/**
 * A link in a file's place leads to a file that somebody else chose: it is not followed. Windows has no such
 * flag.
 */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;
const OWN = 0o600;

/** Keeps the state of a list in a file, whole or as it was before. Remove the file to begin a new run. */
export const fileState = (path: string): StateStore => ({
  async load() {
    const file = await open(path, O_RDONLY | O_NOFOLLOW).catch((error: unknown) => {
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT')
        return null;
      throw error;
    });
    if (file === null) return null;
    try {
      return savedState(jsonIn(await file.readFile('utf8')));
    } finally {
      await file.close();
    }
  },
  async save(state) {
    const draft = `${path}.draft`;
    await rm(draft, { force: true });
    const file = await open(draft, 'wx', OWN);
    try {
      await file.writeFile(JSON.stringify(state));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  },
});

/** Null for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

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
    const file = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, OWN);
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
