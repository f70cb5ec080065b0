/**
 * The writes of a batch in an order with the same effect: ranges first, then each key at most once. So writes
 * of one kind go together, and a bulk write is as large as allowed even where the batch alternates.
 */
import { groupBy } from '../../values/group-by.js';
import type { Write } from '../read-models.js';
import { storedDocument, type StoredDocument } from './stored-document.js';

export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

export interface PlannedWrites {
  readonly collection: string;
  /** To be done first. */
  readonly deletedRanges: readonly KeyRange[];
  readonly deleted: readonly string[];
  readonly puts: readonly StoredDocument[];
}

/** In one command. The server takes 48 MB and 100,000 operations, and answers smaller commands sooner. */
export const MAX_OPERATIONS = 1_000;
const MAX_BYTES = 8_000_000;

/** One plan for each collection, in the order of their first writes. @throws DocumentTooLargeError */
export const planWrites = (writes: readonly Write[]): readonly PlannedWrites[] =>
  [...groupBy(writes, ({ collection }) => collection)].map(([collection, own]) => planOf(collection, own));

function planOf(collection: string, writes: readonly Write[]): PlannedWrites {
  const deletedRanges: KeyRange[] = [];
  /** The last write of each key; null deletes it. */
  const ends = new Map<string, StoredDocument | null>();
  for (const write of writes) {
    if (write.op === 'put') ends.set(write.key, storedDocument(collection, write.key, write.document));
    else if (write.op === 'delete') ends.set(write.key, null);
    else {
      deletedRanges.push({ from: write.from, to: write.to });
      for (const key of ends.keys())
        if (compareKeys(key, write.from) >= 0 && compareKeys(key, write.to) < 0) ends.delete(key);
    }
  }
  const deleted = [...ends].filter(([, end]) => end === null).map(([key]) => key);
  return { collection, deletedRanges, deleted, puts: [...ends.values()].filter((end) => end !== null) };
}

/** Cuts puts into commands. */
export function* portionsOf(puts: readonly StoredDocument[]): Generator<readonly StoredDocument[]> {
  let portion: StoredDocument[] = [];
  let bytes = 0;
  for (const put of puts) {
    const size = put.f.length * 2 + (put.b?.length ?? 0);
    if (portion.length > 0 && (portion.length >= MAX_OPERATIONS || bytes + size > MAX_BYTES)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(put);
    bytes += size;
  }
  if (portion.length > 0) yield portion;
}

/** In the order of the stores: UTF-8 bytes. */
const compareKeys = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
