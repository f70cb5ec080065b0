/** Sorts entries that come out of order: in memory, and by runs in a file if they are many. */
import { rmSync } from 'node:fs';
import { entriesIn, EntryPacker, type PackedEntry } from './entry-batch.js';
import type { StagedEntry } from '../record.js';
import { mergedRuns, RunFile, type Run } from './sorted-runs.js';

/** The size of entries that are sorted together, in bytes. */
const BYTES_A_RUN = 16 << 20;

const inOrder = (a: PackedEntry, b: PackedEntry): number =>
  a.subject < b.subject ? -1 : a.subject === b.subject ? 0 : 1;

export class Stage {
  private file: RunFile | null = null;
  private readonly waiting = new EntryPacker();

  constructor(
    private readonly path: string,
    private readonly bytesARun = BYTES_A_RUN,
  ) {}

  /** @throws SqliteFileError if the disk is full */
  add(subject: string, entry: StagedEntry): void {
    this.waiting.add(subject, entry);
    if (this.waiting.size >= this.bytesARun) this.writeRun();
  }

  /** Adds a packed entry. @throws SqliteFileError */
  addPacked(entry: PackedEntry): void {
    this.waiting.addPacked(entry);
    if (this.waiting.size >= this.bytesARun) this.writeRun();
  }

  /** The runs of waiting entries in the file; empty if they fit into memory. @throws SqliteFileError */
  runs(): readonly Run[] {
    if (this.file === null) return [];
    if (this.waiting.size > 0) this.writeRun();
    return this.file.runs;
  }

  /** The entries by subject. Entries of one subject keep their order of arrival. */
  sorted(): Iterable<PackedEntry> {
    const waiting = this.sortedWaiting();
    return this.file === null ? waiting : mergedRuns([...this.file.entries(), waiting]);
  }

  /** Drops the waiting entries and closes the file without removing it. */
  close(): void {
    this.file?.close();
    this.file = null;
    this.waiting.take();
  }

  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  private sortedWaiting(): PackedEntry[] {
    return entriesIn(this.waiting.batch()).sort(inOrder);
  }

  private writeRun(): void {
    this.file ??= RunFile.create(this.path);
    this.file.write(this.sortedWaiting());
    this.waiting.clear();
  }
}
