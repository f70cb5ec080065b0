/** Lists the sources that this machine failed to fetch at its last look. */
import { syncNoteOf } from '../../../sources/kit/publication/sync-note.js';
import { SOURCE_NAMES, type SourceName } from '../../../sources/index.js';

export interface SyncFailure {
  readonly source: SourceName;
  readonly sync_failure: { readonly error: string; readonly detail: string };
  readonly looked_at: string;
  /** The number of failures since the last success. */
  readonly failures: number;
  /** The time of the last success; null: there was none. */
  readonly went_well_at: string | null;
}

export const syncFailures = (dataDir: string): readonly SyncFailure[] =>
  SOURCE_NAMES.flatMap((source) => {
    const note = syncNoteOf(dataDir, source);
    if (note === null || note.failure === null) return [];
    const { failure, looked_at, failures, went_well_at } = note;
    return [{ source, sync_failure: failure, looked_at, failures, went_well_at }];
  });
