/** Name, indexes and size that every store accepts of a collection and its documents. */
import { DocumentTooLargeError, MAX_DOCUMENT_BYTES } from './read-models.js';
import type { CollectionSpec, Selection } from './read-models.js';

export interface MeasuredDocument {
  readonly collection: string;
  readonly key: string;
  /** As JSON. */
  readonly fields: string;
  readonly body: Uint8Array | undefined;
}

/** A store may keep the fields a second time, for its indexes. */
const FIELDS_KEPT = 2;

/** @throws DocumentTooLargeError */
export function checkDocumentSize({ collection, key, fields, body }: MeasuredDocument): void {
  const bodyBytes = body?.length ?? 0;
  // A unit of length takes at most three bytes in UTF-8, so most documents need no counting.
  if (bodyBytes + 3 * (FIELDS_KEPT * fields.length + key.length) <= MAX_DOCUMENT_BYTES) return;
  const bytes = bodyBytes + FIELDS_KEPT * Buffer.byteLength(fields) + Buffer.byteLength(key);
  if (bytes > MAX_DOCUMENT_BYTES) throw new DocumentTooLargeError(collection, key, bytes);
}

/** Names and indexes of a collection that every store accepts. */
const NAME = /^[a-z0-9_]{1,100}$/;
const FIELD = /^[A-Za-z_]\w*$/;

/** True if an index can be on a field of this name. */
export const canBeIndexed = (field: string): boolean => FIELD.test(field);

/** @throws TypeError where the index lacks a field of the selection */
export function checkSelection(fields: readonly string[], { index, where, sort }: Selection): void {
  const unknown = [...Object.keys(where), sort].find((field) => !fields.includes(field));
  if (unknown !== undefined) throw new TypeError(`index ${index} has no field ${unknown}`);
}

/** @throws TypeError where some store can't use a name */
export function checkCollection(spec: CollectionSpec): void {
  if (!NAME.test(spec.name)) throw new TypeError(`'${spec.name}' is no name for a collection`);
  for (const { name, fields } of spec.indexes ?? []) {
    if (!NAME.test(name) || fields.length === 0 || !fields.every(canBeIndexed))
      throw new TypeError(`'${name}' is no index that collection ${spec.name} can have`);
  }
}
