/**
 * Where entries that come out of order wait until all files are read: a throw-away file beside the edition that is being
 * built, sorted by subject on the way out, so that memory doesn't grow with the files.
 */
import { rmSync } from 'node:fs';
import { BulkFile } from '../../platform/sqlite/sqlite-file.js';
import type { Link, StagedEntry } from './record.js';

const ENTRIES_A_TRANSACTION = 200_000;

/** One subject's entries in the order in which they came. */
export interface SubjectEntries {
  readonly subject: string;
  readonly entries: readonly StagedEntry[];
}

export class Stage {
  private readonly file: BulkFile;
  private readonly insert: (subject: string, entry: string) => void;
  private entries = 0;

  /** @throws SqliteFileError */
  constructor(private readonly path: string) {
    this.file = BulkFile.create(path, 0);
    this.file.run(
      'CREATE TABLE entry (at INTEGER PRIMARY KEY, subject TEXT NOT NULL, entry TEXT NOT NULL) STRICT; BEGIN',
    );
    this.insert = this.file.inserter('INSERT INTO entry (subject, entry) VALUES (?, ?)');
  }

  add(subject: string, entry: StagedEntry): void {
    this.entries += 1;
    this.insert(subject, entryText(entry));
    if (this.entries % ENTRIES_A_TRANSACTION === 0) this.file.run('COMMIT; BEGIN');
  }

  /** @throws SqliteFileError */
  *subjects(): Generator<SubjectEntries> {
    this.file.run('COMMIT');
    let subject = '';
    let entries: StagedEntry[] = [];
    for (const [name, text] of this.file.rows('SELECT subject, entry FROM entry ORDER BY subject, at')) {
      if (name !== subject && entries.length > 0) {
        yield { subject, entries };
        entries = [];
      }
      subject = String(name);
      entries.push(entryFrom(String(text)));
    }
    if (entries.length > 0) yield { subject, entries };
  }

  remove(): void {
    this.file.close();
    rmSync(this.path, { force: true });
  }
}

/** Lines: kind, list, version, then as JSON the key and the links, then the data. One column costs a third of eight. */
function entryText(entry: StagedEntry): string {
  const { kind, list, version } = entry;
  const head = `${kind}\n${list}\n${version}`;
  if (entry.kind === 'whole') return head;
  const { key, links, text } = entry;
  return `${head}\n${JSON.stringify(key)}\n${links.length === 0 ? '' : JSON.stringify(links)}\n${text ?? ''}`;
}

/** The inverse. JSON has no line breaks, and lists and versions have none. */
function entryFrom(entry: string): StagedEntry {
  const [kind, list = '', version = '', key = '""', links = '', text = ''] = entry.split('\n');
  if (kind === 'whole') return { kind, list, version };
  return {
    kind: kind === 'drop' ? 'drop' : 'put',
    list,
    key: JSON.parse(key) as string,
    version,
    text: text === '' ? null : text,
    links: links === '' ? [] : (JSON.parse(links) as Link[]),
  };
}
