/** Answers as bytes. Documents that are stored as bytes go into them as they are. */
import { serialize, type Long, type Timestamp } from 'bson';
import type { Doc } from './values.js';

export interface Batch {
  readonly name: 'firstBatch' | 'nextBatch';
  readonly documents: readonly Uint8Array[];
  readonly cursor: Long;
  readonly namespace: string;
  readonly atClusterTime?: Timestamp | undefined;
}

export interface Reply {
  readonly fields: Doc;
  readonly batch?: Batch;
}

const DOCUMENT = 0x03;
const ARRAY = 0x04;

export function replyBytes({ fields, batch }: Reply): readonly Uint8Array[] {
  const rest = serialize(fields);
  if (batch === undefined) return [rest];
  const cursor = element(
    DOCUMENT,
    'cursor',
    document([batchElement(batch), inner(serialize(cursorFields(batch)))]),
  );
  return [document([cursor, inner(rest)])];
}

const cursorFields = ({ cursor, namespace, atClusterTime }: Batch): Doc => ({
  id: cursor,
  ns: namespace,
  ...(atClusterTime !== undefined && { atClusterTime }),
});

function batchElement({ name, documents }: Batch): Uint8Array {
  const elements = documents.flatMap((bytes, at) => [Buffer.from(`\x03${at}\x00`, 'latin1'), bytes]);
  return element(ARRAY, name, document(elements));
}

function element(type: number, name: string, value: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\x00`), value]);
}

function document(elements: readonly Uint8Array[]): Uint8Array {
  const length = 5 + elements.reduce((sum, part) => sum + part.length, 0);
  const size = Buffer.alloc(4);
  size.writeInt32LE(length);
  return Buffer.concat([size, ...elements, Buffer.alloc(1)], length);
}

/** What stands between the length and the end of a document. */
const inner = (bytes: Uint8Array): Uint8Array => bytes.subarray(4, -1);
