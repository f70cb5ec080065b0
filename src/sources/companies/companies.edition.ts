/** The companies edition: how it is laid out, built and read. */
import { normaliseName, nameKey, NAME_RULES } from '../../shared/names/company-name.js';
import { nameForms, type NameForms } from '../../shared/names/same-as-name.js';
import { postcodeKey } from '../../shared/postcode.js';
import {
  BulkFile,
  type PreparedQuery,
  type ReadOnlyFile,
  type SqlValue,
} from '../../platform/sqlite/sqlite-file.js';
import {
  isSuppressedCompany,
  NOTHING_SUPPRESSED,
  type Suppressed,
} from '../../shared/suppression/suppressed.js';
import type { OpenEdition } from '../define-source.js';
import {
  factsOf,
  itemOf,
  openEditionFile,
  writeFacts,
  writeItem,
  type EditionFacts,
} from '../kit/editions/edition-file.js';
import {
  decodeCompany,
  namesOfLine,
  numberOfLine,
  postcodeOfLine,
  type CompanyRecord,
} from './company-record.js';

/** Raised with every change of the layout below, of the record's JSON, or of the rules for names. */
const LAYOUT = 5;
export const COMPANIES_LAYOUT = LAYOUT * 1000 + NAME_RULES;

/** So many companies at a postcode are remembered as a number; fewer are what houses or one works have. */
export const FEWEST_COUNTED = 5;

/**
 * Rows stand in the order of the file and are found through narrow indexes made at the end: inserting millions of
 * records in order of number would touch a random page for each. `same_as_key` is null where the two forms of the name
 * are equal, which is so for about half of all companies; they are found by `name_key`. Who is `gone` was there once. Of
 * postcodes only those are kept at which more than a few companies are registered, with how many; companies that are laid
 * over an edition don't change them.
 */
export const TABLES = `
  CREATE TABLE company (id INTEGER PRIMARY KEY, number TEXT NOT NULL, name_key INTEGER NOT NULL, same_as_key INTEGER, postcode_key INTEGER, record TEXT NOT NULL) STRICT;
  CREATE TABLE crowded_postcode (postcode_key INTEGER PRIMARY KEY, companies INTEGER NOT NULL) STRICT;
  CREATE TABLE former_name (name_key INTEGER NOT NULL, company INTEGER NOT NULL) STRICT;
  CREATE TABLE gone (number TEXT PRIMARY KEY, version TEXT NOT NULL) STRICT, WITHOUT ROWID;`;
export const INDEXES = `
  CREATE UNIQUE INDEX company_by_number ON company (number);
  CREATE INDEX company_by_name ON company (name_key);
  CREATE INDEX company_by_same_as ON company (same_as_key) WHERE same_as_key IS NOT NULL;
  INSERT INTO crowded_postcode SELECT postcode_key, COUNT(*) FROM company WHERE postcode_key IS NOT NULL GROUP BY postcode_key HAVING COUNT(*) >= ${FEWEST_COUNTED};
  CREATE INDEX former_name_by_key ON former_name (name_key, company);`;

/** Of an edition that was brought up to date: the day of the records that have no version of their own. */
export const ROWS_AS_OF = 'rows_as_of';

/** Under which keys the company of a line is found. */
export function keysOfLine(line: string) {
  const { name, former } = namesOfLine(line);
  const { normalised, sameAs } = nameForms(name);
  const postcode = postcodeKey(postcodeOfLine(line));
  return {
    name: nameKey(normalised),
    sameAs: sameAs === normalised ? null : nameKey(sameAs),
    postcode: postcode === null ? null : nameKey(postcode),
    former: former.map((previous) => nameKey(normaliseName(previous))),
  };
}

type Insert = (...values: readonly (string | number | null)[]) => void;
const ROWS_A_TRANSACTION = 200_000;

/** Fills a companies edition. Numbers must be distinct. */
export class CompaniesEditionBuilder {
  rows = 0;
  private readonly insertCompany: Insert;
  private readonly insertFormerName: Insert;

  private constructor(private readonly file: BulkFile) {
    file.run(TABLES);
    file.run('BEGIN');
    this.insertCompany = file.inserter('INSERT INTO company VALUES (?, ?, ?, ?, ?, ?)');
    this.insertFormerName = file.inserter('INSERT INTO former_name VALUES (?, ?)');
  }

  /** @throws SqliteFileError */
  static create(path: string): CompaniesEditionBuilder {
    return new CompaniesEditionBuilder(BulkFile.create(path, COMPANIES_LAYOUT));
  }

  /** Adds a company by its line (`encodeCompany`). */
  add(line: string): void {
    this.rows += 1;
    const { name, sameAs, postcode, former } = keysOfLine(line);
    this.insertCompany(this.rows, numberOfLine(line), name, sameAs, postcode, line);
    for (const previous of former) this.insertFormerName(previous, this.rows);
    if (this.rows % ROWS_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }

  /** What an edition that was brought up to date holds beside its companies: who is gone, and the day of its rows. */
  keep(gone: Iterable<readonly SqlValue[]>, rowsAsOf: string | null): void {
    const bury = this.file.inserter('INSERT INTO gone VALUES (?, ?)');
    for (const [number = '', version = ''] of gone) bury(number, version);
    if (rowsAsOf !== null) writeItem(this.file, ROWS_AS_OF, rowsAsOf);
  }

  /** Writes the indexes and the edition's own facts, and closes the file. */
  finish(facts: EditionFacts): void {
    writeFacts(this.file, facts);
    this.file.run('COMMIT');
    this.file.run(INDEXES);
    this.file.close();
  }

  /** Closes the file without finishing it. */
  abandon(): void {
    this.file.close();
  }
}

/** The companies with a name. */
export interface NameBearers {
  readonly current: readonly CompanyRecord[];
  readonly former: readonly CompanyRecord[];
  /** One that bears or bore it is left out. */
  readonly suppressed?: boolean;
}

interface Bearers extends NameBearers {
  readonly current: CompanyRecord[];
  readonly former: CompanyRecord[];
  suppressed: boolean;
}

/** An open companies edition. Look-ups are synchronous; many at once cost one query. */
export class CompaniesEdition implements OpenEdition<CompanyRecord> {
  private readonly numbered: PreparedQuery;
  private readonly byName: PreparedQuery;
  private readonly byFormerName: PreparedQuery;
  private readonly bySameAs: PreparedQuery;
  private readonly crowded: PreparedQuery;
  readonly facts: EditionFacts;
  /** The day of records that have no version of their own. */
  readonly rowsAsOf: string;

  private constructor(
    private readonly file: ReadOnlyFile,
    private readonly suppressed: Suppressed,
  ) {
    this.numbered = file.prepare(
      'SELECT number, record FROM company WHERE number IN (SELECT value FROM json_each(?))',
    );
    this.byName = file.prepare(
      'SELECT record FROM company WHERE name_key IN (SELECT value FROM json_each(?)) ORDER BY number',
    );
    this.byFormerName = file.prepare(
      `SELECT f.name_key, c.record FROM former_name f JOIN company c ON c.id = f.company
       WHERE f.name_key IN (SELECT value FROM json_each(?)) ORDER BY c.number`,
    );
    this.bySameAs = file.prepare(
      `SELECT record FROM company WHERE same_as_key IN (SELECT value FROM json_each(?1))
       UNION ALL
       SELECT record FROM company WHERE name_key IN (SELECT value FROM json_each(?1)) AND same_as_key IS NULL`,
    );
    this.crowded = file.prepare(
      'SELECT postcode_key, companies FROM crowded_postcode WHERE postcode_key IN (SELECT value FROM json_each(?))',
    );
    const facts = factsOf(file);
    this.rowsAsOf = itemOf(file, ROWS_AS_OF) ?? facts.as_of;
    this.facts = this.rowsAsOf === facts.as_of ? facts : { ...facts, whole_as_of: this.rowsAsOf };
  }

  /** @throws SqliteFileError where it is missing, damaged or of another layout. */
  static open(path: string, suppressed: Suppressed = NOTHING_SUPPRESSED): CompaniesEdition {
    return new CompaniesEdition(openEditionFile(path, COMPANIES_LAYOUT), suppressed);
  }

  /** The companies with these numbers; those not on file are left out. */
  byNumbers(numbers: Iterable<string>): Map<string, CompanyRecord> {
    const asked = [...numbers];
    const found = new Map<string, CompanyRecord>();
    if (asked.length === 0) return found;
    // SQLite sorts the values of an IN, and looks each up once.
    for (const [number, record] of this.numbered.all(JSON.stringify(asked))) {
      if (isSuppressedCompany(this.suppressed, String(number))) continue;
      found.set(String(number), decodeCompany(String(record)));
    }
    return found;
  }

  /** For each normalised name, the companies that have it and those that had it, by number. */
  bearers(normalisedNames: Iterable<string>): Map<string, NameBearers> {
    const names = [...new Set(normalisedNames)];
    const found = new Map<string, Bearers>();
    if (names.length === 0) return found;
    for (const name of names) found.set(name, { current: [], former: [], suppressed: false });
    const keys = JSON.stringify(names.map(nameKey));
    for (const [record] of this.byName.all(keys)) {
      const company = decodeCompany(String(record));
      const bearers = found.get(normaliseName(company.name));
      if (bearers === undefined) continue;
      if (isSuppressedCompany(this.suppressed, company.number)) bearers.suppressed = true;
      else bearers.current.push(company);
    }
    this.addFormerBearers(keys, found);
    return found;
  }

  /** A company that took a name back, or had it twice, is listed once. */
  private addFormerBearers(keys: string, found: Map<string, Bearers>): void {
    for (const [, record] of this.byFormerName.all(keys)) {
      const company = decodeCompany(String(record));
      const suppressed = isSuppressedCompany(this.suppressed, company.number);
      for (const name of new Set(company.previous_names.map((previous) => normaliseName(previous.name)))) {
        const bearers = found.get(name);
        if (bearers === undefined) continue;
        if (suppressed) bearers.suppressed = true;
        else if (bearers.former.at(-1)?.number !== company.number) bearers.former.push(company);
      }
    }
  }

  /** For each form (`NameForms.sameAs`), the companies whose names the registrar regards as the same, by number. */
  sameAs(forms: Iterable<NameForms['sameAs']>): Map<string, readonly CompanyRecord[]> {
    const found = new Map<string, CompanyRecord[]>();
    for (const form of forms) found.set(form, []);
    if (found.size === 0) return found;
    for (const [record] of this.bySameAs.all(JSON.stringify([...found.keys()].map(nameKey)))) {
      const company = decodeCompany(String(record));
      if (isSuppressedCompany(this.suppressed, company.number)) continue;
      found.get(nameForms(company.name).sameAs)?.push(company);
    }
    for (const companies of found.values()) companies.sort((a, b) => (a.number < b.number ? -1 : 1));
    return found;
  }

  /** Every company, in the order of the file that it was built from. */
  *each(): Generator<CompanyRecord> {
    for (const [record] of this.file.prepare('SELECT record FROM company ORDER BY id').each())
      yield decodeCompany(String(record));
  }

  /** How many companies are registered at each of these postcodes (`postcodeKey`); those with fewer than `FEWEST_COUNTED` are left out. */
  registeredAt(postcodes: Iterable<string>): Map<string, number> {
    const keys = new Map([...postcodes].map((postcode) => [nameKey(postcode), postcode]));
    const found = new Map<string, number>();
    if (keys.size === 0) return found;
    for (const [key, companies] of this.crowded.all(JSON.stringify([...keys.keys()]))) {
      const postcode = keys.get(Number(key));
      if (postcode !== undefined) found.set(postcode, Number(companies));
    }
    return found;
  }

  close(): void {
    this.file.close();
  }
}
