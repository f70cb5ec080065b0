/** Exports the whole log to a file, and imports such a file into an empty store or continues its import. */
import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import {
  LOG_START,
  type EventStore,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import { ForeignStoreError } from '../../../packages/platform/src/stores/stamp.js';
import type { Settings } from '../../settings/settings.js';
import { BadExportError, openExport, type ExportFile } from '../../transfer/export-file.js';
import type { ExportEnd } from '../../transfer/export-line.js';
import { exportLog } from '../../transfer/export-log.js';
import {
  ImportDisturbedError,
  OtherLogError,
  importLog,
  type ImportResult,
} from '../../transfer/import-log.js';
import { openOwnStores } from '../operator.js';

/** A keyed hash: it tells whether two secrets are equal and reveals neither. */
const secretFingerprint = ({ keyHashSecret }: Pick<Settings, 'keyHashSecret'>): string =>
  createHmac('sha256', keyHashSecret).update('fingerprint of an exported log').digest('hex').slice(0, 16);

interface LogExport {
  /** Path of the file to make; it must not exist. */
  readonly file: string;
  /** Exports only events after this position; empty: all events. */
  readonly from: string;
  readonly onProgress: (items: number) => void;
}

/** The file holds all customer data that the log holds. */
export async function exportEvents(
  settings: Settings,
  { file, from, onProgress }: LogExport,
): Promise<ExportEnd & { readonly key_hash_fingerprint: string }> {
  const folder = dirname(resolve(file));
  if (existsSync(file)) throw new WrongRequest('file_exists', `${file} is there already.`);
  if (!existsSync(folder)) throw new WrongRequest('no_folder', `There is no folder ${folder}.`);
  const stores = await openOwnStores(settings);
  try {
    const key_hash_fingerprint = secretFingerprint(settings);
    const end = await exportLog(stores.eventStore, {
      file,
      after: await checkedPosition(stores.eventStore, from),
      takenAt: new Date(),
      keyHashFingerprint: key_hash_fingerprint,
      onProgress,
    });
    return { ...end, key_hash_fingerprint };
  } finally {
    await stores.close();
  }
}

async function checkedPosition(eventStore: EventStore, text: string): Promise<Position> {
  const position = text as Position; // the store refuses positions of another store
  if (position === LOG_START) return position;
  try {
    await eventStore.readAll({ after: position, limit: 1 });
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      throw new WrongRequest('unknown_position', error.message);
    throw error;
  }
  if (position > (await eventStore.head()))
    throw new WrongRequest('unknown_position', `'${position}' is past the end of the log.`);
  return position;
}

interface LogImport {
  /** Skips events up to this position of the exporting store; empty: skips nothing. */
  readonly from: string;
  readonly onProgress: (items: number) => void;
}

/** Reads the file once to its end, so that nothing is written from an incomplete file. */
export async function checkedExport(path: string, { from, onProgress }: LogImport): Promise<ExportFile> {
  if (!existsSync(path)) throw new WrongRequest('no_file', `There is no file ${path}.`);
  const file = await openExport(path, onProgress).catch(throwRefusal);
  if (from > file.end.position)
    throw new WrongRequest('unknown_position', `${path} ends at ${file.end.position}, before ${from}.`);
  return file;
}

/** `same_key_hash_secret` is true if the imported API keys work here. */
export async function importEvents(
  settings: Settings,
  file: ExportFile,
  { from, onProgress }: LogImport,
): Promise<ImportResult & { readonly same_key_hash_secret: boolean }> {
  const stores = await openOwnStores(settings).catch(throwRefusal);
  try {
    // Positions are compared as text with those in the file. A position that the file lacks is no error.
    const options = { from: from as Position, now: () => new Date(), onProgress };
    const result = await importLog(file, stores.eventStore, options).catch(throwRefusal);
    const same_key_hash_secret = file.head.key_hash_fingerprint === secretFingerprint(settings);
    return { ...result, same_key_hash_secret };
  } finally {
    await stores.close();
  }
}

function throwRefusal(error: unknown): never {
  if (error instanceof BadExportError) throw new NotDone('bad_export', `${error.message}.`);
  if (error instanceof OtherLogError)
    throw new WrongRequest('other_log', `Nothing was written: ${error.message}.`);
  if (error instanceof ForeignStoreError) throw new WrongRequest('other_read_models', `${error.message}.`);
  if (error instanceof ImportDisturbedError) throw new NotDone('disturbed', `${error.message}.`);
  throw error;
}
