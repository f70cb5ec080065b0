/** Packs entries into bytes, which move between threads and through the stage's file unchanged. */
import { isAscii } from 'node:buffer';
import { type StagedEntry, staged, type Entry, type Version } from '../record.js';
import { aloneText, itemFrom, itemText, linksFrom, type AloneText } from '../records-text.js';

/** Packed entries, each after its subject. */
export interface EntryBatch {
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;
  /** Two positions for each entry: the end of its subject, and its own end. */
  readonly ends: readonly number[];
}

/** An entry of a batch, still packed. */
export interface PackedEntry {
  readonly subject: string;
  readonly bytes: Buffer;
  readonly encoding: 'latin1' | 'utf8';
  readonly begin: number;
  /** The start of the entry itself, after its subject. */
  readonly from: number;
  readonly to: number;
}

const PUT = 'put\n';
const NEWLINE = 0x0a;
/** The maximum bytes of UTF-8 for a unit of a string. */
const MAX_BYTES_A_CHARACTER = 3;
/** The initial capacity of a batch, enough for most. */
const CAPACITY = 3 << 17;

/** Gathers entries until they are taken. */
export class EntryPacker {
  private memory: Buffer | null = null;
  private ends: number[] = [];
  /** The size of the waiting entries, in bytes. */
  size = 0;

  add(subject: string, entry: StagedEntry): void {
    const text = textOf(entry);
    const memory = this.room((subject.length + text.length) * MAX_BYTES_A_CHARACTER);
    const from = this.size + memory.write(subject, this.size);
    this.size = from + memory.write(text, from);
    this.ends.push(from, this.size);
  }

  addPacked({ bytes, begin, from, to }: PackedEntry): void {
    const memory = this.room(to - begin);
    bytes.copy(memory, this.size, begin, to);
    this.ends.push(this.size + from - begin, this.size + to - begin);
    this.size += to - begin;
  }

  /** Takes the batch out of the packer. The batch has its own memory, so it can move to another thread. */
  take(): EntryBatch {
    const batch = this.batch();
    this.memory = null;
    this.clear();
    return batch;
  }

  /** Returns the waiting entries. The batch is valid until an entry is added. */
  batch(): EntryBatch {
    const { memory, ends, size } = this;
    return { bytes: memory === null ? new Uint8Array() : memory.subarray(0, size), ends };
  }

  /** Removes the entries, and keeps the memory for later ones. */
  clear(): void {
    this.ends = [];
    this.size = 0;
  }

  private room(bytes: number): Buffer {
    if (this.memory === null) this.memory = Buffer.allocUnsafeSlow(Math.max(CAPACITY, bytes));
    else if (this.size + bytes > this.memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.memory.length, this.size + bytes));
      this.memory.copy(larger, 0, 0, this.size);
      this.memory = larger;
    }
    return this.memory;
  }
}

/** Returns the entries in the order in which they were added. */
export function entriesIn({ bytes, ends }: EntryBatch): PackedEntry[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const encoding = isAscii(buffer) ? 'latin1' : 'utf8';
  const entries: PackedEntry[] = [];
  let begin = 0;
  for (let at = 0; at < ends.length; at += 2) {
    const [from = 0, to = 0] = [ends[at], ends[at + 1]];
    const subject = buffer.toString(encoding, begin, from);
    entries.push({ subject, bytes: buffer, encoding, begin, from, to });
    begin = to;
  }
  return entries;
}

/** The memory of a batch, which moves with it to another thread. */
export const memoryOfBatch = ({ bytes }: EntryBatch): ArrayBuffer[] =>
  bytes.buffer instanceof ArrayBuffer && bytes.length > 0 ? [bytes.buffer] : [];

/** Writes an entry as three lines: kind, links as JSON, item; or kind, list, version. */
function textOf(entry: StagedEntry): string {
  if (entry.kind === 'whole') return `${entry.kind}\n${entry.list}\n${entry.version}`;
  return `${entry.kind}\n${entry.links.length === 0 ? '' : JSON.stringify(entry.links)}\n${itemText(entry)}`;
}

export function entryFrom({ bytes, encoding, from, to }: PackedEntry): StagedEntry {
  const [kind, second = '', third = ''] = bytes.toString(encoding, from, to).split('\n');
  if (kind === 'whole') return { kind, list: second, version: third };
  const item = itemFrom(third, second);
  return kind === 'drop' ? { kind, ...item, text: null } : { kind: 'put', ...item };
}

/** The records of a subject whose only entry this is; null: the entry deletes an item or states a list. */
export function aloneFrom({ bytes, encoding, from, to }: PackedEntry): AloneText | null {
  if (bytes[from] !== PUT.charCodeAt(0)) return null;
  const line = bytes.indexOf(NEWLINE, from + PUT.length);
  const links = bytes.toString(encoding, from + PUT.length, line);
  return { text: aloneText(bytes.toString(encoding, line + 1, to)), links: linksFrom(links) };
}

/** Collects the entries of a reader until they are merged. */
export class FoundEntries {
  entries = 0;
  /** The version of the newest entry; empty: no entry states one. */
  newestTime: Version = '';

  readonly kept = new EntryPacker();

  add(entry: Entry): void {
    this.kept.add(entry.subject, staged(entry));
    this.entries += 1;
    if (entry.version > this.newestTime) this.newestTime = entry.version;
  }
}
