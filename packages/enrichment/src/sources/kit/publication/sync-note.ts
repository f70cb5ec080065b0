/** Keeps the result of `register sync` for a source in `DATA_DIR/editions/SOURCE/last-sync.json`. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE_MODE, privateFolder } from '../../../../../platform/src/secrets/private-files.js';
import { sourceFolder } from '../editions/edition.js';

export interface SyncNote {
  /** The time of the last check of the publisher's site, whatever its result. */
  readonly looked_at: string;
  /** The time of the last success; null: never. */
  readonly went_well_at: string | null;
  /** The last failure; null: the last check succeeded. */
  readonly failure: { readonly error: string; readonly detail: string } | null;
  readonly failures: number;
  /** The names of imported files; with the server's mark of the content, if that may change. */
  readonly taken: readonly string[];
}

const NOTHING: SyncNote = { looked_at: '', went_well_at: null, failure: null, failures: 0, taken: [] };

const pathOf = (dataDir: string, source: string): string =>
  join(sourceFolder(dataDir, source), 'last-sync.json');

/** The note of the last sync; null: no sync ever ran here, or the note is unreadable. */
export function syncNoteOf(dataDir: string, source: string): SyncNote | null {
  try {
    // Written by `writeSyncNote`.
    return JSON.parse(readFileSync(pathOf(dataDir, source), 'utf8')) as SyncNote;
  } catch {
    return null;
  }
}

/** Writes the note, whole or not at all. Absent fields stay as before. */
export function writeSyncNote(dataDir: string, source: string, note: Partial<SyncNote>): void {
  const folder = sourceFolder(dataDir, source);
  privateFolder(join(dataDir, 'editions'));
  privateFolder(folder);
  const path = pathOf(dataDir, source);
  const whole = { ...NOTHING, ...syncNoteOf(dataDir, source), ...note };
  writeFileSync(`${path}.new`, `${JSON.stringify(whole)}\n`, { mode: PRIVATE_FILE_MODE });
  renameSync(`${path}.new`, path);
}
