/**
 * Keeps the events of a stream that no edition holds yet, and the position in the stream:
 *
 *     DATA_DIR/register-follow/STREAM/events.ndjson     the publisher's lines as they came
 *     DATA_DIR/register-follow/STREAM/STREAM-N.ndjson   closed files, which go into the next edition
 *     DATA_DIR/register-follow/STREAM/state.json        the timepoint of the last event that is in an edition
 *
 * The spool lies beside the editions, not in Coordination. Coordination may be lost alone, and a timepoint
 * without its events, or events without a timepoint, would leave a gap. The last line of the newest file has
 * the timepoint. The event of an incomplete line is requested again.
 */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lineBytesOf } from '../../../../platform/src/files/lines-of-file.js';
import { syncToDisk } from '../../../../platform/src/files/sync-to-disk.js';
import { PRIVATE_FILE_MODE, privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { timepointOf } from '../../live/register/register-stream.js';

const OPEN = 'events.ndjson';
const STATE = 'state.json';

interface State {
  /** The timepoint of the last event in an edition; null: no edition holds an event yet. */
  readonly timepoint: number | null;
  /** The time when events last went into an edition, or following began, in milliseconds since 1970. */
  readonly laid_at: number;
}

export class Spool {
  /** The number of lines that no edition holds yet. */
  waiting = 0;

  private constructor(
    readonly stream: string,
    private readonly folder: string,
    private state: State,
    private newest: number | null,
  ) {}

  /** @param now milliseconds since 1970 */
  static async open(dataDir: string, stream: string, now: number): Promise<Spool> {
    const root = join(dataDir, 'register-follow');
    const folder = join(root, stream);
    for (const path of [root, folder]) privateFolder(path);
    const state = readState(join(folder, STATE)) ?? { timepoint: null, laid_at: now };
    const spool = new Spool(stream, folder, state, state.timepoint);
    spool.writeState(state);
    for (const file of [...spool.closedFiles(), join(folder, OPEN)]) await spool.readBack(file);
    return spool;
  }

  /** The timepoint of the last known event; null: none is known. */
  get timepoint(): number | null {
    return this.newest;
  }

  /** The time when events last went into an edition, in milliseconds since 1970. */
  get appliedAt(): number {
    return this.state.laid_at;
  }

  /** Appends an event unless it is known. Returns whether it was appended. */
  add(timepoint: number, line: string): boolean {
    if (this.newest !== null && timepoint <= this.newest) return false;
    appendFileSync(join(this.folder, OPEN), `${line}\n`, { mode: PRIVATE_FILE_MODE });
    this.newest = timepoint;
    this.waiting += 1;
    return true;
  }

  /** Closes the open file. Returns all closed files, the oldest first. */
  close(): readonly string[] {
    const openFile = join(this.folder, OPEN);
    const last = Number(/-(\d+)\.ndjson$/.exec(this.closedFiles().at(-1) ?? '')?.[1] ?? 0);
    if (existsSync(openFile) && statSync(openFile).size > 0) {
      syncToDisk(openFile);
      renameSync(openFile, join(this.folder, `${this.stream}-${last + 1}.ndjson`));
    }
    return this.closedFiles();
  }

  /** Removes files whose events an edition holds, and keeps their last timepoint. */
  async markApplied(files: readonly string[], now: number): Promise<void> {
    let timepoint = this.state.timepoint;
    for (const file of files)
      for await (const line of lineBytesOf(file)) {
        timepoint = lineTimepoint(line) ?? timepoint;
        this.waiting -= 1;
      }
    this.writeState({ timepoint, laid_at: now });
    for (const file of files) rmSync(file, { force: true });
  }

  /** Drops all events and the timepoint: reading restarts with new events. */
  restartReading(now: number): void {
    for (const file of [...this.closedFiles(), join(this.folder, OPEN)]) rmSync(file, { force: true });
    this.newest = null;
    this.waiting = 0;
    this.writeState({ timepoint: null, laid_at: now });
  }

  private closedFiles(): readonly string[] {
    const numbered = readdirSync(this.folder).flatMap((file) => {
      const [, stream, number] = /^(.+)-(\d+)\.ndjson$/.exec(file) ?? [];
      return stream === this.stream ? [{ file: join(this.folder, file), number: Number(number) }] : [];
    });
    return numbered.sort((a, b) => a.number - b.number).map(({ file }) => file);
  }

  private async readBack(file: string): Promise<void> {
    if (!existsSync(file)) return;
    const { size } = statSync(file);
    let length = 0;
    for await (const line of lineBytesOf(file)) {
      const timepoint = lineTimepoint(line);
      if (timepoint === null || length + line.length === size) break;
      length += line.length + 1;
      this.newest = Math.max(this.newest ?? 0, timepoint);
      this.waiting += 1;
    }
    if (length < size) truncateSync(file, length);
  }

  private writeState(state: State): void {
    const path = join(this.folder, STATE);
    writeFileSync(`${path}.new`, `${JSON.stringify(state)}\n`, { mode: PRIVATE_FILE_MODE });
    syncToDisk(`${path}.new`);
    renameSync(`${path}.new`, path);
    this.state = state;
  }
}

/** Reads the state, which this class writes atomically. */
const readState = (path: string): State | null =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : null;

function lineTimepoint(line: Buffer): number | null {
  try {
    return timepointOf(JSON.parse(line.toString('utf8')));
  } catch {
    return null;
  }
}
