/**
 * Shares editions between machines. An import stores its edition where every machine can fetch it, and writes
 * a note that it is in force. The machines follow the notes. Each machine copies editions into its own files
 * and reads only these.
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

/** The log of fetched and missing editions. Pino's loggers have this shape. */
export interface EditionLog {
  info?(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The free space that must remain after an edition was fetched. */
const SPARE_BYTES = 64 * 1024 * 1024;

export const sharedName = (source: string, id: EditionId): string => `${source}/${id}`;
/** The shared name of an edition's digests. No source is called `digests`, so no edition has the name. */
export const sharedDigests = (source: string, id: EditionId): string => `digests/${source}/${id}`;

/** The file with the mark of the last followed note, so that an older note can't undo an import here. */
const followedPath = (dataDir: string, source: string): string =>
  join(sourceFolder(dataDir, source), 'followed');

function followedMark(dataDir: string, source: string): string {
  try {
    return readFileSync(followedPath(dataDir, source), 'utf8').trim();
  } catch {
    return '';
  }
}
const writeFollowedMark = (dataDir: string, source: string, mark: string): void =>
  writeFileSync(followedPath(dataDir, source), `${mark}\n`, { mode: PRIVATE_FILE_MODE });

/** Shares an edition of this machine and puts it in force for all machines. May be repeated. */
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
  writeFollowedMark(dataDir, source, mark);
}

/** The reason why a named edition is not on this machine. */
export type Missing = 'no_room' | 'not_shared' | 'not_now';

export interface FollowerSetup {
  readonly dataDir: string;
  readonly files: SharedFiles;
  /** The sources of this program. Other shared sources are ignored. */
  readonly sources: readonly LaidOut[];
  readonly log: EditionLog;
  /** The free bytes in the folder of editions. Absent: from the file system. */
  readonly freeBytes?: () => number;
}

/** Makes the editions of this machine match the notes. */
export class EditionFollower {
  private readonly fetching = new Map<string, Promise<Missing | null>>();
  /** The editions that were already reported as unreadable. */
  private readonly unread = new Set<string>();

  constructor(private readonly setup: FollowerSetup) {}

  /** Reads the notes once: fetches the editions in force, and removes editions that were dropped. */
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
   * Fetches the editions that a chunk names. If a named edition is no longer shared and the machine has no
   * edition of the source, fetches the edition in force. Null: there is nothing to wait for.
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

  /** Fetches the editions in force of sources without an edition here. Null: nothing to wait for. */
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
    if (followedMark(dataDir, name) !== mark) {
      if ((await this.fetched(name, file)) !== null) return;
      if (this.isReadable(source, file)) this.putInForce(name, file, mark);
    }
    const gone = editionsOf(dataDir, name).filter(
      (id) => dropped.includes(id) && id !== activeEdition(dataDir, name),
    );
    for (const id of gone) {
      rmSync(editionPath(dataDir, name, id), { force: true });
      dropDigests(dataDir, name, id);
    }
  }

  /** Returns true if this program can read the edition. If not, the previous one stays in force here. */
  private isReadable(source: LaidOut, id: EditionId): boolean {
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

  /** Puts an edition in force. If an import or another process holds the lock, the next call tries again. */
  private putInForce(source: string, id: EditionId, mark: string): void {
    const { dataDir, log } = this.setup;
    const lock = lockSource(dataDir, source);
    if (lock === null) return;
    try {
      if (activeEdition(dataDir, source) !== id) {
        putInForce(dataDir, source, id, true);
        log.info?.({ source, edition: id }, 'another edition is in force');
      }
      writeFollowedMark(dataDir, source, mark);
    } finally {
      lock.release();
    }
  }

  /** Fetches an edition. Concurrent calls share one fetch. */
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
    // Taking the lock makes the source's folder.
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
    let loggedTenths = 0;
    return (done, total) => {
      const tenths = Math.floor((done * 10) / Math.max(total, 1));
      if (tenths <= loggedTenths) return;
      loggedTenths = tenths;
      this.setup.log.info?.({ source, edition: id, percent: tenths * 10 }, 'an edition is being fetched');
    };
  }
}
