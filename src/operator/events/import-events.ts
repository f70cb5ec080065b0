/** An exported log into an empty store, or on from where an import broke off. */
import { existsSync } from 'node:fs';
import type { Position } from '../../platform/event-store/event-store.js';
import { ForeignStoreError } from '../../platform/stores/stamp.js';
import type { Settings } from '../../settings/settings.js';
import { BadExportError, openExport, type ExportFile } from '../../transfer/export-file.js';
import { ImportDisturbedError, OtherLogError, importLog, type Imported } from '../../transfer/import-log.js';
import { openOwnStores } from '../operator.js';
import { NotDone, WrongRequest } from '../refusal.js';
import { secretFingerprint } from './secret-fingerprint.js';

export interface ImportWish {
  /** Leaves out what the file holds up to this position of the store it came from; empty: nothing. */
  readonly from: string;
  readonly onProgress: (items: number) => void;
}

/** Reads the file to its end once: nothing is written of a file that is not whole. */
export async function checkedExport(path: string, { from, onProgress }: ImportWish): Promise<ExportFile> {
  if (!existsSync(path)) throw new WrongRequest('no_file', `There is no file ${path}.`);
  const file = await openExport(path, onProgress).catch(failed);
  if (from > file.end.position)
    throw new WrongRequest('unknown_position', `${path} ends at ${file.end.position}, before ${from}.`);
  return file;
}

/** `same_key_hash_secret`: whether keys of the imported log work here. */
export async function importEvents(
  settings: Settings,
  file: ExportFile,
  { from, onProgress }: ImportWish,
): Promise<Imported & { readonly same_key_hash_secret: boolean }> {
  const stores = await openOwnStores(settings).catch(failed);
  try {
    // Positions are compared as text with those in the file; a position that isn't there is no error.
    const order = { from: from as Position, now: () => new Date(), onProgress };
    const imported = await importLog(file, stores.eventStore, order).catch(failed);
    const same_key_hash_secret = file.head.key_hash_fingerprint === secretFingerprint(settings);
    return { ...imported, same_key_hash_secret };
  } finally {
    await stores.close();
  }
}

function failed(error: unknown): never {
  if (error instanceof BadExportError) throw new NotDone('bad_export', `${error.message}.`);
  if (error instanceof OtherLogError)
    throw new WrongRequest('other_log', `Nothing was written: ${error.message}.`);
  if (error instanceof ForeignStoreError) throw new WrongRequest('other_read_models', `${error.message}.`);
  if (error instanceof ImportDisturbedError) throw new NotDone('disturbed', `${error.message}.`);
  throw error;
}
