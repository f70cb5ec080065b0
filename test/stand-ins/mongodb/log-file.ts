/**
 * The data in a file, for stand-ins that are processes of their own and get killed: one document for all that a command
 * or a transaction changed, so that one that was cut short never was.
 */
import { Binary, deserialize, serialize } from 'bson';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { bytesOf, readPlain, type Doc } from './bson/values.js';
import type { Change } from './store/changes.js';

export class LogFile {
  private file: number | undefined;

  constructor(private readonly path: string) {}

  /** All that was kept, in order. */
  read(): Change[][] {
    if (!existsSync(this.path)) return [];
    const bytes = readFileSync(this.path);
    const kept: Change[][] = [];
    let at = 0;
    while (at + 4 <= bytes.length && at + bytes.readInt32LE(at) <= bytes.length) {
      const length = bytes.readInt32LE(at);
      kept.push(changesOf(deserialize(bytes.subarray(at, at + length))));
      at += length;
    }
    this.cut(at);
    return kept;
  }

  keep(changes: readonly Change[]): void {
    this.file ??= openSync(this.path, 'a');
    writeSync(this.file, serialize({ changes: changes.map(kept) }));
  }

  close(): void {
    if (this.file !== undefined) closeSync(this.file);
    this.file = undefined;
  }

  erase(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  /** What comes next must not stand behind half a document. */
  private cut(length: number): void {
    const file = openSync(this.path, 'r+');
    ftruncateSync(file, length);
    closeSync(file);
  }
}

const kept = (change: Change): Doc =>
  change.do === 'put' ? { ...change, document: new Binary(change.document.bytes) } : change;

const changesOf = (entry: Doc): Change[] => (entry.changes as Doc[]).map(changeOf);

/** The file is the stand-in's own: what it reads there is what it wrote. */
function changeOf(entry: Doc): Change {
  if (entry.do !== 'put') return entry as Change;
  const bytes = Uint8Array.from(bytesOf(entry.document));
  return { ...entry, document: { bytes, view: readPlain(bytes) } } as Change;
}
