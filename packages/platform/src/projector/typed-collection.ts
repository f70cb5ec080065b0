/** A collection with the type of its documents' fields: readers and the writing projection agree on it. */
import type { JsonObject } from '../values/json.js';
import type { CollectionSpec, Document, IndexSpec } from '../read-models/read-models.js';

export interface TypedCollection<Fields extends JsonObject> extends CollectionSpec {
  readonly indexes: readonly IndexSpec[];
  /** The fields of a document that was read from this collection. */
  fields(document: Document): Fields;
  /** A document for this collection. */
  document(fields: Fields, body?: Uint8Array): Document;
}

export function typedCollection<Fields extends JsonObject>(
  name: string,
  indexes: readonly IndexSpec[] = [],
): TypedCollection<Fields> {
  return {
    name,
    indexes,
    // Only the projection that declares the collection writes it, by `document` below. The generation in the
    // collection's name changes with the shape. So every document read has this shape.
    fields: (document) => document.fields as Fields,
    document: (fields, body) => (body === undefined ? { fields } : { fields, body }),
  };
}
