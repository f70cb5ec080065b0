/** Cursors that are open: what is left of a find, given out in batches. */
import { Long, type Timestamp } from 'bson';
import type { Batch, Reply } from '../bson/reply-bytes.js';
import { ServerError } from '../errors.js';
import { LIMITS } from '../limits.js';

export interface Results {
  readonly namespace: string;
  /** As they are asked for. */
  readonly documents: Iterator<Uint8Array>;
  readonly atClusterTime?: Timestamp | undefined;
  /** By which the cursor was opened: nobody else may use it. */
  readonly session: string | undefined;
  readonly transaction: number | undefined;
}

interface Open extends Results {
  /** Read already, and too large for the batch before. */
  pending: Uint8Array | undefined;
}

const DEFAULT_FIRST_BATCH = 101;

export class Cursors {
  private readonly open = new Map<string, Open>();
  private last = 0;

  /** @param single nothing is kept open, whatever is left */
  first(results: Results, batchSize: number | undefined, single = false): Reply {
    const cursor: Open = { ...results, pending: undefined };
    const { documents, isOver } = nextDocuments(cursor, batchSize ?? DEFAULT_FIRST_BATCH);
    const id = isOver || single ? Long.ZERO : this.keep(cursor);
    return answer('firstBatch', cursor, documents, id);
  }

  /** @throws ServerError 43 */
  next(
    id: Long,
    namespace: string,
    batchSize: number | undefined,
    results: Pick<Results, 'session' | 'transaction'>,
  ): Reply {
    const cursor = this.open.get(id.toString());
    if (cursor === undefined || cursor.namespace !== namespace) {
      throw new ServerError(43, `cursor id ${id.toString()} not found`);
    }
    if (cursor.session !== results.session || cursor.transaction !== results.transaction) {
      throw new ServerError(
        50738,
        `Cannot run getMore on cursor ${id.toString()}, which was created in another session or transaction`,
      );
    }
    const { documents, isOver } = nextDocuments(cursor, batchSize ?? Number.POSITIVE_INFINITY);
    if (isOver) this.open.delete(id.toString());
    return answer('nextBatch', cursor, documents, isOver ? Long.ZERO : id);
  }

  /** @returns whether there was one */
  kill(id: Long): boolean {
    return this.open.delete(id.toString());
  }

  clear(): void {
    this.open.clear();
  }

  get count(): number {
    return this.open.size;
  }

  private keep(cursor: Open): Long {
    this.last += 1;
    const id = Long.fromBigInt((BigInt(Date.now()) << 16n) + BigInt(this.last));
    this.open.set(id.toString(), cursor);
    return id;
  }
}

/** So many documents, and no more bytes than a document may have. */
function nextDocuments(cursor: Open, most: number): { documents: Uint8Array[]; isOver: boolean } {
  const documents: Uint8Array[] = [];
  let bytes = 0;
  while (documents.length < most) {
    const document = cursor.pending ?? take(cursor);
    if (document === undefined) return { documents, isOver: true };
    if (documents.length > 0 && bytes + document.length > LIMITS.documentBytes) {
      cursor.pending = document;
      return { documents, isOver: false };
    }
    cursor.pending = undefined;
    documents.push(document);
    bytes += document.length;
  }
  cursor.pending ??= take(cursor);
  return { documents, isOver: cursor.pending === undefined };
}

function take(cursor: Open): Uint8Array | undefined {
  const next = cursor.documents.next();
  return next.done === true ? undefined : next.value;
}

function answer(
  name: Batch['name'],
  { namespace, atClusterTime }: Open,
  documents: readonly Uint8Array[],
  cursor: Long,
): Reply {
  return { fields: { ok: 1 }, batch: { name, documents, cursor, namespace, atClusterTime } };
}
