/** Lists the sources that `register sync` asks for, and the sources whose last sync failed. */
import { SOURCE_NAMES, sourceNamed, type SourceName } from '../../sources/index.js';
import { syncNoteOf } from '../../sources/kit/publication/sync-note.js';

/** Sources that have a finder, or a documented reason for having none. */
export const SYNCED_SOURCES: readonly SourceName[] = SOURCE_NAMES.filter(
  (name) => sourceNamed(name).finder !== undefined,
);

/** Tells whether an outcome counts as a failure. @param isNamedSource the operator named the source */
export const isFailure = ({ outcome }: { readonly outcome: string }, isNamedSource: boolean): boolean =>
  outcome === 'failed' || (isNamedSource && (outcome === 'not_published' || outcome === 'needs_key'));

export type SyncFailure = ReturnType<typeof syncFailures>[number];

export const syncFailures = (dataDir: string) =>
  SOURCE_NAMES.flatMap((source) => {
    const note = syncNoteOf(dataDir, source);
    if (note === null || note.failure === null) return [];
    /** `failures`: since the last success, which was at `went_well_at`; null: there was none. */
    const { failure: sync_failure, looked_at, failures, went_well_at } = note;
    return [{ source, sync_failure, looked_at, failures, went_well_at }];
  });
