/** Stores runs of entries, each sorted by subject, in one file, and merges them into one sequence. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { errorCode, errorMessage } from '../../../../../../platform/src/errors/error-code.js';
import { SqliteFileError } from '../../../../../../platform/src/sqlite/sqlite-file.js';
import { entriesIn, EntryPacker, type EntryBatch, type PackedEntry } from './entry-batch.js';

/** Bytes of a run that are read together. A longer entry is a block of its own. */
const BYTES_A_BLOCK = 1 << 16;
const NUMBER_BYTES = 4;

/** The place of a block: the count of numbers that follow, the ends of its entries, and their bytes. */
interface Block {
  readonly at: number;
  readonly size: number;
}

/** The place of a run. */
export type Run = readonly Block[];

/** A file of runs, written and then read by this process alone: the places of its blocks stay in memory. */
export class RunFile {
  private size = 0;

  private constructor(
    private readonly file: number,
    private readonly written: Run[],
  ) {}

  /** @throws SqliteFileError */
  static create(path: string): RunFile {
    return new RunFile(
      explained(() => openSync(path, 'wx+', 0o600)),
      [],
    );
  }

  /** Opens the runs that another writer wrote. @throws SqliteFileError */
  static open(path: string, runs: readonly Run[]): RunFile {
    return new RunFile(
      explained(() => openSync(path, 'r')),
      [...runs],
    );
  }

  get runs(): readonly Run[] {
    return this.written;
  }

  /** @param run sorted @throws SqliteFileError where the disk is full */
  write(run: readonly PackedEntry[]): void {
    const packer = new EntryPacker();
    const blocks: Block[] = [];
    for (const entry of run) {
      packer.addPacked(entry);
      if (packer.size >= BYTES_A_BLOCK) blocks.push(this.writeBlock(packer));
    }
    if (packer.size > 0) blocks.push(this.writeBlock(packer));
    this.written.push(blocks);
  }

  entries(): Iterable<PackedEntry>[] {
    return this.written.map((blocks) => this.run(blocks));
  }

  close(): void {
    closeSync(this.file);
  }

  private writeBlock(packer: EntryPacker): Block {
    const { bytes, ends } = packer.batch();
    const block = { at: this.size, size: (1 + ends.length) * NUMBER_BYTES + bytes.length };
    const head = Uint32Array.of(ends.length, ...ends);
    explained(() => {
      for (const part of [new Uint8Array(head.buffer), bytes])
        for (let done = 0; done < part.length;) done += writeSync(this.file, part, done);
    });
    packer.clear();
    this.size += block.size;
    return block;
  }

  private *run(blocks: Run): Generator<PackedEntry> {
    for (const block of blocks) yield* entriesIn(this.read(block));
  }

  private read({ at, size }: Block): EntryBatch {
    const memory = new ArrayBuffer(size);
    const buffer = Buffer.from(memory);
    explained(() => {
      for (let done = 0; done < size;) {
        const read = readSync(this.file, buffer, done, size - done, at + done);
        if (read === 0) throw new Error('the file of staged entries was cut off');
        done += read;
      }
    });
    const [numbers = 0] = new Uint32Array(memory, 0, 1);
    const ends = [...new Uint32Array(memory, NUMBER_BYTES, numbers)];
    return { bytes: buffer.subarray((1 + numbers) * NUMBER_BYTES), ends };
  }
}

/** Reports a full disk like other files of an import do. */
function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const full = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT';
    const why = full ? 'the disk is full or failing' : 'the staged entries could not be kept';
    throw new SqliteFileError(full ? 'full' : 'failed', `${why} (${errorMessage(error)})`, { cause: error });
  }
}

interface Head {
  readonly place: number;
  readonly rest: Iterator<PackedEntry>;
  next: PackedEntry;
}

const isBefore = (a: Head, b: Head): boolean =>
  a.next.subject < b.next.subject || (a.next.subject === b.next.subject && a.place < b.place);

/** Moves the first head of the heap to its place after it advanced. */
function sink(heap: Head[]): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    const [head, a, b] = [heap[at], heap[left], heap[left + 1]];
    if (head === undefined || a === undefined) return;
    const [least, place] = b !== undefined && isBefore(b, a) ? [b, left + 1] : [a, left];
    if (isBefore(head, least)) return;
    heap[at] = least;
    heap[place] = head;
    at = place;
  }
}

/** All entries by subject; of one subject those of an earlier run first. @throws SqliteFileError */
export function* mergedRuns(runs: readonly Iterable<PackedEntry>[]): Generator<PackedEntry> {
  const heap = runs.flatMap((run, place): Head[] => {
    const rest = run[Symbol.iterator]();
    const first = rest.next();
    return first.done === true ? [] : [{ place, rest, next: first.value }];
  });
  // A sorted list is a heap.
  heap.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  for (let [head] = heap; head !== undefined; [head] = heap) {
    yield head.next;
    const next = head.rest.next();
    if (next.done !== true) head.next = next.value;
    else {
      const last = heap.pop();
      if (last !== undefined && last !== head) heap[0] = last;
    }
    sink(heap);
  }
}

/** Yields each subject with its entries, in the order in which they came. @param sorted by subject */
export function* bySubject(sorted: Iterable<PackedEntry>) {
  let subject = '';
  let entries: PackedEntry[] = [];
  for (const next of sorted) {
    if (next.subject !== subject && entries.length > 0) {
      yield { subject, entries };
      entries = [];
    }
    subject = next.subject;
    entries.push(next);
  }
  if (entries.length > 0) yield { subject, entries };
}
