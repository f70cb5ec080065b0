/**
 * Brings entries into an edition in the order of subjects. Published files are mostly in this order: such
 * entries are merged as they come and written at once. Entries of an earlier subject wait in the stage until
 * the end.
 */
import { aloneFrom, entryFrom, type PackedEntry } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import type { RecordEditionBuilder } from '../record-edition.js';
import type { AloneText } from '../records-text.js';
import { bySubject, type Run } from './sorted-runs.js';
import type { Stage } from './stage.js';

/** The maximum of one subject's entries in memory, which must not grow with the file. More of them wait. */
const MAX_TOGETHER = 50_000;

export class SubjectOrder {
  private subject = '';
  /** The first entry of the subject, while there is no other. */
  private first: PackedEntry | null = null;
  private entries: StagedEntry[] = [];

  constructor(
    private readonly builder: RecordEditionBuilder,
    private readonly stage: Stage,
  ) {}

  /** @throws SqliteFileError */
  add(entry: PackedEntry): void {
    if (!this.takes(entry.subject)) this.stage.addPacked(entry);
    else if (this.first === null && this.entries.length === 0) this.first = entry;
    else this.push(entryFrom(entry));
  }

  /** Adds an entry of the edition that is updated. @throws SqliteFileError */
  hold(subject: string, entry: StagedEntry): void {
    if (this.takes(subject)) this.push(entry);
    else this.stage.add(subject, entry);
  }

  /** Called after the last entry. The places of waiting entries, for a reader that returns them (`merge`). */
  runs(): readonly Run[] {
    this.write();
    return this.stage.runs();
  }

  /** Merges entries of some subjects, in their order, with the written ones. @throws SqliteFileError */
  merge(sorted: Iterable<PackedEntry>): void {
    for (const { subject, entries } of bySubject(sorted)) {
      const alone = aloneOf(entries);
      if (alone === null) this.builder.merge(subject, entries.map(entryFrom));
      else this.builder.mergeAlone(subject, alone);
    }
  }

  /** Called after the last entry: adds all waiting entries here. @throws SqliteFileError */
  end(): void {
    this.write();
    this.merge(this.stage.sorted());
  }

  /** Tells whether the next entry of this subject goes straight into the edition. */
  private takes(subject: string): boolean {
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

/** Most subjects of most files have one entry, which need not be taken apart. */
function aloneOf(entries: readonly PackedEntry[]): AloneText | null {
  const [first] = entries;
  return first === undefined || entries.length > 1 ? null : aloneFrom(first);
}
