import { cohortsOutdatedBy } from '../../sources/cohorts/cohorts-importer.js';
import type { ImportedEdition, RefusedImport } from '../../sources/kit/editions/import-outcome.js';
import { importRegister, type ImportRequest } from '../../sources/kit/editions/import-register.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import { errorMessage } from '../../platform/errors/error-code.js';
import { StoreUnavailableError } from '../../platform/event-store/event-store.js';
import type { Coordination } from '../../platform/coordination/coordination.js';
import { openCoordination } from '../../platform/stores/open-coordination.js';
import { withSharedFiles } from '../../platform/shared-files/open-shared-files.js';
import type { EditionId } from '../../sources/kit/editions/edition.js';
import { readByAll } from '../../sources/kit/editions/layouts-read.js';
import { shareEdition } from '../../sources/kit/editions/shared-editions.js';
import type { Settings } from '../../settings/settings.js';
import { NotDone, WrongRequest } from '../refusal.js';

export type RegisterSettings = Pick<Settings, 'dataDir'> & Partial<Pick<Settings, 'mongodbUrl'>>;

/**
 * Puts an edition that is in force here in force on all machines, where there are several.
 * @throws NotDone where it can't be put where they fetch it: it is in force here all the same
 */
export async function share(
  settings: RegisterSettings,
  source: SourceName,
  edition: EditionId,
): Promise<void> {
  try {
    await withSharedFiles(settings, (files) => shareEdition(files, settings.dataDir, { source, edition }));
  } catch (error) {
    throw new NotDone(
      'not_shared',
      `${source} ${edition} is in force on this machine and could not be put where others fetch it (${errorMessage(error)}): run the same command again`,
    );
  }
}

/** An edition of a source may come into force only where every living process reads it. */
export const permit = (settings: RegisterSettings, source: SourceName) => async (): Promise<void> => {
  let coordination: Coordination | undefined;
  try {
    coordination = await openCoordination({ ...settings, hosting: 'direct' });
    await readByAll(coordination, sourceNamed(source));
  } catch (error) {
    // Whoever runs can't be asked then, and answers nothing either; nothing can be shared, and this is asked again with it.
    if (!(error instanceof StoreUnavailableError)) throw error;
  } finally {
    await coordination?.close();
  }
};

export interface MadeEdition extends Omit<ImportedEdition, 'outcome'> {
  /** Sources that are made of this one and were made before it. Left out: none. */
  readonly outdates?: readonly SourceName[];
}

/**
 * Builds a new edition of a source from published files and puts it in force at the end; where `MONGODB_URL` is set on all
 * machines.
 */
export async function importEdition(
  { dataDir, mongodbUrl = null }: RegisterSettings,
  { source, ...request }: Omit<ImportRequest, 'dataDir' | 'source'> & { readonly source: SourceName },
): Promise<MadeEdition> {
  const imported = await importRegister({
    ...request,
    source: sourceNamed(source),
    dataDir,
    permit: permit({ dataDir, mongodbUrl }, source),
  });
  if (imported.outcome === 'refused') throw refused(imported);
  const { outcome: _imported, ...edition } = imported;
  await share({ dataDir, mongodbUrl }, source, imported.edition);
  return cohortsOutdatedBy(dataDir).includes(source) ? { ...edition, outdates: ['cohorts'] } : edition;
}

/** A file or day that was named wrongly is a wrong request; files that don't pass are a check that failed. */
export function refused({ error, detail, rejected, rejects }: RefusedImport): Error {
  const wrong = error === 'missing_file' || error === 'invalid_date';
  const more = { rejected, rejects };
  return wrong ? new WrongRequest(error, detail, more) : new NotDone(error, detail, more);
}
