/** Lists the sources that this machine failed to fetch at its last attempt. */
import { syncNoteOf } from '../../sources/kit/publication/sync-note.js';
import { SOURCE_NAMES } from '../../sources/index.js';

export type SyncFailure = ReturnType<typeof syncFailures>[number];

export const syncFailures = (dataDir: string) =>
  SOURCE_NAMES.flatMap((source) => {
    const note = syncNoteOf(dataDir, source);
    if (note === null || note.failure === null) return [];
    /** `failures`: since the last success, which was at `went_well_at`; null: there was none. */
    const { failure: sync_failure, looked_at, failures, went_well_at } = note;
    return [{ source, sync_failure, looked_at, failures, went_well_at }];
  });
