/**
 * The one file with what the witness cosigned last of each log. A change is on the disk before anybody is
 * told of it: written beside the file, forced to the disk, and put in its place in one step.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The latest cosigned checkpoint of a log. */
export interface Kept {
  /** The time of the cosignature, in seconds since 1970. */
  readonly time: number;
  /** A signed note: the checkpoint, the log's signatures that were verified, and the cosignature. */
  readonly checkpoint: string;
}

export class StateFile {
  private readonly next = `${this.path}.next`;
  /** A file that no other process writes: under the name `next` nobody ever sees half of a change. */
  private readonly own = `${this.next}.${randomBytes(8).toString('hex')}`;

  /** @param vkey the verifier key of the witness: each key has one state, and a new state has a new key */
  constructor(
    private readonly path: string,
    private readonly vkey: string,
  ) {}

  /** Makes the file of a witness that has cosigned nothing. Throws an Error where it is there. */
  readonly create = (): void => writeNew(this.path, this.contentsOf(new Map()));

  /** Removes what an interrupted write left: no other process may use the file. Throws as `read` does. */
  open(): void {
    this.read();
    const folder = dirname(this.path);
    for (const name of readdirSync(folder))
      if (name.startsWith(basename(this.next))) rmSync(join(folder, name), { force: true });
  }

  /** What is kept by origin. Throws an Error where the file is missing, damaged, or of another witness. */
  read(bytes = readFileSync(this.path)): ReadonlyMap<string, Kept> {
    const end = bytes.indexOf('\n') + 1;
    const json = bytes.subarray(end);
    if (bytes.toString('utf8', 0, end) !== headerOf(json)) throw new Error(`${this.path} is damaged`);
    const { vkey, logs } = JSON.parse(json.toString()) as { vkey: string; logs: Record<string, Kept> };
    if (vkey !== this.vkey) throw new Error(`${this.path} is the state of ${vkey}`);
    return new Map(Object.entries(logs));
  }

  /**
   * Keeps what `decide` makes of what was kept of a log. When this returns, it is on the disk; when it
   * throws, it may be there or not. Throws what `decide` throws, and an Error if the disk or the file fails.
   */
  update(origin: string, decide: (kept: Kept | undefined) => Kept): void {
    const before = readFileSync(this.path);
    const logs = this.read(before);
    const contents = this.contentsOf(new Map([...logs, [origin, decide(logs.get(origin))]]));
    writeNew(this.own, contents);
    try {
      linkSync(this.own, this.next);
    } finally {
      rmSync(this.own, { force: true });
    }
    if (!readFileSync(this.path).equals(before)) throw new Error(`another process writes ${this.path}`);
    renameSync(this.next, this.path);
    // A process that started meanwhile removes what it takes for left over, and may have written there.
    if (readFileSync(this.path, 'utf8') !== contents) throw new Error(`another process writes ${this.path}`);
    syncFolderOf(this.path);
  }

  private contentsOf(logs: ReadonlyMap<string, Kept>): string {
    const json = `${JSON.stringify({ vkey: this.vkey, logs: Object.fromEntries(logs) }, null, 1)}\n`;
    return headerOf(json) + json;
  }
}

const headerOf = (json: string | Buffer): string =>
  `tlog-witness state v1 ${createHash('sha256').update(json).digest('hex')}\n`;

/** Writes a new file for its owner alone and forces it to the disk. If that fails, nothing of it is left. */
export function writeNew(path: string, contents: string): void {
  const handle = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(handle, Buffer.from(contents));
    fsyncSync(handle); // the option `flush` does nothing for texts in Node 20
  } catch (error) {
    rmSync(path, { force: true });
    throw error;
  } finally {
    closeSync(handle);
  }
}

/** Forces the names of the files beside this one to the disk. */
export function syncFolderOf(path: string): void {
  const handle = openSync(dirname(path), 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
