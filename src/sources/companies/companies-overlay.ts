/**
 * Single companies laid over an edition: a copy of the one in force, or an empty one, in which the newer record of a
 * company takes the place of the older, be it in the edition or among those that are laid over it.
 */
import { BulkFile, type PreparedQuery, type SqlValue } from '../../platform/sqlite/sqlite-file.js';
import { isNewer, type Version } from '../kit/records/record.js';
import { writeFacts, writeItem, type EditionFacts } from '../kit/editions/edition-file.js';
import { COMPANIES_LAYOUT, INDEXES, keysOfLine, ROWS_AS_OF, TABLES } from './companies.edition.js';
import { numberOfLine, versionOfLine } from './company-record.js';

type Write = (...values: readonly SqlValue[]) => void;

/** Raw statements over the tables of an edition. */
class Rows {
  readonly byNumber: PreparedQuery;
  readonly gone: PreparedQuery;
  readonly insert: Write;
  readonly update: Write;
  readonly delete: Write;
  readonly addFormer: Write;
  readonly deleteFormer: Write;
  readonly bury: Write;
  readonly unbury: Write;

  constructor(readonly file: BulkFile) {
    this.byNumber = file.prepare('SELECT id, record FROM company WHERE number = ?');
    this.gone = file.prepare('SELECT version FROM gone WHERE number = ?');
    this.insert = file.inserter('INSERT INTO company VALUES (?, ?, ?, ?, ?, ?)');
    this.update = file.inserter(
      'UPDATE company SET name_key = ?, same_as_key = ?, postcode_key = ?, record = ? WHERE id = ?',
    );
    this.delete = file.inserter('DELETE FROM company WHERE id = ?');
    this.addFormer = file.inserter('INSERT INTO former_name VALUES (?, ?)');
    this.deleteFormer = file.inserter('DELETE FROM former_name WHERE name_key = ? AND company = ?');
    this.bury = file.inserter('INSERT OR REPLACE INTO gone VALUES (?, ?)');
    this.unbury = file.inserter('DELETE FROM gone WHERE number = ?');
  }

  number(sql: string): number {
    return Number(this.file.prepare(sql).all()[0]?.[0] ?? 0);
  }
}

/** The edition that is brought up to date. */
export interface Base {
  readonly path: string;
  /** The day of its records that have no version of their own. */
  readonly rowsAsOf: string;
}

export class CompaniesOverlay {
  private readonly rows: Rows;
  private lastId: number;

  private constructor(
    file: BulkFile,
    private readonly base: Base | null,
  ) {
    this.rows = new Rows(file);
    this.lastId = this.rows.number('SELECT max(id) FROM company');
    file.run('BEGIN');
  }

  /** @throws SqliteFileError */
  static create(path: string, base: Base | null): CompaniesOverlay {
    if (base !== null) return new CompaniesOverlay(BulkFile.copyOf(base.path, path), base);
    const file = BulkFile.create(path, COMPANIES_LAYOUT);
    file.run(TABLES);
    file.run(INDEXES);
    return new CompaniesOverlay(file, null);
  }

  /** @param line of a record with a version (`encodeCompany`) */
  put(line: string): void {
    const number = numberOfLine(line);
    const held = this.held(number);
    if (isNewer(held.version, versionOfLine(line))) return;
    const { name, sameAs, postcode, former } = keysOfLine(line);
    const id = held.id ?? (this.lastId += 1);
    if (held.id === null) this.rows.insert(id, number, name, sameAs, postcode, line);
    else {
      this.forgetFormerNames(held.id, held.line);
      this.rows.update(name, sameAs, postcode, line, id);
    }
    for (const key of former) this.rows.addFormer(key, id);
    this.rows.unbury(number);
  }

  /** The company is no longer on the register. */
  drop(number: string, version: Version): void {
    const { id, line, version: held } = this.held(number);
    if (isNewer(held, version)) return;
    if (id !== null) {
      this.forgetFormerNames(id, line);
      this.rows.delete(id);
    }
    this.rows.bury(number, version);
  }

  get count(): number {
    return this.rows.number('SELECT count(*) FROM company');
  }

  /** Writes what the edition says of itself, and closes the file. */
  finish(facts: EditionFacts): void {
    const { file } = this.rows;
    writeFacts(file, facts);
    if (this.base !== null) writeItem(file, ROWS_AS_OF, this.base.rowsAsOf);
    file.run('COMMIT');
    file.close();
  }

  /** Closes the file without finishing it. */
  abandon(): void {
    this.rows.file.close();
  }

  private held(number: string): { id: number | null; line: string; version: Version } {
    const [row] = this.rows.byNumber.all(number);
    if (row !== undefined) {
      const line = String(row[1]);
      return { id: Number(row[0]), line, version: versionOfLine(line) || (this.base?.rowsAsOf ?? '') };
    }
    const [gone] = this.rows.gone.all(number);
    return { id: null, line: '', version: gone === undefined ? '' : String(gone[0]) };
  }

  private forgetFormerNames(id: number, line: string): void {
    for (const key of new Set(keysOfLine(line).former)) this.rows.deleteFormer(key, id);
  }
}
