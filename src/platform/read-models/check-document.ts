/** How large a document may be, so that every store can hold it. */
import { DocumentTooLargeError, MAX_DOCUMENT_BYTES } from './read-models.js';

export interface MeasuredDocument {
  readonly collection: string;
  readonly key: string;
  /** As JSON. */
  readonly fields: string;
  readonly body: Uint8Array | undefined;
}

/** A store may keep fields a second time, for its indexes. */
const FIELDS_KEPT = 2;

/** @throws DocumentTooLargeError */
export function checkDocumentSize({ collection, key, fields, body }: MeasuredDocument): void {
  const bodyBytes = body?.length ?? 0;
  // No character takes more than three bytes of UTF-8 for each unit of length: most documents need no counting.
  if (bodyBytes + 3 * (FIELDS_KEPT * fields.length + key.length) <= MAX_DOCUMENT_BYTES) return;
  const bytes = bodyBytes + FIELDS_KEPT * Buffer.byteLength(fields) + Buffer.byteLength(key);
  if (bytes > MAX_DOCUMENT_BYTES) throw new DocumentTooLargeError(collection, key, bytes);
}
