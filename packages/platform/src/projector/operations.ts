/** Document operations on typed collections, as projections write them. */
import type { JsonObject } from '../values/json.js';
import type { DocumentKey, DocumentOperation, Found } from './projection.js';
import type { TypedCollection } from './typed-collection.js';

export const put = <Fields extends JsonObject>(
  collection: TypedCollection<Fields>,
  key: string,
  fields: Fields,
  body?: Uint8Array,
): DocumentOperation => ({
  op: 'put',
  collection: collection.name,
  key,
  document: collection.document(fields, body),
});

/** @param change the fields before this event to those after it (undefined: none). The body stays. */
export const update = <Fields extends JsonObject>(
  collection: TypedCollection<Fields>,
  key: string,
  change: (current: Fields | undefined) => Fields | undefined,
  erases = false,
): DocumentOperation => ({
  op: 'update',
  erases,
  collection: collection.name,
  key,
  change: (document) => {
    const before = document === undefined ? undefined : collection.fields(document);
    const after = change(before);
    if (after === before) return document;
    return after === undefined ? undefined : collection.document(after, document?.body);
  },
});

export const removeRange = (
  collection: TypedCollection<JsonObject>,
  range: { readonly from: string; readonly to: string },
): DocumentOperation => ({ op: 'deleteRange', collection: collection.name, ...range });

export const at = (collection: { readonly name: string }, key: string): DocumentKey => ({
  collection: collection.name,
  key,
});

/** The fields of a looked-up document. */
export function fieldsAt<Fields extends JsonObject>(
  found: Found,
  collection: TypedCollection<Fields>,
  key: string,
): Fields | undefined {
  const document = found(collection.name, key);
  return document === undefined ? undefined : collection.fields(document);
}
