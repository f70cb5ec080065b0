/**
 * Defines the layout of a companies edition and builds one. Whole files fill a new edition. Single companies
 * replace records in a copy of the edition in force, or fill an empty edition.
 */
import {
  BulkFile,
  SqliteFileError,
  type ReadOnlyFile,
  type SqlValue,
} from '../../../../platform/src/sqlite/sqlite-file.js';
import { nameKey, NAME_RULES, normaliseName } from '../../../../words/src/names/company-name.js';
import { nearKeys } from '../../../../words/src/names/near-name.js';
import { nameForms } from '../../../../words/src/names/same-as-name.js';
import { postcodeKey } from '../../../../words/src/postcode.js';
import { itemOf, writeFacts, writeItem, type EditionFacts } from '../kit/editions/edition-file.js';
import type { FilledEdition } from '../kit/editions/import-run.js';
import { rewriting } from '../kit/editions/rewrite-edition.js';
import { isNewer, type Version } from '../kit/records/record.js';
import { lineOfToday, namesOfLine, numberOfLine, postcodeOfLine, versionOfLine } from './company-record.js';

/** The layout's number. Raise it for every change of the tables or of a record's line. */
const LAYOUT = 6;
export const COMPANIES_LAYOUT = LAYOUT * 1000 + NAME_RULES;

/** The minimum number of companies at a postcode for which the number is stored. */
export const FEWEST_COUNTED = 5;

/**
 * Rows are in the order of the file. Narrow indexes are made at the end: inserting millions of records in
 * order of number would touch a random page for each. `same_as_key` is null if both forms of the name are
 * equal, as for about half of all companies; such companies are found by `name_key`. Similar names are found
 * by their ends (`near_head`, `near_tail`: `nearKeys`), null for short names. `gone` holds companies
 * that were removed. `crowded_postcode` holds the number of companies at a postcode, from `FEWEST_COUNTED`;
 * updates of single companies don't change it.
 */
const TABLES = `
  CREATE TABLE company (id INTEGER PRIMARY KEY, number TEXT NOT NULL, name_key INTEGER NOT NULL, same_as_key INTEGER, near_head INTEGER, near_tail INTEGER, postcode_key INTEGER, record TEXT NOT NULL) STRICT;
  CREATE TABLE crowded_postcode (postcode_key INTEGER PRIMARY KEY, companies INTEGER NOT NULL) STRICT;
  CREATE TABLE former_name (name_key INTEGER NOT NULL, company INTEGER NOT NULL) STRICT;
  CREATE TABLE gone (number TEXT PRIMARY KEY, version TEXT NOT NULL) STRICT, WITHOUT ROWID;`;
const INDEXES = `
  CREATE UNIQUE INDEX company_by_number ON company (number);
  CREATE INDEX company_by_name ON company (name_key);
  CREATE INDEX company_by_same_as ON company (same_as_key) WHERE same_as_key IS NOT NULL;
  CREATE INDEX company_by_near_head ON company (near_head) WHERE near_head IS NOT NULL;
  CREATE INDEX company_by_near_tail ON company (near_tail) WHERE near_tail IS NOT NULL;
  INSERT INTO crowded_postcode SELECT postcode_key, COUNT(*) FROM company WHERE postcode_key IS NOT NULL GROUP BY postcode_key HAVING COUNT(*) >= ${FEWEST_COUNTED};
  CREATE INDEX former_name_by_key ON former_name (name_key, company);`;

/** The key of the day of records that have no version, in an updated edition. */
export const ROWS_AS_OF = 'rows_as_of';

function keysOfLine(line: string) {
  const { name, former } = namesOfLine(line);
  const { normalised, sameAs } = nameForms(name);
  const near = nearKeys(normalised);
  const postcode = postcodeKey(postcodeOfLine(line));
  return {
    name: nameKey(normalised),
    sameAs: sameAs === normalised ? null : nameKey(sameAs),
    nearHead: near?.head ?? null,
    nearTail: near?.tail ?? null,
    postcode: postcode === null ? null : nameKey(postcode),
    former: former.map((previous) => nameKey(normaliseName(previous))),
  };
}

const ROWS_A_TRANSACTION = 200_000;

/** Fills a companies edition. Numbers must be distinct. */
export class CompaniesEditionBuilder implements FilledEdition {
  rows = 0;
  protected lastId = 0;
  private readonly insertCompany;
  protected readonly insertFormerName;

  protected constructor(
    protected readonly file: BulkFile,
    private readonly indexes = INDEXES,
  ) {
    file.run('BEGIN');
    this.insertCompany = file.inserter('INSERT INTO company VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    this.insertFormerName = file.inserter('INSERT INTO former_name VALUES (?, ?)');
  }

  /** @throws SqliteFileError */
  static create(path: string): CompaniesEditionBuilder {
    const file = BulkFile.create(path, COMPANIES_LAYOUT);
    file.run(TABLES);
    return new CompaniesEditionBuilder(file);
  }

  /** Adds a company by its line (`encodeCompany`). */
  add(line: string): void {
    this.rows += 1;
    this.lastId += 1;
    const { name, sameAs, nearHead, nearTail, postcode, former } = keysOfLine(line);
    const number = numberOfLine(line);
    this.insertCompany(this.lastId, number, name, sameAs, nearHead, nearTail, postcode, line);
    for (const previous of former) this.insertFormerName(previous, this.lastId);
    if (this.rows % ROWS_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }

  /** Copies the removed companies of an updated edition, and the day of its rows. */
  copyRemoved(gone: Iterable<readonly SqlValue[]>, rowsAsOf: string | null): void {
    const bury = this.file.inserter('INSERT INTO gone VALUES (?, ?)');
    for (const [number = '', version = ''] of gone) bury(number, version);
    if (rowsAsOf !== null) writeItem(this.file, ROWS_AS_OF, rowsAsOf);
  }

  /** Writes the indexes and the edition's own facts, and closes the file. */
  finish(facts: EditionFacts): void {
    writeFacts(this.file, facts);
    this.file.run('COMMIT');
    this.file.run(this.indexes);
    this.file.close();
  }

  abandon(): void {
    this.file.close();
  }
}

/** The edition that is updated. */
export interface Base {
  readonly path: string;
  /** The day of its records that have no version. */
  readonly rowsAsOf: string;
}

/** Updates a copy of an edition, or fills an empty one. A company's newer record replaces the older one. */
export class CompaniesOverlay extends CompaniesEditionBuilder {
  private readonly numbered = this.file.prepare('SELECT id, record FROM company WHERE number = ?');
  private readonly buried = this.file.prepare('SELECT version FROM gone WHERE number = ?');
  private readonly update = this.file.inserter(
    'UPDATE company SET name_key = ?, same_as_key = ?, near_head = ?, near_tail = ?, postcode_key = ?, record = ? WHERE id = ?',
  );
  private readonly delete = this.file.inserter('DELETE FROM company WHERE id = ?');
  private readonly deleteFormer = this.file.inserter(
    'DELETE FROM former_name WHERE name_key = ? AND company = ?',
  );
  private readonly bury = this.file.inserter('INSERT OR REPLACE INTO gone VALUES (?, ?)');
  private readonly unbury = this.file.inserter('DELETE FROM gone WHERE number = ?');

  private constructor(
    file: BulkFile,
    private readonly base: Base | null,
  ) {
    // The indexes exist from the beginning, because each put looks up its company.
    super(file, '');
    const [[rows, lastId] = []] = file.prepare('SELECT count(*), max(id) FROM company').all();
    this.rows = Number(rows);
    this.lastId = Number(lastId);
  }

  /** @throws SqliteFileError */
  static over(base: Base | null, path: string): CompaniesOverlay {
    if (base !== null) return new CompaniesOverlay(BulkFile.copyOf(base.path, path), base);
    const file = BulkFile.create(path, COMPANIES_LAYOUT);
    file.run(TABLES);
    file.run(INDEXES);
    return new CompaniesOverlay(file, null);
  }

  /** @param line of a record with a version (`encodeCompany`) */
  put(line: string): void {
    const number = numberOfLine(line);
    const heldRow = this.heldRowOf(number);
    if (isNewer(heldRow.version, versionOfLine(line))) return;
    if (heldRow.id === null) this.add(line);
    else this.replace(heldRow.id, heldRow.line, line);
    this.unbury(number);
  }

  /** Records that the company is no longer on the register. */
  drop(number: string, version: Version): void {
    const { id, line, version: heldVersion } = this.heldRowOf(number);
    if (isNewer(heldVersion, version)) return;
    if (id !== null) {
      this.forgetFormerNames(id, line);
      this.delete(id);
      this.rows -= 1;
    }
    this.bury(number, version);
  }

  override finish(facts: EditionFacts): void {
    if (this.base !== null) writeItem(this.file, ROWS_AS_OF, this.base.rowsAsOf);
    super.finish(facts);
  }

  private heldRowOf(number: string): { id: number | null; line: string; version: Version } {
    const [row] = this.numbered.all(number);
    if (row !== undefined) {
      const line = String(row[1]);
      return { id: Number(row[0]), line, version: versionOfLine(line) || (this.base?.rowsAsOf ?? '') };
    }
    const [gone] = this.buried.all(number);
    return { id: null, line: '', version: gone === undefined ? '' : String(gone[0]) };
  }

  private replace(id: number, heldLine: string, line: string): void {
    this.forgetFormerNames(id, heldLine);
    const { name, sameAs, nearHead, nearTail, postcode, former } = keysOfLine(line);
    this.update(name, sameAs, nearHead, nearTail, postcode, line, id);
    for (const key of former) this.insertFormerName(key, id);
  }

  private forgetFormerNames(id: number, line: string): void {
    for (const key of new Set(keysOfLine(line).former)) this.deleteFormer(key, id);
  }
}

/** The oldest layout whose lines hold every field of a company. */
const OLDEST = 1000;

/** The first two layouts have no table of removed companies. */
const hasTableOfGone = (old: ReadOnlyFile): boolean =>
  old.prepare("SELECT name FROM sqlite_schema WHERE name = 'gone'").all().length > 0;

/** Rewrites editions of earlier layouts: computes every key again from the lines. */
export const companiesRewriting = rewriting(
  (layout) => layout >= OLDEST && layout < COMPANIES_LAYOUT,
  (path) => CompaniesEditionBuilder.create(path),
  function* (old, edition) {
    for (const [record] of old.prepare('SELECT record FROM company ORDER BY id').each()) {
      const line = lineOfToday(String(record));
      if (line === null) throw new SqliteFileError('damaged', 'it holds what is no line of a company');
      yield edition.add(line);
    }
    const gone = hasTableOfGone(old) ? old.prepare('SELECT number, version FROM gone').each() : [];
    edition.copyRemoved(gone, itemOf(old, ROWS_AS_OF));
  },
);
