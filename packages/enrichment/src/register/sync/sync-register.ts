/** `register sync`: fetches the newest editions from publishers, imports them and puts them in force. */
import { join } from 'node:path';
import { errorMessage } from '../../../../platform/src/errors/error-code.js';
import { DownloadFailed } from '../../../../platform/src/http-client/download.js';
import { privateFolder } from '../../../../platform/src/secrets/private-files.js';
import { tryLock } from '../../../../platform/src/sqlite/sqlite-file.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { cohortsAreDue, isCohortInput } from '../../sources/cohorts/cohorts-importer.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import type { ImportProgress } from '../../sources/kit/editions/import-outcome.js';
import { PageChanged, SiteUnavailable, type Finder } from '../../sources/kit/publication/finder.js';
import { syncNoteOf, writeSyncNote } from '../../sources/kit/publication/sync-note.js';
import type { RegisterContext } from '../register-context.js';
import { NotDone, WrongRequest } from '../../../../platform/src/errors/refusal.js';
import { makeCohorts } from '../make-cohorts.js';
import { pruneEditions } from '../prune-editions.js';
import { HttpPublisherSite } from './http-publisher-site.js';
import { SyncedSource, type NewEdition } from './sync-source.js';
import { SYNCED_SOURCES } from './synced-sources.js';

export interface SyncRequest {
  /** The sources to sync; default: all that can be synced. */
  readonly sources?: readonly SourceName[];
  /** Only reports what would be fetched. */
  readonly dryRun: boolean;
  /** The number of newest editions of a source to keep after a new one came into force. */
  readonly keep: number;
  readonly signal: AbortSignal;
  readonly onDownload: (source: SourceName, bytes: number, total: number) => void;
  readonly onImport: (source: SourceName, progress: ImportProgress) => void;
  /** Called before each source, with its place among those to be synced. */
  readonly onLook?: (source: SourceName, place: { readonly number: number; readonly of: number }) => void;
  readonly onSynced: (outcome: SyncOutcome) => void;
}

export interface SyncOutcome {
  readonly source: SourceName;
  readonly outcome: 'newest_in_force' | 'synced' | 'would_fetch' | 'not_published' | 'needs_key' | 'failed';
  readonly edition?: string;
  readonly as_of?: string;
  readonly rows?: number;
  readonly files?: readonly string[];
  /** The total size of the files; null: the publisher doesn't state it. */
  readonly bytes?: number | null;
  readonly licence?: string;
  /** The code of the reason why nothing was done; `detail` is a sentence. */
  readonly error?: string;
  readonly detail?: string;
}

/** Syncs one source after another. A failure of one stops no other. @throws WrongRequest, NotDone */
export async function syncRegister(register: RegisterContext, request: SyncRequest) {
  const { dataDir } = register.settings;
  const unsynced = request.sources?.find((name) => !SYNCED_SOURCES.includes(name));
  if (unsynced !== undefined)
    throw new WrongRequest('not_synced', `${unsynced} can't be synced: ${SYNCED_SOURCES.join(', ')} can.`);
  const lock = lockSync(dataDir);
  try {
    const sources: SyncOutcome[] = [];
    const report = (outcome: SyncOutcome): void => {
      request.onSynced(outcome);
      sources.push(outcome);
    };
    const sourceNames = request.sources ?? SYNCED_SOURCES;
    for (const [index, source] of sourceNames.entries()) {
      if (request.signal.aborted) break;
      request.onLook?.(source, { number: index + 1, of: sourceNames.length });
      report(await syncOne(register, source, request));
    }
    // The editions in force decide, so this run makes up for a run that was killed before this line.
    if (!request.dryRun && !request.signal.aborted && sources.some(isCohortInput) && cohortsAreDue(dataDir))
      report(noteOutcome(dataDir, await remakeCohorts(register), false));
    const madeEditions = sources.flatMap(({ source, outcome }) => (outcome === 'synced' ? [source] : []));
    const pruned =
      madeEditions.length === 0 ? null : await pruneEditions(register, request.keep, madeEditions);
    return { sources, dropped: pruned?.dropped ?? [] };
  } finally {
    lock.release();
  }
}

async function remakeCohorts({ settings }: RegisterContext): Promise<SyncOutcome> {
  try {
    const { edition, as_of, rows } = await makeCohorts(settings);
    return { source: 'cohorts', outcome: 'synced', edition, as_of, rows };
  } catch (error) {
    return { source: 'cohorts', outcome: 'failed', ...failureOf(error) };
  }
}

async function syncOne(
  register: RegisterContext,
  source: SourceName,
  request: SyncRequest,
): Promise<SyncOutcome> {
  const { finder } = sourceNamed(source);
  if (finder === undefined || 'not_published' in finder)
    return { source, outcome: 'not_published', detail: finder?.not_published ?? 'It is made of others.' };
  const { landRegistryKey } = register.settings.publishers;
  if (finder.keyed === true && landRegistryKey === null)
    return {
      ...{ source, outcome: 'needs_key', licence: finder.licence },
      detail: 'HMLR_API_KEY is not set: open an account at HM Land Registry and accept the licences.',
    };
  return noteOutcome(
    register.settings.dataDir,
    await trySync(register, source, { finder, request }),
    request.dryRun,
  );
}

async function trySync(
  register: RegisterContext,
  source: SourceName,
  { finder, request }: { readonly finder: Finder; readonly request: SyncRequest },
): Promise<SyncOutcome> {
  const { settings } = register;
  const { signal } = request;
  const site = new HttpPublisherSite({
    address: settings.publishers.urls[finder.publisher],
    key: finder.keyed === true ? settings.publishers.landRegistryKey : null,
    signal,
  });
  try {
    const synced = new SyncedSource({
      settings,
      source,
      finder,
      site,
      signal,
      onDownload: (bytes, total) => request.onDownload(source, bytes, total),
      onImport: (progress) => request.onImport(source, progress),
    });
    const newEdition = await synced.findNewEdition();
    if (newEdition === null) {
      // A run that was killed after it put the edition in force left its files behind.
      if (!request.dryRun) synced.clear();
      return { source, outcome: 'newest_in_force' };
    }
    const description = { source, ...describeEdition(newEdition), licence: finder.licence };
    if (request.dryRun) return { ...description, outcome: 'would_fetch' };
    const madeEdition = await synced.fetchAndImport(newEdition);
    if (madeEdition === null) return { source, outcome: 'newest_in_force' };
    const { edition, as_of, rows } = madeEdition;
    return { ...description, outcome: 'synced', edition, as_of, rows };
  } catch (error) {
    return { source, outcome: 'failed', ...failureOf(error, signal) };
  } finally {
    await site.close();
  }
}

const describeEdition = ({ as_of, files, bytes }: NewEdition) => ({
  ...(as_of !== null && { as_of }),
  files: files.map(({ name }) => name),
  bytes,
});

function failureOf(
  error: unknown,
  signal?: AbortSignal,
): { readonly error: string; readonly detail: string } {
  if (signal?.aborted === true)
    return { error: 'stopped', detail: 'It was told to stop: the next run goes on here.' };
  if (error instanceof PageChanged) return { error: 'page_changed', detail: error.message };
  if (error instanceof SiteUnavailable) return { error: 'site_unavailable', detail: error.message };
  if (error instanceof DownloadFailed) return { error: 'download_failed', detail: error.message };
  if (error instanceof NotDone || error instanceof WrongRequest)
    return { error: error.code, detail: error.message };
  return { error: 'sync_failed', detail: errorMessage(error) };
}

/** Keeps the outcome for `register status`. */
function noteOutcome(dataDir: string, outcome: SyncOutcome, dryRun: boolean): SyncOutcome {
  const { source, error, detail } = outcome;
  if (dryRun || error === 'stopped') return outcome;
  const looked_at = systemClock.now().toISOString();
  const failures = (syncNoteOf(dataDir, source)?.failures ?? 0) + 1;
  writeSyncNote(
    dataDir,
    source,
    error === undefined || detail === undefined
      ? { looked_at, went_well_at: looked_at, failure: null, failures: 0 }
      : { looked_at, failure: { error, detail }, failures },
  );
  return outcome;
}

/** Locks syncing: two processes that fetch the same file would overwrite each other's copy. */
function lockSync(dataDir: string): { release(): void } {
  const folder = join(dataDir, 'downloads');
  for (const path of [dataDir, folder]) privateFolder(path);
  const lock = tryLock(join(folder, 'lock'));
  if (lock === null) throw new NotDone('sync_running', 'Another process syncs this data directory.');
  return lock;
}
