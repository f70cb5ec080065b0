import { editionPath, editionsOf, lockSource, putInForce } from '../sources/kit/editions/edition.js';
import { sourceNamed, type SourceName } from '../sources/index.js';
import { SqliteFileError } from '../../../platform/src/sqlite/sqlite-file.js';
import { withSharedFiles } from '../../../platform/src/shared-files/open-shared-files.js';
import { ImportRefusal } from '../sources/kit/editions/import-outcome.js';
import { EditionFollower } from '../sources/kit/editions/shared-editions.js';
import { activationPermit, shareOnAllMachines, type RegisterSettings } from './import-edition.js';
import { NotDone, WrongRequest } from '../../../platform/src/errors/refusal.js';

export interface EditionInForce {
  readonly source: SourceName;
  readonly edition: string;
  readonly as_of: string;
}

/**
 * Puts an earlier edition of a source back in force, for chunks that start later.
 * @throws WrongRequest where there is no such edition; NotDone where it can't be read or an import runs
 */
export async function activateEdition(
  settings: RegisterSettings,
  source: SourceName,
  edition: string,
): Promise<EditionInForce> {
  const { dataDir } = settings;
  if (!editionsOf(dataDir, source).includes(edition)) await fetchShared(settings, source, edition);
  if (!editionsOf(dataDir, source).includes(edition)) {
    throw new WrongRequest(
      'no_such_edition',
      `there is no edition '${edition}' of ${source}: register status lists them`,
    );
  }
  const lock = lockSource(dataDir, source);
  if (lock === null) throw new NotDone('import_running', `an import of ${source} is running`);
  try {
    const opened = sourceNamed(source).open(editionPath(dataDir, source, edition));
    const { as_of } = opened.facts;
    opened.close();
    await activationPermit(settings, source)();
    putInForce(dataDir, source, edition);
    await shareOnAllMachines(settings, source, edition);
    return { source, edition, as_of };
  } catch (error) {
    if (error instanceof SqliteFileError) throw new NotDone('unreadable_edition', error.message);
    if (error instanceof ImportRefusal) throw new NotDone(error.code, error.message);
    throw error;
  } finally {
    lock.release();
  }
}

/** Fetches an edition that another machine imported, where this machine lacks it. */
async function fetchShared(settings: RegisterSettings, source: SourceName, edition: string): Promise<void> {
  const { dataDir } = settings;
  const log = { warn: () => undefined };
  const missing = await withSharedFiles(settings, (files) =>
    new EditionFollower({ dataDir, files, sources: [sourceNamed(source)], log }).bring({ [source]: edition }),
  );
  if (missing === 'no_room')
    throw new NotDone('no_room', `there is no room on this disk for ${source} ${edition}`);
}
