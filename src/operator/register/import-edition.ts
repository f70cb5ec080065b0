import type { ImportedEdition, RefusedImport } from '../../sources/editions/import-outcome.js';
import { importRegister, type ImportRequest } from '../../sources/editions/import-register.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import type { Settings } from '../../settings/settings.js';
import { NotDone, WrongRequest } from '../refusal.js';

/** Builds a new edition of a source from published files and puts it in force at the end. */
export async function importEdition(
  { dataDir }: Pick<Settings, 'dataDir'>,
  { source, ...request }: Omit<ImportRequest, 'dataDir' | 'source'> & { readonly source: SourceName },
): Promise<Omit<ImportedEdition, 'outcome'>> {
  const imported = await importRegister({ ...request, source: sourceNamed(source), dataDir });
  if (imported.outcome === 'refused') throw refused(imported);
  const { outcome: _imported, ...edition } = imported;
  return edition;
}

/** A file or day that was named wrongly is a wrong request; files that don't pass are a check that failed. */
function refused({ error, detail, rejected, rejects }: RefusedImport): Error {
  const wrong = error === 'missing_file' || error === 'invalid_date';
  const more = { rejected, rejects };
  return wrong ? new WrongRequest(error, detail, more) : new NotDone(error, detail, more);
}
