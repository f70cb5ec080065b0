/**
 * Entries on their way into an edition. Published files are mostly in the order of their subjects: such entries are
 * merged as they come and written at once. Those of a subject that was passed already wait in the stage until the end.
 */
import { entryFrom, entryText } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import type { RecordEditionBuilder } from '../record-edition.js';
import type { Stage } from './stage.js';

/** More entries of one subject than this wait in the stage: memory must not grow with the file. */
const MOST_TOGETHER = 50_000;

export class SubjectOrder {
  private subject = '';
  private entries: StagedEntry[] = [];

  constructor(
    private readonly builder: RecordEditionBuilder,
    private readonly stage: Stage,
  ) {}

  /** @param entry `entryText` @throws SqliteFileError */
  add(subject: string, entry: string): void {
    if (this.takes(subject)) this.entries.push(entryFrom(entry));
    else this.stage.add(subject, entry);
  }

  /** What an edition holds that is brought up to date. @throws SqliteFileError */
  hold(subject: string, entry: StagedEntry): void {
    if (this.takes(subject)) this.entries.push(entry);
    else this.stage.add(subject, entryText(entry));
  }

  /** After the last entry: what waited is merged with what is written. @throws SqliteFileError */
  end(): void {
    this.write();
    for (const { subject, entries } of this.stage.subjects()) this.builder.merge(subject, entries);
  }

  /** Whether the next entry of this subject goes straight into the edition. */
  private takes(subject: string): boolean {
    if (subject < this.subject || this.entries.length >= MOST_TOGETHER) return false;
    if (subject > this.subject) {
      this.write();
      this.subject = subject;
    }
    return true;
  }

  private write(): void {
    if (this.entries.length > 0) this.builder.put(this.subject, this.entries);
    this.entries = [];
  }
}
