/** Imports an exported log into an empty store, or continues an import that broke off. */
import { existsSync } from 'node:fs';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { ForeignStoreError } from '../../../packages/platform/src/stores/stamp.js';
import type { Settings } from '../../settings/settings.js';
import { BadExportError, openExport, type ExportFile } from '../../transfer/export-file.js';
import {
  ImportDisturbedError,
  OtherLogError,
  importLog,
  type ImportResult,
} from '../../transfer/import-log.js';
import { openOwnStores } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { secretFingerprint } from './secret-fingerprint.js';

export interface LogImport {
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
