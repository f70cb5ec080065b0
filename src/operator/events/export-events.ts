/** Exports the whole log to a file, with or without a running service. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  LOG_START,
  type EventStore,
  type Position,
} from '../../../packages/platform/src/event-store/event-store.js';
import type { Settings } from '../../settings/settings.js';
import type { ExportEnd } from '../../transfer/export-line.js';
import { exportLog } from '../../transfer/export-log.js';
import { openOwnStores } from '../operator.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { secretFingerprint } from './secret-fingerprint.js';

export interface LogExport {
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
