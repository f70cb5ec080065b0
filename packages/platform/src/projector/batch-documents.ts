/**
 * The documents of one collection after a batch of events. Operations are folded in memory: each document is
 * read at most once and written at most once, however often the batch changes it.
 */
import type { Document, ReadModelReader, Write } from '../read-models/read-models.js';
import type { Change } from './projection.js';

interface Entry {
  /** False: the stored document hasn't been read yet, and `changes` wait for it. */
  known: boolean;
  /** Nothing is stored under the key. If the batch leaves nothing there either, nothing is written. */
  absent: boolean;
  document: Document | undefined;
  changes: Change[];
  dirty: boolean;
  /** True if the write must erase the stored document for good. */
  erases: boolean;
}

interface Range {
  readonly from: string;
  readonly to: string;
}

const isIn = (key: string, { from, to }: Range): boolean => key >= from && key < to;

/** The maximum number of documents in one read: more would hold up the reader for too long. */
const READ_AT_ONCE = 500;

export class BatchDocuments {
  private readonly entries = new Map<string, Entry>();
  private readonly deleted: Range[] = [];

  constructor(
    private readonly reader: Pick<ReadModelReader, 'getMany'>,
    private readonly collection: string,
  ) {}

  /** Reads documents that `get` will be asked for. */
  async load(keys: Iterable<string>): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !this.entry(key).known);
    for (let start = 0; start < missing.length; start += READ_AT_ONCE) {
      const wanted = missing.slice(start, start + READ_AT_ONCE);
      const stored = await this.reader.getMany(this.collection, wanted);
      const byKey = new Map(stored.map((document) => [document.key, document]));
      for (const key of wanted) this.settle(this.entry(key), byKey.get(key));
    }
  }

  /** The present document. It must have been loaded, or be known from this batch. */
  get(key: string): Document | undefined {
    const entry = this.entry(key);
    if (!entry.known) throw new Error(`a lookup of ${this.collection}/${key} that was not announced`);
    return entry.document;
  }

  set(key: string, document: Document | undefined): void {
    const entry = this.entry(key);
    entry.known = true;
    entry.changes = [];
    entry.document = document;
    entry.dirty = true;
  }

  update(key: string, change: Change, erases = false): void {
    const entry = this.entry(key);
    entry.erases ||= erases;
    if (entry.known) apply(entry, change);
    else entry.changes.push(change);
  }

  deleteRange(range: Range): void {
    this.deleted.push(range);
    for (const [key, entry] of this.entries) {
      if (!isIn(key, range)) continue;
      // The range's deletion, which is written before single documents, removes the stored ones.
      Object.assign(entry, {
        known: true,
        absent: true,
        document: undefined,
        changes: [],
        dirty: false,
        erases: false,
      } satisfies Entry);
    }
  }

  /** The writes of the batch, ranges first. */
  async writes(): Promise<readonly Write[]> {
    await this.load([...this.entries].filter(([, entry]) => !entry.known).map(([key]) => key));
    const { collection } = this;
    const writes: Write[] = this.deleted.map((range) => ({ op: 'deleteRange', collection, ...range }));
    for (const [key, { document, dirty, absent, erases }] of this.entries) {
      if (!dirty || (absent && document === undefined)) continue;
      if (document === undefined) writes.push({ op: 'delete', collection, key });
      else writes.push({ op: 'put', collection, key, document, ...(erases && { erases }) });
    }
    return writes;
  }

  private entry(key: string): Entry {
    let entry = this.entries.get(key);
    if (entry === undefined) {
      const known = this.deleted.some((range) => isIn(key, range));
      entry = { known, absent: known, document: undefined, changes: [], dirty: false, erases: false };
      this.entries.set(key, entry);
    }
    return entry;
  }

  /** Takes in the stored document and applies the changes that waited for it. */
  private settle(entry: Entry, stored: Document | undefined): void {
    const { changes } = entry;
    Object.assign(entry, { known: true, absent: stored === undefined, document: stored, changes: [] });
    for (const change of changes) apply(entry, change);
  }
}

function apply(entry: Entry, change: Change): void {
  const changed = change(entry.document);
  if (changed === entry.document) return;
  entry.document = changed;
  entry.dirty = true;
}
