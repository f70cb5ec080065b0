import { cohortsOutdatedBy } from '../sources/cohorts/cohorts-importer.js';
import type { ImportedEdition, RefusedImport } from '../sources/kit/editions/import-outcome.js';
import { importRegister, type ImportRequest } from '../sources/kit/editions/import-register.js';
import { sourceNamed, type SourceName } from '../sources/index.js';
import { errorMessage } from '../../../platform/src/errors/error-code.js';
import { StoreUnavailableError } from '../../../platform/src/event-store/event-store.js';
import type { Coordination } from '../../../platform/src/coordination/coordination.js';
import { openCoordination } from '../../../platform/src/stores/open-coordination.js';
import { withSharedFiles } from '../../../platform/src/shared-files/open-shared-files.js';
import type { EditionId } from '../sources/kit/editions/edition.js';
import { requireReadByAll } from '../sources/kit/editions/layouts-read.js';
import { shareEdition } from '../sources/kit/editions/shared-editions.js';
import type { EnrichmentSettings } from '../settings.js';
import { NotDone, WrongRequest } from '../../../platform/src/errors/refusal.js';

export type RegisterSettings = Pick<EnrichmentSettings, 'dataDir'> &
  Partial<Pick<EnrichmentSettings, 'mongodbUrl'>>;

/** Shares an edition that is in force here with all machines. @throws NotDone if that fails */
export async function shareOnAllMachines(
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

/** Checks that every living process can read the source's new editions, before one comes into force. */
export const activationPermit =
  (settings: RegisterSettings, source: SourceName) => async (): Promise<void> => {
    let coordination: Coordination | undefined;
    try {
      coordination = await openCoordination({ ...settings, hosting: 'direct' });
      await requireReadByAll(coordination, sourceNamed(source));
    } catch (error) {
      // Without the store no process answers clients and nothing can be shared. Sharing checks this again.
      if (!(error instanceof StoreUnavailableError)) throw error;
    } finally {
      await coordination?.close();
    }
  };

export interface MadeEdition extends Omit<ImportedEdition, 'outcome'> {
  /** The sources that are made from this one and are now outdated. Left out if there are none. */
  readonly outdates?: readonly SourceName[];
}

/** Builds a source's new edition and puts it in force: here, or on all machines that share `MONGODB_URL`. */
export async function importEdition(
  { dataDir, mongodbUrl = null }: RegisterSettings,
  { source, ...request }: Omit<ImportRequest, 'dataDir' | 'source'> & { readonly source: SourceName },
): Promise<MadeEdition> {
  const imported = await importRegister({
    ...request,
    source: sourceNamed(source),
    dataDir,
    permit: activationPermit({ dataDir, mongodbUrl }, source),
  });
  if (imported.outcome === 'refused') throw importRefusal(imported);
  const { outcome: _imported, ...edition } = imported;
  await shareOnAllMachines({ dataDir, mongodbUrl }, source, imported.edition);
  return cohortsOutdatedBy(dataDir).includes(source) ? { ...edition, outdates: ['cohorts'] } : edition;
}

/** Turns a refused import into an error: WrongRequest for a wrong file name or day, else NotDone. */
export function importRefusal({ error, detail, rejected, rejects }: RefusedImport): Error {
  const isWrongRequest = error === 'missing_file' || error === 'invalid_date';
  const counts = { rejected, rejects };
  return isWrongRequest ? new WrongRequest(error, detail, counts) : new NotDone(error, detail, counts);
}
