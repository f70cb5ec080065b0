/**
 * The data in a file, for stand-ins that are processes of their own and get killed: one entry for all that a
 * command or a transaction changed, so that one that was cut short never was. An entry is its length and the
 * changes as BSON, each new document behind the change that it belongs to.
 */
import { serialize } from 'bson';
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { readPlain, type Doc } from './bson/values.js';
import type { Change } from './store/changes.js';
import type { StoredDocument } from './store/collection-state.js';

const LENGTH = 4;

export class LogFile {
  private file: number | undefined;

  constructor(private readonly path: string) {}

  /** All that was kept, in order. */
  read(): Change[] {
    if (!existsSync(this.path)) return [];
    const bytes = readFileSync(this.path);
    const kept: Change[] = [];
    let at = 0;
    while (at + LENGTH <= bytes.length && at + bytes.readUInt32LE(at) <= bytes.length) {
      const end = at + bytes.readUInt32LE(at);
      for (const change of changesIn(bytes.subarray(at + LENGTH, end))) kept.push(change);
      at = end;
    }
    this.cut(at);
    return kept;
  }

  keep(changes: readonly Change[]): void {
    this.file ??= openSync(this.path, 'a');
    writeAll(this.file, Buffer.concat(entryOf(changes)));
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

function entryOf(changes: readonly Change[]): Uint8Array[] {
  const parts = changes.flatMap((change) => {
    if (change.do !== 'put') return [serialize(change)];
    const { document, ...rest } = change;
    return [serialize(rest), document.bytes];
  });
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, LENGTH));
  return [length, ...parts];
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** The file is the stand-in's own: what it reads there is what it wrote. */
function* changesIn(bytes: Buffer): Generator<Change> {
  const documents = documentsIn(bytes);
  for (const change of documents) {
    const fields = readPlain(change);
    if (fields.do !== 'put') {
      yield fields as Change;
      continue;
    }
    const document = Uint8Array.from(documents.next().value ?? []);
    yield { ...fields, document: lazily(document) } as Change;
  }
}

/** Most of what was written was written over since: only what is left is looked at. */
function lazily(bytes: Uint8Array): StoredDocument {
  let view: Doc | undefined;
  return {
    bytes,
    get view() {
      return (view ??= readPlain(bytes));
    },
  };
}

function* documentsIn(bytes: Buffer): Generator<Buffer, undefined> {
  for (let at = 0; at < bytes.length;) {
    const end = at + bytes.readInt32LE(at);
    yield bytes.subarray(at, end);
    at = end;
  }
  return undefined;
}
