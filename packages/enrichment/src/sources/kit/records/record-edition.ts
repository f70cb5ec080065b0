/** Writes and reads editions of records: a row for each subject, and indexes that find subjects. */
import {
  BulkFile,
  type PreparedQuery,
  type ReadOnlyFile,
  type RowInserter,
} from '../../../../../platform/src/sqlite/sqlite-file.js';
import {
  isSuppressedCompany,
  NOTHING_SUPPRESSED,
  type SuppressedValues,
} from '../../../../../contract/src/suppression/suppressed.js';
import type { NumberedRecord, OpenEdition } from '../../define-source.js';
import { editionFactsOf, openEditionFile, writeFacts, type EditionFacts } from '../editions/edition-file.js';
import {
  entriesOf,
  mergeEntries,
  type Keeping,
  shownItems,
  type HeldRecords,
  type Link,
  type Records,
  type StagedEntry,
  type Suppressing,
} from './record.js';
import { readHeld, readRecords, writeRecords, type AloneText } from './records-text.js';

/** The layout's number. Raise it for every change of the tables. A source's own layout numbers its data. */
const LAYOUT = 1;
export const layoutOf = (dataLayout: number): number => LAYOUT * 1000 + dataLayout;

const TABLES = `
  CREATE TABLE subject (name TEXT PRIMARY KEY, records TEXT NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE link (in_index TEXT NOT NULL, key TEXT NOT NULL, subject TEXT NOT NULL) STRICT;
  CREATE TABLE replaced (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  BEGIN`;
const INDEX = 'CREATE INDEX link_by_key ON link (in_index, key, subject)';
const SUBJECTS_A_TRANSACTION = 100_000;
/** Matches names that JavaScript and SQLite sort alike. */
const ASCII = /^[ -~]*$/;

/** Writes a new edition: subjects in order, then merged ones. The caller finishes or abandons it. */
export class RecordEditionBuilder {
  /** The number of present items. */
  rows = 0;
  private readonly file: BulkFile;
  private readonly subjects: RowInserter;
  private readonly links: RowInserter;
  private readonly markReplaced: (name: string) => void;
  private readonly named: PreparedQuery;
  private readonly from: PreparedQuery;
  /** The first written subject at or after the last merged one; null: none; undefined: not looked up. */
  private nextPut: string | null | undefined;
  private written = 0;
  private replaced = 0;

  /** @throws SqliteFileError */
  constructor(
    path: string,
    dataLayout: number,
    private readonly keeping?: Keeping,
  ) {
    this.file = BulkFile.create(path, layoutOf(dataLayout));
    this.file.run(TABLES);
    this.subjects = this.file.rowInserter('INSERT OR REPLACE INTO subject', 2);
    this.links = this.file.rowInserter('INSERT INTO link', 3);
    this.markReplaced = this.file.inserter('INSERT INTO replaced VALUES (?)');
    this.named = this.file.prepare('SELECT records FROM subject WHERE name = ?');
    this.from = this.file.prepare('SELECT name FROM subject WHERE name >= ? ORDER BY name LIMIT 1');
  }

  /** Writes a subject that the edition doesn't have yet. @throws SqliteFileError */
  put(subject: string, entries: readonly StagedEntry[]): void {
    const records = mergeEntries(entries, this.keeping);
    if (this.write(subject, records)) this.linkTo(subject, linksOf(records));
  }

  /** Writes a subject with one present item. @throws SqliteFileError */
  putAlone(subject: string, { text, links }: AloneText): void {
    this.insert(subject, text, 1);
    this.linkTo(subject, distinct(links));
  }

  /** Merges later entries of a subject. Merges come after all puts, each subject once and by name. */
  merge(subject: string, entries: readonly StagedEntry[]): void {
    const [row] = this.mayHaveBeenPut(subject) ? this.named.all(subject) : [];
    if (row === undefined) {
      this.put(subject, entries);
      return;
    }
    const heldRecords = readHeld(String(row[0]));
    this.rows -= countOf(heldRecords);
    this.write(subject, mergeEntries([...entriesOf(heldRecords), ...entries], this.keeping));
    this.markReplaced(subject);
    this.replaced += 1;
  }

  /** Merges one later entry of a subject, which has an item. @throws SqliteFileError */
  mergeAlone(subject: string, alone: AloneText): void {
    if (this.mayHaveBeenPut(subject)) this.merge(subject, entriesOf(readHeld(alone.text)));
    else this.putAlone(subject, alone);
  }

  /** Writes the index and the edition's facts, and closes the file. @throws SqliteFileError */
  finish(facts: EditionFacts): void {
    writeFacts(this.file, facts);
    this.subjects.flush();
    this.links.flush();
    this.linkReplaced();
    this.links.flush();
    this.file.run('DROP TABLE replaced; COMMIT');
    this.file.run(INDEX);
    this.file.close();
  }

  abandon(): void {
    this.file.close();
  }

  /** Returns false only if the subject was not put. True may be wrong, which costs one lookup. */
  private mayHaveBeenPut(subject: string): boolean {
    if (this.nextPut === undefined) this.subjects.flush();
    if (!ASCII.test(subject)) return true;
    if (this.nextPut === undefined || (this.nextPut !== null && this.nextPut < subject)) {
      const [next] = this.from.all(subject);
      this.nextPut = next === undefined ? null : String(next[0]);
    }
    return this.nextPut === subject;
  }

  private write(subject: string, records: HeldRecords): boolean {
    if (records.items.length === 0 && records.whole.size === 0) return false;
    this.insert(subject, writeRecords(records), countOf(records));
    return true;
  }

  private insert(subject: string, text: string, rows: number): void {
    this.subjects.add(subject, text);
    this.rows += rows;
    this.written += 1;
    if (this.written % SUBJECTS_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }

  private linkTo(subject: string, links: readonly Link[]): void {
    for (const [index, key] of links) this.links.add(index, key, subject);
  }

  /** Replaces the links of merged subjects with those of their present items. */
  private linkReplaced(): void {
    if (this.replaced === 0) return;
    this.file.run('DELETE FROM link WHERE subject IN (SELECT name FROM replaced)');
    const rows = this.file.rows(
      'SELECT name, records FROM subject WHERE name IN (SELECT name FROM replaced)',
    );
    for (const [name, records] of rows) this.linkTo(String(name), linksOf(readHeld(String(records))));
  }
}

const countOf = ({ items }: HeldRecords): number => items.filter(({ text }) => text !== null).length;

const linksOf = ({ items }: HeldRecords): readonly Link[] =>
  distinct(items.flatMap(({ text, links }) => (text === null ? [] : links)));

/** The distinct links. Two items of a subject may have the same link. */
function distinct(links: readonly Link[]): readonly Link[] {
  if (links.length < 2) return links;
  const linksByKey = new Map(links.map((link) => [`${link[0]}\u0000${link[1]}`, link]));
  return [...linksByKey.values()];
}

/** Yields all records of an edition's file. @throws SqliteFileError */
export function* heldIn(file: ReadOnlyFile): Generator<readonly [subject: string, records: HeldRecords]> {
  for (const [name, records] of file.prepare('SELECT name, records FROM subject').each())
    yield [String(name), readHeld(String(records))];
}

/** The suppressions that an open edition applies to every answer. */
export interface LeavingOut<T> {
  readonly suppressed: SuppressedValues;
  readonly companies: boolean;
  readonly suppress: Suppressing<T> | undefined;
}

const NOTHING = { suppressed: NOTHING_SUPPRESSED, companies: false, suppress: undefined } as const;

export class RecordEdition<T> implements OpenEdition<Records<T>> {
  private readonly named: PreparedQuery;
  private readonly linked: PreparedQuery;
  readonly facts: EditionFacts;

  private constructor(
    private readonly file: ReadOnlyFile,
    private readonly leaving: LeavingOut<T>,
  ) {
    // SQLite sorts the values of an IN and looks up each once.
    this.named = file.prepare(
      'SELECT name, records FROM subject WHERE name IN (SELECT value FROM json_each(?))',
    );
    this.linked = file.prepare(
      `SELECT l.key, l.subject FROM link l
       WHERE l.in_index = ? AND l.key IN (SELECT value FROM json_each(?)) ORDER BY l.key, l.subject`,
    );
    this.facts = editionFactsOf(file);
  }

  static open<T>(path: string, dataLayout: number, leaving: LeavingOut<T> = NOTHING): RecordEdition<T> {
    return new RecordEdition<T>(openEditionFile(path, layoutOf(dataLayout)), leaving);
  }

  /** Returns the records of these subjects (company numbers, for a source of companies). */
  byNumbers(subjects: Iterable<string>): Map<string, Records<T>> {
    const subjectList = [...subjects];
    const recordsBySubject = new Map<string, Records<T>>();
    if (subjectList.length === 0) return recordsBySubject;
    for (const [name, records] of this.named.all(JSON.stringify(subjectList))) {
      if (this.hides(String(name))) continue;
      recordsBySubject.set(String(name), this.shown(readRecords<T>(String(records))));
    }
    return recordsBySubject;
  }

  private shown(records: Records<T>): Records<T> {
    const { suppressed, suppress } = this.leaving;
    if (suppress === undefined || suppressed.kinds.size === 0) return records;
    return { ...records, ...shownItems(records.items, suppress, suppressed) };
  }

  /** Returns the subjects of each key of the index in order, including suppressed ones. */
  subjectsUnder(index: string, keys: Iterable<string>): Map<string, string[]> {
    const keyList = [...keys];
    const subjectsByKey = new Map<string, string[]>();
    if (keyList.length === 0) return subjectsByKey;
    for (const [key, subject] of this.linked.all(index, JSON.stringify(keyList))) {
      const subjects = subjectsByKey.get(String(key));
      if (subjects === undefined) subjectsByKey.set(String(key), [String(subject)]);
      else subjects.push(String(subject));
    }
    return subjectsByKey;
  }

  *records(index?: string): Generator<NumberedRecord<Records<T>>> {
    const rows =
      index === undefined
        ? this.file.prepare('SELECT name, records FROM subject').each()
        : this.file
            .prepare(
              `SELECT l.key, s.records FROM link l JOIN subject s ON s.name = l.subject
               WHERE l.in_index = ? ORDER BY l.key, l.subject`,
            )
            .each(index);
    for (const [number, records] of rows) {
      const record = readRecords<T>(String(records));
      const { items } = this.shown(record);
      const hides = items.length !== record.items.length || items.some((item, i) => item !== record.items[i]);
      yield { number: String(number), record, hides: hides || this.hides(String(number)) };
    }
  }

  private hides(company: string): boolean {
    return this.leaving.companies && isSuppressedCompany(this.leaving.suppressed, company);
  }

  /** Yields all records, for an edition that is made from this one. @throws SqliteFileError */
  *held(): Generator<readonly [subject: string, records: HeldRecords]> {
    yield* heldIn(this.file);
  }

  close(): void {
    this.file.close();
  }
}
