import { editionPath, editionsOf, lockSource, putInForce } from '../../sources/editions/edition.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import { SqliteFileError } from '../../platform/sqlite/sqlite-file.js';
import type { Settings } from '../../settings/settings.js';
import { NotDone, WrongRequest } from '../refusal.js';

/**
 * Puts an earlier edition of a source back in force; chunks that begin from then on are answered from it.
 * @throws WrongRequest where there is no such edition; NotDone where it can't be read, or an import runs
 */
export async function activateEdition(
  { dataDir }: Pick<Settings, 'dataDir'>,
  source: SourceName,
  edition: string,
): Promise<{ readonly source: SourceName; readonly edition: string; readonly as_of: string }> {
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
    putInForce(dataDir, source, edition);
    return { source, edition, as_of };
  } catch (error) {
    if (error instanceof SqliteFileError) throw new NotDone('unreadable_edition', error.message);
    throw error;
  } finally {
    lock.release();
  }
}
