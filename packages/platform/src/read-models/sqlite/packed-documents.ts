/** Documents and writes on their way between threads: fields as JSON, all bodies in one buffer that moves. */
import type { JsonObject } from '../../values/json.js';
import { checkDocumentSize } from '../check-document.js';
import type { CheckpointMove, Document, KeyedDocument, Write } from '../read-models.js';

export interface PackedDocuments {
  readonly keys: readonly string[];
  readonly fields: readonly string[];
  /** Length of each body in `bodies`; -1: no body. */
  readonly lengths: readonly number[];
  readonly bodies: Uint8Array<ArrayBuffer>;
}

/** A document as a row of its table. */
export type DocumentRow = readonly [key: string, fields: string, body: Uint8Array | null];

export function packDocuments(rows: readonly DocumentRow[]): PackedDocuments {
  const lengths = rows.map((row) => row[2]?.length ?? -1);
  return {
    keys: rows.map((row) => row[0]),
    fields: rows.map((row) => row[1]),
    lengths,
    bodies: joinBodies(rows.map((row) => row[2])),
  };
}

/** The documents share one buffer: who keeps a document long should copy its body. */
export function unpackDocuments(packed: PackedDocuments): KeyedDocument[] {
  let start = 0;
  return packed.keys.map((key, index) => {
    const fields = JSON.parse(packed.fields[index] ?? '{}') as JsonObject;
    const length = packed.lengths[index] ?? -1;
    if (length === -1) return { key, fields };
    const body = packed.bodies.subarray(start, start + length);
    start += length;
    return { key, fields, body };
  });
}

function joinBodies(bodies: readonly (Document['body'] | null)[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0));
  let offset = 0;
  for (const body of bodies) {
    if (body == null) continue;
    joined.set(body, offset);
    offset += body.length;
  }
  return joined;
}

export type PackedWrite =
  | {
      readonly op: 'put';
      readonly collection: string;
      readonly key: string;
      readonly fields: string;
      /** Length of the body in `bodies`; -1: no body. */
      readonly length: number;
      readonly erases: boolean;
    }
  | Exclude<Write, { op: 'put' }>;

export interface PackedCommit {
  readonly writes: readonly PackedWrite[];
  readonly bodies: Uint8Array<ArrayBuffer>;
  readonly checkpoint: CheckpointMove;
}

/** @throws DocumentTooLargeError */
export function packCommit(writes: readonly Write[], checkpoint: CheckpointMove): PackedCommit {
  return {
    writes: writes.map(packWrite),
    bodies: joinBodies(writes.map((write) => (write.op === 'put' ? write.document.body : null))),
    checkpoint,
  };
}

function packWrite(write: Write): PackedWrite {
  if (write.op !== 'put') return write;
  const { op, collection, key, document, erases = false } = write;
  const fields = JSON.stringify(document.fields);
  checkDocumentSize({ collection, key, fields, body: document.body });
  return { op, collection, key, fields, length: document.body?.length ?? -1, erases };
}
