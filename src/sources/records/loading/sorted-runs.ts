/** Runs of entries, each sorted by subject, in one file, and how they become one sequence again. */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { errorCode, errorMessage } from '../../../platform/errors/error-code.js';
import { SqliteFileError } from '../../../platform/sqlite/sqlite-file.js';
import { decoded } from '../../editions/text-lines.js';
import { eachEntry, EntryPacker } from './entry-batch.js';

/** An entry that waits. */
export interface Waiting {
  readonly subject: string;
  /** `entryText`. */
  readonly entry: string;
}

/** What is read of a run at once; an entry that is longer is a block of its own. */
const CHARACTERS_A_BLOCK = 1 << 16;

interface Block {
  readonly at: number;
  readonly bytes: number;
  readonly ends: readonly number[];
}

/** Written run by run, and read when all are. Only this process reads it, so where its blocks lie is kept in memory. */
export class RunFile {
  private readonly file: number;
  private readonly blocks: Block[][] = [];
  private size = 0;

  /** @throws SqliteFileError */
  constructor(path: string) {
    this.file = explained(() => openSync(path, 'wx+', 0o600));
  }

  /** @param run sorted @throws SqliteFileError where the disk is full */
  write(run: readonly Waiting[]): void {
    const packer = new EntryPacker();
    const blocks: Block[] = [];
    for (const { subject, entry } of run) {
      packer.add(subject, entry);
      if (packer.characters >= CHARACTERS_A_BLOCK) blocks.push(this.writeBlock(packer));
    }
    if (packer.characters > 0) blocks.push(this.writeBlock(packer));
    this.blocks.push(blocks);
  }

  /** In the order in which they were written. */
  runs(): Iterable<Waiting>[] {
    return this.blocks.map((blocks) => this.run(blocks));
  }

  close(): void {
    closeSync(this.file);
  }

  private writeBlock(packer: EntryPacker): Block {
    const { text, ends } = packer.take();
    const bytes = Buffer.from(text);
    const at = this.size;
    explained(() => {
      for (let done = 0; done < bytes.length;) done += writeSync(this.file, bytes, done);
    });
    this.size += bytes.length;
    return { at, bytes: bytes.length, ends };
  }

  private *run(blocks: readonly Block[]): Generator<Waiting> {
    for (const block of blocks) yield* this.read(block);
  }

  private read({ at, bytes, ends }: Block): Waiting[] {
    const buffer = Buffer.allocUnsafe(bytes);
    explained(() => {
      for (let done = 0; done < bytes;) {
        const read = readSync(this.file, buffer, done, bytes - done, at + done);
        if (read === 0) throw new Error('the file of staged entries was cut off');
        done += read;
      }
    });
    const found: Waiting[] = [];
    eachEntry({ text: decoded(buffer), ends }, (subject, entry) => void found.push({ subject, entry }));
    return found;
  }
}

/** A full disk is told as other files of an import tell it. */
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
  /** Its place among the runs. */
  readonly place: number;
  readonly rest: Iterator<Waiting>;
  next: Waiting;
}

const isBefore = (a: Head, b: Head): boolean =>
  a.next.subject < b.next.subject || (a.next.subject === b.next.subject && a.place < b.place);

/** Puts the first head of the heap where it belongs, after it moved on. */
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

/** All entries by subject; of equal ones those of an earlier run first. @throws SqliteFileError */
export function* mergedRuns(runs: readonly Iterable<Waiting>[]): Generator<Waiting> {
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
