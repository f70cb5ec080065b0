/**
 * Shares editions between machines. An import puts its edition where every machine can fetch it, and notes
 * that it is in force; the machines follow the note. Each machine keeps its editions in its own files and
 * reads only these.
 */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { errorMessage } from '../../../../../platform/src/errors/error-code.js';
import { freeBytes } from '../../../../../platform/src/files/free-bytes.js';
import { PRIVATE_FILE_MODE } from '../../../../../platform/src/secrets/private-files.js';
import type { SharedFiles, SharedNote } from '../../../../../platform/src/shared-files/shared-files.js';
import {
  activeEdition,
  buildingPath,
  digestsPath,
  editionPath,
  editionsOf,
  isEditionId,
  lockSource,
  putInForce,
  sourceFolder,
  type EditionId,
} from './edition.js';
import { digestsBeside, dropDigests } from '../history/digests.js';
import { whyUnread, type LaidOut } from './readable-edition.js';

/** The log of fetched and missing editions; pino's loggers have this shape. */
export interface EditionLog {
  info?(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Free space that a machine keeps beside an edition that it fetches. */
const SPARE_BYTES = 64 * 1024 * 1024;

export const sharedName = (source: string, id: EditionId): string => `${source}/${id}`;
/** The shared name of an edition's digests. No source is called `digests`, so they are no edition of one. */
export const sharedDigests = (source: string, id: EditionId): string => `digests/${source}/${id}`;

/** The note that this machine follows: its mark, so that an import here isn't undone by an older note. */
const followedPath = (dataDir: string, source: string): string =>
  join(sourceFolder(dataDir, source), 'followed');

function followed(dataDir: string, source: string): string {
  try {
    return readFileSync(followedPath(dataDir, source), 'utf8').trim();
  } catch {
    return '';
  }
}
const remember = (dataDir: string, source: string, mark: string): void =>
  writeFileSync(followedPath(dataDir, source), `${mark}\n`, { mode: PRIVATE_FILE_MODE });

/** Puts an edition of this machine where others fetch it, and in force for all of them. May be done again. */
export async function shareEdition(
  files: SharedFiles,
  dataDir: string,
  { source, edition }: { readonly source: string; readonly edition: EditionId },
  onBytes?: (done: number, total: number) => void,
): Promise<void> {
  await files.put(sharedName(source, edition), editionPath(dataDir, source, edition), onBytes);
  const digests = digestsPath(dataDir, source, edition);
  if (existsSync(digests)) await files.put(sharedDigests(source, edition), digests);
  const mark = ulid();
  await files.note({ group: source, file: edition, mark });
  remember(dataDir, source, mark);
}

/** The reason why a named edition is not on this machine. */
export type Missing = 'no_room' | 'not_shared' | 'not_now';

export interface FollowerSetup {
  readonly dataDir: string;
  readonly files: SharedFiles;
  /** The sources that this program knows. It ignores other shared sources. */
  readonly sources: readonly LaidOut[];
  readonly log: EditionLog;
  /** Bytes that are free where editions lie. Default: what the file system says. */
  readonly freeBytes?: () => number;
}

/** Keeps the editions of this machine as the notes have them. */
export class EditionFollower {
  private readonly fetching = new Map<string, Promise<Missing | null>>();
  /** Editions that were already reported as unreadable. */
  private readonly unread = new Set<string>();

  constructor(private readonly setup: FollowerSetup) {}

  /** Reads the notes once: fetches and puts in force what they name, and drops what was dropped. */
  async follow(): Promise<void> {
    const { files, log } = this.setup;
    for (const note of await files.notes()) {
      const source = this.sourceOf(note.group, note.file);
      if (source === null) continue;
      await this.apply(source, note).catch((error: unknown) =>
        log.warn(
          { source: note.group, err: error },
          `an edition could not be followed: ${errorMessage(error)}`,
        ),
      );
    }
  }

  /**
   * Brings the editions that a chunk names. If the machine has nothing of a source and its named edition is
   * no longer shared, brings the edition in force. Null: there is nothing to wait for.
   */
  async bring(editions: Readonly<Record<string, EditionId>>): Promise<Missing | null> {
    const gone: string[] = [];
    for (const [source, id] of Object.entries(editions)) {
      if (this.sourceOf(source, id) === null) continue;
      const missing = await this.fetched(source, id);
      if (missing === 'not_shared') gone.push(source);
      else if (missing !== null) return missing;
    }
    return this.bringFirst(gone);
  }

  /** Brings the editions in force of sources that this machine has nothing of. Null: nothing to wait for. */
  async bringFirst(sources: readonly string[]): Promise<Missing | null> {
    const { dataDir, files } = this.setup;
    const without = sources.filter((source) => activeEdition(dataDir, source) === null);
    if (without.length === 0) return null;
    for (const note of await files.notes()) {
      const source = without.includes(note.group) ? this.sourceOf(note.group, note.file) : null;
      if (source === null) continue;
      const missing = await this.fetched(source.name, note.file);
      if (missing !== null) return missing;
      await this.apply(source, note);
      if (activeEdition(dataDir, source.name) === null) return 'not_now';
    }
    return null;
  }

  private sourceOf(name: string, id: string): LaidOut | null {
    return isEditionId(id) ? (this.setup.sources.find((source) => source.name === name) ?? null) : null;
  }

  private async apply(source: LaidOut, { file, mark, dropped }: SharedNote): Promise<void> {
    const { dataDir } = this.setup;
    const { name } = source;
    if (followed(dataDir, name) !== mark) {
      if ((await this.fetched(name, file)) !== null) return;
      if (this.reads(source, file)) this.putInForce(name, file, mark);
    }
    const gone = editionsOf(dataDir, name).filter(
      (id) => dropped.includes(id) && id !== activeEdition(dataDir, name),
    );
    for (const id of gone) {
      rmSync(editionPath(dataDir, name, id), { force: true });
      dropDigests(dataDir, name, id);
    }
  }

  /** Tells whether this program can read the edition. If not, the edition before it stays in force here. */
  private reads(source: LaidOut, id: EditionId): boolean {
    const { dataDir, log } = this.setup;
    const why = whyUnread(dataDir, source, id);
    const name = sharedName(source.name, id);
    if (why !== null && !this.unread.has(name)) {
      this.unread.add(name);
      log.warn(
        { source: source.name, edition: id },
        `an edition is in force elsewhere and can't be read by this program, so it stays out of force here: ${why}`,
      );
    }
    return why === null;
  }

  /** Leaves the edition for the next look if an import or another process holds the lock. */
  private putInForce(source: string, id: EditionId, mark: string): void {
    const { dataDir, log } = this.setup;
    const lock = lockSource(dataDir, source);
    if (lock === null) return;
    try {
      if (activeEdition(dataDir, source) !== id) {
        putInForce(dataDir, source, id, true);
        log.info?.({ source, edition: id }, 'another edition is in force');
      }
      remember(dataDir, source, mark);
    } finally {
      lock.release();
    }
  }

  /** Fetches an edition once for all who want it. */
  private fetched(source: string, id: EditionId): Promise<Missing | null> {
    if (editionsOf(this.setup.dataDir, source).includes(id)) return Promise.resolve(null);
    const name = sharedName(source, id);
    let fetching = this.fetching.get(name);
    if (fetching === undefined) {
      fetching = this.fetch(source, id).finally(() => this.fetching.delete(name));
      this.fetching.set(name, fetching);
    }
    return fetching;
  }

  private async fetch(source: string, id: EditionId): Promise<Missing | null> {
    const { dataDir, files, log } = this.setup;
    const name = sharedName(source, id);
    const shared = await files.find(name);
    if (shared === null) return 'not_shared';
    // Whoever fetches first makes the folder, as an import does.
    lockSource(dataDir, source)?.release();
    const free = this.setup.freeBytes?.() ?? freeBytes(dataDir);
    if (free < shared.bytes + SPARE_BYTES) {
      log.warn(
        { source, edition: id, bytes: shared.bytes },
        'no room on the disk for an edition that is in force',
      );
      return 'no_room';
    }
    const path = buildingPath(dataDir, source, ulid());
    try {
      log.info?.({ source, edition: id, bytes: shared.bytes }, 'an edition is being fetched');
      await files.fetch(name, path, this.progress(source, id));
      if ((await files.find(sharedDigests(source, id))) !== null) {
        await files.fetch(sharedDigests(source, id), digestsBeside(path));
        renameSync(digestsBeside(path), digestsPath(dataDir, source, id));
      }
      renameSync(path, editionPath(dataDir, source, id));
      log.info?.({ source, edition: id }, 'an edition is here');
      return null;
    } catch (error) {
      log.warn(
        { source, edition: id, err: error },
        `an edition could not be fetched: ${errorMessage(error)}`,
      );
      return 'not_now';
    } finally {
      for (const fetched of [path, digestsBeside(path)]) rmSync(fetched, { force: true });
    }
  }

  private progress(source: string, id: EditionId): (done: number, total: number) => void {
    let toldTenths = 0;
    return (done, total) => {
      const tenths = Math.floor((done * 10) / Math.max(total, 1));
      if (tenths <= toldTenths) return;
      toldTenths = tenths;
      this.setup.log.info?.({ source, edition: id, percent: tenths * 10 }, 'an edition is being fetched');
    };
  }
}
