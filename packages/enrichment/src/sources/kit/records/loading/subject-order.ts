/**
 * Adds entries to an edition in the order of subjects. Published files are mostly in this order, and such
 * entries are merged and written at once. Entries of an earlier subject wait in the stage until the end.
 */
import { aloneFrom, entryFrom, type PackedEntry } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import type { RecordEditionBuilder } from '../record-edition.js';
import type { AloneText } from '../records-text.js';
import { bySubject, type Run } from './sorted-runs.js';
import type { Stage } from './stage.js';

/** The maximum number of a subject's entries in memory. Further entries wait in the stage. */
const MAX_TOGETHER = 50_000;

export class SubjectOrder {
  private subject = '';
  /** The only entry of the subject so far; null: there is none, or there are several. */
  private first: PackedEntry | null = null;
  private entries: StagedEntry[] = [];

  constructor(
    private readonly builder: RecordEditionBuilder,
    private readonly stage: Stage,
  ) {}

  /** @throws SqliteFileError */
  add(entry: PackedEntry): void {
    if (!this.accepts(entry.subject)) this.stage.addPacked(entry);
    else if (this.first === null && this.entries.length === 0) this.first = entry;
    else this.push(entryFrom(entry));
  }

  /** Adds an entry of the edition that is updated. @throws SqliteFileError */
  hold(subject: string, entry: StagedEntry): void {
    if (this.accepts(subject)) this.push(entry);
    else this.stage.add(subject, entry);
  }

  /** Ends adding. @returns the runs of waiting entries, for a reader that gives them back (`merge`) */
  runs(): readonly Run[] {
    this.write();
    return this.stage.runs();
  }

  /** Merges entries, sorted by subject, with the written ones. @throws SqliteFileError */
  merge(sorted: Iterable<PackedEntry>): void {
    for (const { subject, entries } of bySubject(sorted)) {
      const alone = aloneOf(entries);
      if (alone === null) this.builder.merge(subject, entries.map(entryFrom));
      else this.builder.mergeAlone(subject, alone);
    }
  }

  /** Ends adding and merges all waiting entries. @throws SqliteFileError */
  end(): void {
    this.write();
    this.merge(this.stage.sorted());
  }

  /** Returns true if an entry of this subject needn't wait in the stage. Begins the subject if it is new. */
  private accepts(subject: string): boolean {
    if (subject < this.subject || this.entries.length >= MAX_TOGETHER) return false;
    if (subject > this.subject) {
      this.write();
      this.subject = subject;
    }
    return true;
  }

  private push(entry: StagedEntry): void {
    if (this.first !== null) this.entries.push(entryFrom(this.first));
    this.first = null;
    this.entries.push(entry);
  }

  private write(): void {
    const { subject, first } = this;
    const alone = first === null ? null : aloneFrom(first);
    if (alone !== null) this.builder.putAlone(subject, alone);
    else if (first !== null) this.builder.put(subject, [entryFrom(first)]);
    else if (this.entries.length > 0) this.builder.put(subject, this.entries);
    this.first = null;
    this.entries = [];
  }
}

/** The records of a subject with one entry, which most have: its text needs no parsing. */
function aloneOf(entries: readonly PackedEntry[]): AloneText | null {
  const [first] = entries;
  return first === undefined || entries.length > 1 ? null : aloneFrom(first);
}
