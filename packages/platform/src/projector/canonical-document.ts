/** Documents as bytes that don't depend on how the documents were made, for digests and comparisons. */
import { createHash, type Hash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import type { Document, KeyedDocument } from '../read-models/read-models.js';

/** RFC 8785 JSON of the fields. */
const canonicalFields = (document: Document): string => canonicalize(document.fields);

/** Equal for equal documents, different for different ones. */
export const canonicalText = (document: Document): string =>
  document.body === undefined
    ? canonicalFields(document)
    : `${canonicalFields(document)}\n${createHash('sha256').update(document.body).digest('hex')}`;

/** SHA-256 over the documents of some collections, each in key order. Independent of generations. */
export class DocumentDigest {
  private readonly hash: Hash = createHash('sha256');

  collection(logical: string): void {
    this.hash.update(`collection ${logical}\n`);
  }

  add(document: KeyedDocument): void {
    this.hash.update(`${JSON.stringify(document.key)} ${canonicalText(document)}\n`);
  }

  hex(): string {
    return this.hash.digest('hex');
  }
}
