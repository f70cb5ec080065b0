/**
 * Keeps the changes of each UTC day as a file under `DATA_DIR/changes`, also changes that were undone later,
 * because rows may have been answered in between. The file of an ended day never changes. Customers read the
 * files, so no file shows which changes a suppression made.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { PRIVATE_FILE_MODE, privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { daysBefore, dayOf, parseIsoDate, type IsoDate } from '../../../../words/src/calendar.js';
import { changesFolder } from './programs.js';
import { headOf, registerChanges, type ChangesLine, type DatedChange } from './register-changes.js';
import type { ChangedSuppressions, Window } from './source-changes.js';
import { OWN_RECORDS } from './block-sources.js';

/** The number of days for which changes are kept, today included. */
const CHANGES_DAYS = 92;
/** An edition comes into force a moment before it is noted; a day's file is final this long after the day. */
const SETTLED_MS = 600_000;
/** A process reads suppressions again every second, so it may answer without a new one for this long. */
const SUPPRESSION_LATE_MS = 2_000;
const BUFFER_CHARACTERS = 1 << 16;

export interface DayFile {
  readonly path: string;
  /** The digest of the content. */
  readonly tag: string;
}

export interface DayFilesSetup {
  readonly dataDir: string;
  readonly suppressions: (window: Window) => Promise<ChangedSuppressions | null>;
}

export const oldestChangesDay = (now: Date): IsoDate => daysBefore(dayOf(now), CHANGES_DAYS - 1);

export class DayFiles {
  /** The files that are being made, by path. */
  private readonly making = new Map<string, Promise<void>>();

  constructor(private readonly setup: DayFilesSetup) {}

  /** Makes the file once for concurrent calls. @returns null for a day in the future or too long ago */
  async file(day: string, now: Date): Promise<DayFile | null> {
    if (parseIsoDate(day) === null || day > dayOf(now) || day < oldestChangesDay(now)) return null;
    const folder = changesFolder(this.setup.dataDir);
    const final = filesOf(folder, day).find((name) => name.endsWith(FINAL));
    if (final !== undefined) return fileAt(folder, final);
    const from = `${day}T00:00:00.000Z`;
    const to = new Date(Date.parse(from) + 86_400_000).toISOString();
    const window = { from, to, every: true };
    const suppressions = await this.setup.suppressions(window);
    const request = { ...window, block: null, suppressions, build: false };
    const head = headOf(this.setup.dataDir, request);
    const isEnded = now.getTime() >= Date.parse(to) + SETTLED_MS;
    const name = `${day}.${digestOf(head.lines)}${isEnded ? FINAL : UNFINISHED}`;
    const path = join(folder, name);
    if (!existsSync(path)) {
      let making = this.making.get(path);
      if (making === undefined) {
        const lines = registerChanges(this.setup.dataDir, request, head);
        making = this.make(day, path, withoutSuppressions(lines)).finally(() => this.making.delete(path));
        this.making.set(path, making);
      }
      await making;
    }
    return fileAt(folder, name);
  }

  private async make(day: string, path: string, lines: AsyncIterable<object>): Promise<void> {
    const folder = changesFolder(this.setup.dataDir);
    privateFolder(folder);
    const draft = join(folder, `${ulid()}.new`);
    try {
      await write(draft, lines);
      renameSync(draft, path);
      // Other requests may be sending the new file by now, so it is never removed.
      for (const name of filesOf(folder, day))
        if (join(folder, name) !== path) rmSync(join(folder, name), { force: true });
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

/** Shows a change that a suppression made like any other change. */
async function* withoutSuppressions(lines: AsyncIterable<ChangesLine>): AsyncGenerator<object> {
  for await (const line of lines) {
    if ('company_number' in line) {
      const changes = Object.entries(line.changes).map(([kind, list]) => [kind, list.map(asPlainChange)]);
      yield { ...line, changes: Object.fromEntries(changes) as object };
    } else if ('suppressions_changed_at' in line) yield { ...line, suppressions_changed_at: undefined };
    else yield line;
  }
}

const asPlainChange = ({ change, at }: DatedChange): DatedChange =>
  change === 'suppression'
    ? { change: 'changed', at: new Date(Date.parse(at) + SUPPRESSION_LATE_MS).toISOString() }
    : { change, at };

const FINAL = '.ndjson';
/** The ending of the file of a day that is not over, whose content may still change. */
const UNFINISHED = '.open';

const filesOf = (folder: string, day: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(`${day}.`)) : [];

const fileAt = (folder: string, name: string): DayFile => ({
  path: join(folder, name),
  tag: name.split('.')[1] ?? '',
});

const digestOf = (lines: readonly ChangesLine[]): string =>
  createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, 32);

async function write(path: string, lines: AsyncIterable<object>): Promise<void> {
  const stream = createWriteStream(path, { mode: PRIVATE_FILE_MODE, flags: 'wx' });
  const finished = once(stream, 'finish');
  finished.catch(() => undefined); // awaited below
  let text = '';
  const flush = async (): Promise<void> => {
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished]);
    text = '';
  };
  for await (const line of lines) {
    text += `${JSON.stringify(line)}\n`;
    if (text.length >= BUFFER_CHARACTERS) await flush();
  }
  await flush();
  stream.end();
  await finished;
}

export function dropOldChanges(dataDir: string, now: Date): void {
  const folder = changesFolder(dataDir);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const day = name.slice(0, 'YYYY-MM-DD'.length);
    if (parseIsoDate(day) !== null && day < oldestChangesDay(now))
      rmSync(join(folder, name), { force: true });
  }
}

/** The data that a client needs before it requests files. */
export interface ChangesIndex {
  /** Changes that came into force before this time are in today's file, if it is requested now. */
  readonly as_of: string;
  /** Milliseconds for which rows may still be answered as before a change. */
  readonly late_ms: Readonly<Record<'editions' | 'program', number>>;
  readonly first_day: IsoDate;
  readonly today: IsoDate;
  readonly own_records: Readonly<Record<string, readonly string[]>>;
}

export interface Changes {
  readonly files: DayFiles;
  readonly index: (now: Date) => ChangesIndex;
}

const LOCAL_LATE_MS = { editions: 100, program: 900_000 };
const SHARED_LATE_MS = { editions: 900_000, program: 900_000 };

/** @param setup.shared whether editions are shared with other machines */
export async function openChanges(
  setup: DayFilesSetup & { readonly shared: boolean },
  now: Date,
): Promise<Changes> {
  dropOldChanges(setup.dataDir, now);
  return {
    files: new DayFiles(setup),
    index: (at) => ({
      as_of: at.toISOString(),
      late_ms: setup.shared ? SHARED_LATE_MS : LOCAL_LATE_MS,
      first_day: oldestChangesDay(at),
      today: dayOf(at),
      own_records: Object.fromEntries(OWN_RECORDS),
    }),
  };
}
