/**
 * Where entries that come out of order wait until all files are read. They are sorted by subject, so many at a time as
 * fit into the memory, and lie in a throw-away file beside the edition that is being built, from which they are merged.
 */
import { rmSync } from 'node:fs';
import { entryFrom } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import { mergedRuns, RunFile, type Waiting } from './sorted-runs.js';

/** What is sorted at once. */
const CHARACTERS_A_RUN = 16 << 20;

/** One subject's entries in the order in which they came. */
export interface SubjectEntries {
  readonly subject: string;
  readonly entries: readonly StagedEntry[];
}

const bySubject = (a: Waiting, b: Waiting): number =>
  a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;

export class Stage {
  private file: RunFile | null = null;
  private waiting: Waiting[] = [];
  private characters = 0;

  constructor(
    private readonly path: string,
    private readonly charactersARun = CHARACTERS_A_RUN,
  ) {}

  /** @param entry `entryText` @throws SqliteFileError where the disk is full */
  add(subject: string, entry: string): void {
    this.waiting.push({ subject, entry });
    this.characters += subject.length + entry.length;
    if (this.characters >= this.charactersARun) this.writeRun();
  }

  /** By subject. @throws SqliteFileError */
  *subjects(): Generator<SubjectEntries> {
    let subject = '';
    let entries: StagedEntry[] = [];
    for (const next of this.sorted()) {
      if (next.subject !== subject && entries.length > 0) {
        yield { subject, entries };
        entries = [];
      }
      subject = next.subject;
      entries.push(entryFrom(next.entry));
    }
    if (entries.length > 0) yield { subject, entries };
  }

  remove(): void {
    this.file?.close();
    this.file = null;
    this.waiting = [];
    rmSync(this.path, { force: true });
  }

  /** Those of a subject as they came: sorting keeps their order, and an earlier run goes first. */
  private sorted(): Iterable<Waiting> {
    this.waiting.sort(bySubject);
    return this.file === null ? this.waiting : mergedRuns([...this.file.runs(), this.waiting]);
  }

  private writeRun(): void {
    this.file ??= new RunFile(this.path);
    this.file.write(this.waiting.sort(bySubject));
    this.waiting = [];
    this.characters = 0;
  }
}
