/** Defines the edition of the company index: some fourteen million companies, each in a narrow row. */
import {
  BulkFile,
  type PreparedQuery,
  type ReadOnlyFile,
  type SqlValue,
} from '../../../../platform/src/sqlite/sqlite-file.js';
import { normaliseName, nameKey, NAME_RULES } from '../../../../words/src/names/company-name.js';
import type { CompanyNumber } from '../../../../words/src/company-number.js';
import {
  isSuppressedCompany,
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import type { NumberedRecord, OpenEdition } from '../define-source.js';
import { rewriting } from '../kit/editions/rewrite-edition.js';
import {
  editionFactsOf,
  openEditionFile,
  writeFacts,
  type EditionFacts,
} from '../kit/editions/edition-file.js';
import { isIndexState, type IndexRecord } from './index-record.js';

/** The layout's number. Raise it for every change of the table below. */
const LAYOUT = 1;
export const INDEX_LAYOUT = LAYOUT * 1000 + NAME_RULES;

/** Both files are in order of number: the first appends rows, the second updates them. */
const TABLES = `
  CREATE TABLE entry (number TEXT PRIMARY KEY, name TEXT, name_key INTEGER, state TEXT, sic TEXT) STRICT, WITHOUT ROWID;`;
const ADD = `
  INSERT INTO entry VALUES (?, ?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET
    name = coalesce(excluded.name, name), name_key = coalesce(excluded.name_key, name_key),
    sic = iif(excluded.state IS NULL, sic, excluded.sic), state = coalesce(excluded.state, state)`;
const INDEXES = 'CREATE INDEX IF NOT EXISTS entry_by_name ON entry (name_key) WHERE name_key IS NOT NULL';
const COLUMNS = 'number, name, state, sic';
const ROWS_A_TRANSACTION = 500_000;

/** Fills an edition of the index. Joins both files' facts of a company; a later value replaces an earlier. */
export class IndexEditionBuilder {
  private added = 0;
  private readonly insert: (...values: readonly SqlValue[]) => void;

  private constructor(private readonly file: BulkFile) {
    file.run('BEGIN');
    this.insert = file.inserter(ADD);
  }

  /** @param updates the edition that is updated; null: none @throws SqliteFileError */
  static create(path: string, updates: string | null): IndexEditionBuilder {
    if (updates !== null) return new IndexEditionBuilder(BulkFile.copyOf(updates, path));
    const file = BulkFile.create(path, INDEX_LAYOUT);
    file.run(TABLES);
    return new IndexEditionBuilder(file);
  }

  add({ number, name, state, sic }: IndexRecord): void {
    const key = name === null ? null : nameKey(normaliseName(name));
    this.insert(number, name, key, state, sic.length === 0 ? null : sic.join(' '));
    this.added += 1;
    if (this.added % ROWS_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }

  get rows(): number {
    return Number(this.file.prepare('SELECT count(*) FROM entry').all()[0]?.[0]);
  }

  /** Writes the index of names and the edition's own facts, and closes the file. */
  finish(facts: EditionFacts): void {
    writeFacts(this.file, facts);
    this.file.run('COMMIT');
    this.file.run(INDEXES);
    this.file.close();
  }

  abandon(): void {
    this.file.close();
  }
}

function recordOf([number, name, state, sic]: readonly SqlValue[]): IndexRecord {
  return {
    // The builder stored a company number.
    number: String(number) as CompanyNumber,
    name: typeof name === 'string' ? name : null,
    state: typeof state === 'string' && isIndexState(state) ? state : null,
    sic: typeof sic === 'string' ? sic.split(' ') : [],
  };
}

/** Rewrites an index made by earlier rules for names: computes the keys of names again. */
export const indexRewriting = rewriting(
  (layout) => layout >= LAYOUT * 1000 && layout < INDEX_LAYOUT,
  (path) => IndexEditionBuilder.create(path, null),
  function* (old, index) {
    for (const row of old.prepare(`SELECT ${COLUMNS} FROM entry ORDER BY number`).each())
      yield index.add(recordOf(row));
  },
);

export class IndexEdition implements OpenEdition<IndexRecord> {
  private readonly numbered: PreparedQuery;
  private readonly named: PreparedQuery;
  readonly facts: EditionFacts;

  private constructor(
    private readonly file: ReadOnlyFile,
    private readonly suppressed: SuppressedValues,
  ) {
    this.numbered = file.prepare(
      `SELECT ${COLUMNS} FROM entry WHERE number IN (SELECT value FROM json_each(?))`,
    );
    this.named = file.prepare(
      `SELECT ${COLUMNS} FROM entry WHERE name_key IN (SELECT value FROM json_each(?)) ORDER BY number`,
    );
    this.facts = editionFactsOf(file);
  }

  static open(path: string, suppressed: SuppressedValues = NOTHING_SUPPRESSED): IndexEdition {
    return new IndexEdition(openEditionFile(path, INDEX_LAYOUT), suppressed);
  }

  byNumbers(numbers: Iterable<string>): Map<string, IndexRecord> {
    const numberList = [...numbers];
    if (numberList.length === 0) return new Map();
    const records = this.numbered.all(JSON.stringify(numberList)).map(recordOf).filter(this.isShown);
    return new Map(records.map((record) => [record.number, record]));
  }

  /** The companies with these normalised names, by number. Suppressed ones are in `left`. */
  withNames(normalisedNames: Iterable<string>): Readonly<Record<'shown' | 'left', readonly IndexRecord[]>> {
    const names = new Set(normalisedNames);
    if (names.size === 0) return { shown: [], left: [] };
    const keys = JSON.stringify([...names].map(nameKey));
    const records = this.named.all(keys).map(recordOf);
    // Different names may have one key.
    const bearers = records.filter(({ name }) => name !== null && names.has(normaliseName(name)));
    return { shown: bearers.filter(this.isShown), left: bearers.filter((record) => !this.isShown(record)) };
  }

  *records(): Generator<NumberedRecord<IndexRecord>> {
    for (const row of this.file.prepare(`SELECT ${COLUMNS} FROM entry ORDER BY number`).each()) {
      const record = recordOf(row);
      yield { number: record.number, record, hides: !this.isShown(record) };
    }
  }

  private readonly isShown = ({ number }: IndexRecord): boolean =>
    !isSuppressedCompany(this.suppressed, number);

  close(): void {
    this.file.close();
  }
}
