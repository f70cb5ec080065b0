/** A batch of writes on its way to the writer's thread. */
import { checkDocumentSize } from '../check-document.js';
import type { CheckpointMove, Write } from '../read-models.js';
import { joinBodies } from './packed-documents.js';

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
