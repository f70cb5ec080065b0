/**
 * Where the entries of an import wait until all files are read: a throw-away file beside the edition that is being
 * built, sorted by subject on the way out, so that memory doesn't grow with the files.
 */
import { rmSync } from 'node:fs';
import { BulkFile, type SqlValue } from '../../platform/sqlite/sqlite-file.js';
import type { Entry, HeldRecords, Link, StagedEntry } from './record.js';

const ENTRIES_A_TRANSACTION = 200_000;

/** One subject's entries in the order in which they came. */
export interface SubjectEntries {
  readonly subject: string;
  readonly entries: readonly StagedEntry[];
}

export class Stage {
  private readonly file: BulkFile;
  private readonly insert: (...values: readonly (string | number | null)[]) => void;
  private entries = 0;

  /** @throws SqliteFileError */
  constructor(private readonly path: string) {
    this.file = BulkFile.create(path, 0);
    this.file.run(
      `CREATE TABLE entry (at INTEGER PRIMARY KEY, subject TEXT NOT NULL, kind TEXT NOT NULL, list TEXT NOT NULL,
         key TEXT NOT NULL, version TEXT NOT NULL, text TEXT, links TEXT) STRICT; BEGIN`,
    );
    this.insert = this.file.inserter('INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  }

  add(entry: Entry): void {
    const { subject, kind, list, version } = entry;
    const key = entry.kind === 'whole' ? '' : entry.key;
    const [text, links] = entry.kind === 'put' ? [JSON.stringify(entry.data), entry.links ?? []] : [null, []];
    this.write(subject, kind, list, key, version, text, links);
  }

  /** What the edition that is brought up to date holds of a subject. Before anything that is newer. */
  hold(subject: string, { whole, items }: HeldRecords): void {
    for (const [list, version] of whole) this.write(subject, 'whole', list, '', version, null, []);
    for (const { list, key, version, text, links } of items)
      this.write(subject, text === null ? 'drop' : 'put', list, key, version, text, links);
  }

  /** @throws SqliteFileError */
  *subjects(): Generator<SubjectEntries> {
    this.file.run('COMMIT');
    let subject = '';
    let entries: StagedEntry[] = [];
    for (const row of this.file.rows('SELECT * FROM entry ORDER BY subject, at')) {
      if (row[1] !== subject && entries.length > 0) {
        yield { subject, entries };
        entries = [];
      }
      subject = String(row[1]);
      entries.push(stagedEntry(row));
    }
    if (entries.length > 0) yield { subject, entries };
  }

  remove(): void {
    this.file.close();
    rmSync(this.path, { force: true });
  }

  private write(
    subject: string,
    kind: string,
    list: string,
    key: string,
    version: string,
    text: string | null,
    links: readonly Link[],
  ): void {
    this.entries += 1;
    const linksText = links.length === 0 ? null : JSON.stringify(links);
    this.insert(this.entries, subject, kind, list, key, version, text, linksText);
    if (this.entries % ENTRIES_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }
}

/** Rows are as `write` put them. */
function stagedEntry([, , kind, list, key, version, text, links]: readonly SqlValue[]): StagedEntry {
  if (kind === 'whole') return { kind: 'whole', list: String(list), version: String(version) };
  return {
    kind: kind === 'drop' ? 'drop' : 'put',
    list: String(list),
    key: String(key),
    version: String(version),
    text: typeof text === 'string' ? text : null,
    links: typeof links === 'string' ? (JSON.parse(links) as Link[]) : [],
  };
}
