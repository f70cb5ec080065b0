/** Companies editions of earlier layouts: all that is found by keys is made anew of the lines, which hold all of a company. */
import { SqliteFileError, type ReadOnlyFile } from '../../platform/sqlite/sqlite-file.js';
import { itemOf } from '../kit/editions/edition-file.js';
import { rewriting } from '../kit/editions/rewrite-edition.js';
import { CompaniesEditionBuilder, COMPANIES_LAYOUT, ROWS_AS_OF } from './companies.edition.js';
import { lineOfToday } from './company-record.js';

const OLDEST = 1000;

/** No layout before the third knew who is gone. */
const tableOfGone = (old: ReadOnlyFile): boolean =>
  old.prepare("SELECT name FROM sqlite_schema WHERE name = 'gone'").all().length > 0;

export const companiesRewriting = rewriting(
  (layout) => layout >= OLDEST && layout < COMPANIES_LAYOUT,
  (path) => CompaniesEditionBuilder.create(path),
  function* (old, edition) {
    for (const [record] of old.prepare('SELECT record FROM company ORDER BY id').each()) {
      const line = lineOfToday(String(record));
      if (line === null) throw new SqliteFileError('damaged', 'it holds what is no line of a company');
      yield edition.add(line);
    }
    const gone = tableOfGone(old) ? old.prepare('SELECT number, version FROM gone').each() : [];
    edition.keep(gone, itemOf(old, ROWS_AS_OF));
  },
);
