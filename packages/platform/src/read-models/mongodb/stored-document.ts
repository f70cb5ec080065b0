/**
 * A document as MongoDB stores it. Its fields are one JSON text: as separate fields they could not hold a
 * dot, a `$` or `undefined`, and would lose their order. Values that an index may need lie beside it, even
 * without an index: a writer need not know another process's indexes.
 */
import type { JsonObject } from '../../values/json.js';
import { canBeIndexed, checkDocumentSize } from '../check-document.js';
import type { Document, KeyedDocument } from '../read-models.js';

/** A value in an index. */
export type IndexValue = string | number;

export interface StoredDocument {
  /** The key. MongoDB orders strings by their UTF-8 bytes, as the port does. */
  readonly _id: string;
  /** The fields as JSON. */
  readonly f: string;
  /** Top-level fields that are text or numbers, by name. */
  readonly i?: Readonly<Record<string, IndexValue>>;
  /** The body. A missing body differs from an empty one. */
  readonly b?: Uint8Array;
}

/** The stored fields that a reader needs. */
export const READ_FIELDS = { f: 1, b: 1 } as const;

export const indexField = (field: string): string => `i.${field}`;

/** @throws DocumentTooLargeError */
export function storedDocument(collection: string, key: string, { fields, body }: Document): StoredDocument {
  const f = JSON.stringify(fields);
  checkDocumentSize({ collection, key, fields: f, body });
  return { _id: key, f, i: indexedFields(fields), ...(body === undefined ? {} : { b: body }) };
}

export function keyedDocument({ _id, f, b }: StoredDocument): KeyedDocument {
  const fields = JSON.parse(f) as JsonObject; // written by `storedDocument`
  return b === undefined ? { key: _id, fields } : { key: _id, fields, body: b };
}

/** Undefined where the field has no index value. Such documents come first in an index. */
export function indexValue(fields: JsonObject, field: string): IndexValue | undefined {
  const value = fields[field];
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))
    ? value
    : undefined;
}

function indexedFields(fields: JsonObject): Record<string, IndexValue> {
  // Without a prototype: a field may have the name `__proto__`.
  const indexed = Object.create(null) as Record<string, IndexValue>;
  for (const field of Object.keys(fields)) {
    const value = indexValue(fields, field);
    if (value !== undefined && canBeIndexed(field)) indexed[field] = value;
  }
  return indexed;
}
