/**
 * Names and switches editions: immutable, dated files of one published source, and a pointer to the one in
 * force.
 *
 *     DATA_DIR/editions/SOURCE/2020-05-01-3f9a0c1b2d4e.sqlite the edition's id is the file's name
 *     DATA_DIR/editions/SOURCE/2020-05-01-3f9a0c1b2d4e.digests digests of each company's records
 *     DATA_DIR/editions/SOURCE/active the id in force, switched by renaming
 *     DATA_DIR/editions/SOURCE/in-force the history of editions in force (history/in-force.ts)
 *     DATA_DIR/editions/SOURCE/building-<ulid>.sqlite the file of a running or crashed import
 *     DATA_DIR/editions/SOURCE/last-import.json the note of the last import (import-note.ts)
 *     DATA_DIR/editions/SOURCE/last-sync.json the note of the last register sync (sync-note.ts)
 *     DATA_DIR/editions/SOURCE/lock held while an import or a prune runs
 *
 * Readers open an edition by id and keep it open; a switch or a prune doesn't affect an open one.
 */
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../../../platform/src/errors/error-code.js';
import { syncToDisk } from '../../../../../platform/src/files/sync-to-disk.js';
import {
  PRIVATE_FILE_MODE,
  privateFile,
  privateFolder,
} from '../../../../../platform/src/secrets/private-files.js';
import { systemClock } from '../../../../../platform/src/time/clock.js';
import { knownSwitches, noteSwitch, type HistoryFiles, type Switch } from '../history/in-force.js';
import { tryLock, type ProcessLock } from '../../../../../platform/src/sqlite/sqlite-file.js';

/** The id: `YYYY-MM-DD-` and 12 hex digits of the digest of the edition's inputs. */
export type EditionId = string;

/** The origin of an edition's date. */
export type DateBasis = 'argument' | 'file_name' | 'newest_incorporation' | 'newest_record';

const EDITION_ID = /^\d{4}-\d{2}-\d{2}-[0-9a-f]{12}$/;
const SUFFIX = '.sqlite';
const BUILDING = 'building-';

export const isEditionId = (text: string): boolean => EDITION_ID.test(text);

export const sourceFolder = (dataDir: string, source: string): string => join(dataDir, 'editions', source);
export const editionPath = (dataDir: string, source: string, id: EditionId): string =>
  join(sourceFolder(dataDir, source), `${id}${SUFFIX}`);
/** The digests of an edition (history/digests.ts). */
export const digestsPath = (dataDir: string, source: string, id: EditionId): string =>
  join(sourceFolder(dataDir, source), `${id}.digests`);
export const buildingPath = (dataDir: string, source: string, token: string): string =>
  join(sourceFolder(dataDir, source), `${BUILDING}${token}${SUFFIX}`);
const pointerPath = (dataDir: string, source: string): string =>
  join(sourceFolder(dataDir, source), 'active');

const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** The edition in force; null: none was ever imported. Reads one small file. */
export function activeEdition(dataDir: string, source: string): EditionId | null {
  try {
    const id = readFileSync(pointerPath(dataDir, source), 'utf8').trim();
    return EDITION_ID.test(id) ? id : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** A text that changes with the edition in force. It takes a tenth of the time of `activeEdition`. */
export function activeMark(dataDir: string, source: string): string {
  const file = statSync(pointerPath(dataDir, source), { throwIfNoEntry: false });
  return file === undefined ? '' : `${file.ino} ${file.mtimeMs}`;
}

/** Every complete edition of the source, oldest first. */
export function editionsOf(dataDir: string, source: string): EditionId[] {
  try {
    return readdirSync(sourceFolder(dataDir, source))
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
      .filter((id) => EDITION_ID.test(id))
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const historyFiles = (dataDir: string, source: string): HistoryFiles => ({
  history: join(sourceFolder(dataDir, source), 'in-force'),
  pointer: pointerPath(dataDir, source),
});

/** The history of editions in force on this machine, the oldest first. */
export const switchesOf = (dataDir: string, source: string): readonly Switch[] =>
  knownSwitches(historyFiles(dataDir, source), activeEdition(dataDir, source));

/**
 * Puts an edition in force, whole or not at all. The caller holds the source's lock.
 * @param elsewhere true if other machines may have had editions in force before this one had any
 */
export function putInForce(dataDir: string, source: string, id: EditionId, elsewhere = false): void {
  const pointer = pointerPath(dataDir, source);
  const isFirst = elsewhere && activeEdition(dataDir, source) === null;
  const before = isFirst ? [] : switchesOf(dataDir, source);
  writeFileSync(`${pointer}.new`, `${id}\n`, { mode: PRIVATE_FILE_MODE });
  syncToDisk(`${pointer}.new`);
  renameSync(`${pointer}.new`, pointer);
  syncToDisk(dirname(pointer));
  const at = systemClock.now().toISOString();
  noteSwitch(historyFiles(dataDir, source), before, { at, edition: id });
}

/** Gives a finished file its name as an edition, completely or not at all. */
export function keepEdition(dataDir: string, source: string, built: string, id: EditionId): void {
  const target = editionPath(dataDir, source, id);
  privateFile(built);
  syncToDisk(built);
  renameSync(built, target);
  syncToDisk(dirname(target));
}

/** Gives a finished file its name as an edition, and puts it in force. Each step is whole or not at all. */
export function publishEdition(dataDir: string, source: string, built: string, id: EditionId): void {
  keepEdition(dataDir, source, built, id);
  putInForce(dataDir, source, id);
}

/** Removes files of crashed imports. The caller holds the source's lock, so no other import runs. */
export function removeLeftovers(dataDir: string, source: string): void {
  const folder = sourceFolder(dataDir, source);
  for (const file of readdirSync(folder)) {
    if (file.startsWith(BUILDING) || file === 'active.new') rmSync(join(folder, file), { force: true });
  }
}

/** Makes the source's folder and takes its lock; null: another import or prune holds it. */
export function lockSource(dataDir: string, source: string): ProcessLock | null {
  const folder = sourceFolder(dataDir, source);
  for (const path of [dataDir, dirname(folder), folder]) privateFolder(path);
  for (const file of readdirSync(folder)) privateFile(join(folder, file));
  return tryLock(join(folder, 'lock'));
}
