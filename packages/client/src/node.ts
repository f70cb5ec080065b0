/** What needs a disk: for Node, Deno and Bun. */
import { constants } from 'node:fs';
import { mkdir, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { savedState, type StateStore } from './list-state.js';
import { savedWatch, type WatchStore } from './watch-state.js';
import type { Folder, NamedBytes } from './statements.js';

/**
 * A link in a file's place leads to a file that somebody else chose: it is not followed. Windows has no such
 * flag.
 */
const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_RDONLY, O_RDWR } = constants;
const OWN = 0o600;
const OWN_FOLDER = 0o100;
const NEWLINE = 0x0a;
/** More than a receipt has. */
const LINE = 1 << 13;

/** Keeps the state of a list in a file, whole or as it was before. Remove the file to begin a new run. */
export const fileState = (path: string): StateStore => ({
  async load() {
    const bytes = await bytesOf(path);
    return bytes === null ? null : savedState(jsonIn(new TextDecoder().decode(bytes)));
  },
  save: (state) => writeWhole(path, JSON.stringify(state)),
});

/**
 * Keeps a watch in a file, and the lists that are under way beside it. Remove the file to ask for everything.
 */
export const watchState = (path: string): WatchStore => ({
  async load() {
    const bytes = await bytesOf(path);
    return bytes === null ? null : savedWatch(jsonIn(new TextDecoder().decode(bytes)));
  },
  save: (state) => writeWhole(path, JSON.stringify(state)),
  list: (name) => fileState(`${path}.${name}`),
  drop: (name) => rm(`${path}.${name}`, { force: true }),
});

const ifThere = <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT')
      return null;
    throw error;
  });

/** Null where there is no such file. */
async function bytesOf(path: string): Promise<Uint8Array | null> {
  const file = await ifThere(open(path, O_RDONLY | O_NOFOLLOW));
  if (file === null) return null;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', OWN);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** The folder that `statements.sync` keeps. It is made where it isn't there. */
export const folderAt = (path: string): Folder => ({
  read: (name) => bytesOf(join(path, name)),
  async write(name, bytes) {
    await mkdir(dirname(join(path, name)), { recursive: true, mode: OWN | OWN_FOLDER });
    await writeWhole(join(path, name), bytes);
  },
  async list(folder) {
    const found = (await ifThere(readdir(join(path, folder), { withFileTypes: true }))) ?? [];
    return found.flatMap((entry) => (entry.isFile() && !entry.name.endsWith('.draft') ? [entry.name] : []));
  },
  remove: (name) => rm(join(path, name), { force: true }),
});

/**
 * What `statements.sync` takes of files of results (NDJSON): their bytes, and those of the receipts beside
 * them. @throws Error where a file of results isn't there
 */
export async function ownResults(
  paths: readonly string[],
): Promise<{ readonly results: readonly NamedBytes[]; readonly receipts: readonly NamedBytes[] }> {
  const results = await Promise.all(paths.map(fileNamed));
  const beside = paths.map((path) => `${path}.receipts`);
  const receipts = await Promise.all(beside.map(async (name) => ({ name, bytes: await bytesOf(name) })));
  return {
    results,
    receipts: receipts.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }])),
  };
}

/** A file with its name. @throws Error where it isn't there */
export async function fileNamed(name: string): Promise<NamedBytes> {
  const bytes = await bytesOf(name);
  if (bytes === null) throw new Error(`There is no file ${name}.`);
  return { name, bytes };
}

/**
 * For `onReceipt`: puts each receipt on a line of its own, at the end of a file. A line that a killed program
 * left half written is cut off first.
 */
export function keepReceipts(path: string): (receipt: string) => Promise<void> {
  let last = Promise.resolve();
  // One after the other: a line that is being written is no half one.
  return (receipt) => (last = last.catch(() => undefined).then(() => addLine(path, receipt)));
}

async function addLine(path: string, line: string): Promise<void> {
  const file = await open(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, OWN);
  try {
    const { size } = await file.stat();
    const end = await endOfLines(file, size);
    if (end < size) await file.truncate(end);
    await file.writeFile(`${line}\n`);
  } finally {
    await file.close();
  }
}

/** The end of the last whole line. */
async function endOfLines(file: FileHandle, size: number): Promise<number> {
  const buffer = new Uint8Array(Math.min(size, LINE));
  for (let end = size; end > 0; end -= buffer.length) {
    const at = Math.max(0, end - buffer.length);
    const { bytesRead } = await file.read(buffer, 0, end - at, at);
    const last = buffer.subarray(0, bytesRead).lastIndexOf(NEWLINE);
    if (last >= 0) return at + last + 1;
  }
  return 0;
}

/** Null for what is no JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const BUFFER = 1 << 16;

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
