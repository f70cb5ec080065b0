/** The size that every store accepts of a document. */
import { DocumentTooLargeError, MAX_DOCUMENT_BYTES } from './read-models.js';

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
