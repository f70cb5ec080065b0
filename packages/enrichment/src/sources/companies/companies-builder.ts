/**
 * Defines the layout of a companies edition and builds one. Whole files fill a new edition; single companies
 * are laid over a copy of the one in force, or over an empty one.
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

/** Rises with every change of the tables below, of the record's text, or of the rules for names. */
const LAYOUT = 6;
export const COMPANIES_LAYOUT = LAYOUT * 1000 + NAME_RULES;

/** The companies at a postcode from which their count is stored. Fewer share a house or a works. */
export const FEWEST_COUNTED = 5;

/**
 * Rows stand in the order of the file and are found through narrow indexes made at the end: inserting
 * millions of records in order of number would touch a random page for each. `same_as_key` is null where the
 * two forms of the name are equal, which is so for about half of all companies; they are found by `name_key`.
 * Names that are almost alike are found by their ends (`near_head`, `near_tail`: `nearKeys`), null for short
 * names. Who is `gone` was there once. Of postcodes only those are kept at which more than a few companies
 * are registered, with how many; companies that are laid over an edition don't change them.
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

/** The day of records without a version of their own, in an edition that was updated. */
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

  /** Keeps an updated edition's removed companies, and the day of its rows. */
  keep(gone: Iterable<readonly SqlValue[]>, rowsAsOf: string | null): void {
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

/** The edition that is brought up to date. */
export interface Base {
  readonly path: string;
  /** The day of its records that have no version of their own. */
  readonly rowsAsOf: string;
}

/** Lays newer records over an edition. A company's newer record replaces the older one. */
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
    const heldRow = this.held(number);
    if (isNewer(heldRow.version, versionOfLine(line))) return;
    if (heldRow.id === null) this.add(line);
    else this.replace(heldRow.id, heldRow.line, line);
    this.unbury(number);
  }

  /** Notes that the company is no longer on the register. */
  drop(number: string, version: Version): void {
    const { id, line, version: heldVersion } = this.held(number);
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

  private held(number: string): { id: number | null; line: string; version: Version } {
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

/** The oldest layout whose lines hold all of a company. */
const OLDEST = 1000;

/** The first two layouts have no table of removed companies. */
const tableOfGone = (old: ReadOnlyFile): boolean =>
  old.prepare("SELECT name FROM sqlite_schema WHERE name = 'gone'").all().length > 0;

/** Rewrites editions of earlier layouts: makes every key again from the lines, which hold everything. */
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
