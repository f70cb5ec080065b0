/** Stores runs of entries, each sorted by subject, in one file, and merges them into one sequence. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { errorCode, errorMessage } from '../../../../../../platform/src/errors/error-code.js';
import { SqliteFileError } from '../../../../../../platform/src/sqlite/sqlite-file.js';
import { entriesIn, EntryPacker, type EntryBatch, type PackedEntry } from './entry-batch.js';

/** The size of a block, which is read as one. A longer entry is its own block. */
const BYTES_A_BLOCK = 1 << 16;
const NUMBER_BYTES = 4;

/** The place of a block. It holds the number of ends, the ends of its entries, and their bytes. */
interface Block {
  readonly at: number;
  readonly size: number;
}

/** A run, as the places of its blocks. */
export type Run = readonly Block[];

/** A file of runs. Only this process writes and reads it, so the places of blocks stay in memory. */
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

  /** @param run entries sorted by subject @throws SqliteFileError if the disk is full */
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
        for (let offset = 0; offset < part.length;) offset += writeSync(this.file, part, offset);
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
      for (let offset = 0; offset < size;) {
        const bytesRead = readSync(this.file, buffer, offset, size - offset, at + offset);
        if (bytesRead === 0) throw new Error('the file of staged entries was cut off');
        offset += bytesRead;
      }
    });
    const [numbers = 0] = new Uint32Array(memory, 0, 1);
    const ends = [...new Uint32Array(memory, NUMBER_BYTES, numbers)];
    return { bytes: buffer.subarray((1 + numbers) * NUMBER_BYTES), ends };
  }
}

/** Runs file work and reports its faults as the other files of an import do. */
function explained<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isFull = errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT';
    const why = isFull ? 'the disk is full or failing' : 'the staged entries could not be kept';
    throw new SqliteFileError(isFull ? 'full' : 'failed', `${why} (${errorMessage(error)})`, {
      cause: error,
    });
  }
}

interface Head {
  readonly place: number;
  readonly rest: Iterator<PackedEntry>;
  next: PackedEntry;
}

const isBefore = (a: Head, b: Head): boolean =>
  a.next.subject < b.next.subject || (a.next.subject === b.next.subject && a.place < b.place);

/** Restores the order of the heap after its first head advanced. */
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

/** Yields all entries by subject, and those of one subject by run. @throws SqliteFileError */
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

/** Yields each subject with its entries in their order. @param sorted entries sorted by subject */
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
