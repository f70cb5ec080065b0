/**
 * The ReadModels port over plain maps: for tests of what stands above the port, where a file would only cost
 * time. A commit makes a new state, so a snapshot is just the state that it began with.
 */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import {
  checkDocumentSize,
  checkCollection,
  checkSelection,
} from '../../../packages/platform/src/read-models/check-document.js';
import type {
  CheckpointMove,
  CollectionSpec,
  Document,
  FieldCondition,
  IndexSpec,
  KeyedDocument,
  RangeQuery,
  ReadModelReader,
  ReadModels,
  Selected,
  Selection,
  Write,
} from '../../../packages/platform/src/read-models/read-models.js';

interface Collection {
  readonly indexes: readonly IndexSpec[];
  readonly documents: ReadonlyMap<string, Document>;
}

interface State {
  readonly collections: ReadonlyMap<string, Collection>;
  readonly checkpoints: ReadonlyMap<string, Position>;
}

type Value = string | number | undefined;

const rank = (value: Value): number => (value === undefined ? 0 : typeof value === 'number' ? 1 : 2);

/** Text without it has the same order by UTF-16 as by UTF-8. */
const SURROGATE = /[\ud800-\udfff]/;

/** What is missing before numbers, numbers before text, text in the order of its UTF-8 bytes. */
function compare(a: Value, b: Value): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string')
    return SURROGATE.test(a) || SURROGATE.test(b)
      ? Buffer.compare(Buffer.from(a), Buffer.from(b))
      : Number(a > b) - Number(a < b);
  return rank(a) - rank(b);
}

function valueOf(document: KeyedDocument, field: string | undefined): Value {
  const value = field === undefined ? document.key : document.fields[field];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

class MemoryReader implements ReadModelReader {
  constructor(private readonly state: () => State) {}

  async get(collection: string, key: string): Promise<KeyedDocument | undefined> {
    return (await this.getMany(collection, [key]))[0];
  }

  async getMany(collection: string, keys: readonly string[]): Promise<readonly KeyedDocument[]> {
    const documents = this.state().collections.get(collection)?.documents;
    return keys.flatMap((key) => {
      const found = documents?.get(key);
      return found === undefined ? [] : [keyed(key, found)];
    });
  }

  async range(collection: string, query: RangeQuery): Promise<readonly KeyedDocument[]> {
    const found = this.state().collections.get(collection);
    if (found === undefined) return [];
    const { equals = [], from, to, after, limit = 1_000 } = query;
    const fields = indexFields(collection, found, query.index);
    if (equals.length > fields.length) throw new RangeError(`too many values for ${query.index}`);
    const sign = query.order === 'descending' ? -1 : 1;
    const order = [...fields, undefined];
    const place = (a: KeyedDocument, b: KeyedDocument): number =>
      sign *
      (order.map((field) => compare(valueOf(a, field), valueOf(b, field))).find((found) => found !== 0) ?? 0);
    const next = fields[equals.length];
    return [...found.documents]
      .map(([key, document]) => keyed(key, document))
      .filter((one) => equals.every((value, index) => one.fields[fields[index] ?? ''] === value))
      .filter((one) => from === undefined || compare(valueOf(one, next), from) >= 0)
      .filter((one) => to === undefined || compare(valueOf(one, next), to) < 0)
      .filter((one) => after === undefined || place(one, after) > 0)
      .sort(place)
      .slice(0, limit);
  }

  async select(collection: string, selection: Selection): Promise<Selected> {
    const found = this.state().collections.get(collection);
    if (found === undefined) return { documents: [], total: 0 };
    const { where, sort, order, skip, limit, isCounted = true } = selection;
    checkSelection(indexFields(collection, found, selection.index), selection);
    const sign = order === 'descending' ? -1 : 1;
    const met = (value: Value, condition: FieldCondition): boolean => {
      if (typeof condition !== 'object') return value === condition;
      const { from, to } = condition;
      const sameType = value !== undefined && typeof value === typeof (from ?? to ?? '');
      const isLow = from !== undefined && compare(value, from) < 0;
      return sameType && !isLow && (to === undefined || compare(value, to) < 0);
    };
    const documents = [...found.documents]
      .map(([key, document]) => keyed(key, document))
      .filter((one) => Object.entries(where).every(([field, is]) => met(valueOf(one, field), is)))
      .sort((a, b) => sign * (compare(valueOf(a, sort), valueOf(b, sort)) || compare(a.key, b.key)));
    return {
      documents: documents.slice(skip, skip + limit),
      total: isCounted ? documents.length : null,
    };
  }

  async checkpoint(name: string): Promise<Position | null> {
    return this.state().checkpoints.get(name) ?? null;
  }

  async checkpoints(prefix: string): Promise<ReadonlyMap<string, Position>> {
    return new Map([...this.state().checkpoints].filter(([name]) => name.startsWith(prefix)));
  }
}

export class MemoryReadModels extends MemoryReader implements ReadModels {
  private current: State = { collections: new Map(), checkpoints: new Map() };

  constructor() {
    super(() => this.current);
  }

  /** Another store with what this one holds now, as a back-up would have it. */
  copy(): MemoryReadModels {
    const copy = new MemoryReadModels();
    copy.current = this.current;
    return copy;
  }

  async declare(collections: readonly CollectionSpec[]): Promise<void> {
    collections.forEach(checkCollection);
    const declared = new Map(this.current.collections);
    for (const { name, indexes = [] } of collections) {
      const there = declared.get(name);
      const known = there?.indexes ?? [];
      const added = indexes.filter((index) => !known.some((one) => one.name === index.name));
      declared.set(name, { indexes: [...known, ...added], documents: there?.documents ?? new Map() });
    }
    this.current = { ...this.current, collections: declared };
  }

  async commit(writes: readonly Write[], move: CheckpointMove): Promise<'committed' | 'superseded'> {
    const { name, expected, next } = move;
    writes.forEach(checkSize);
    if ((this.current.checkpoints.get(name) ?? null) !== expected) return 'superseded';
    const collections = new Map(this.current.collections);
    const touched = new Map<string, Map<string, Document>>();
    for (const write of writes) {
      const collection = collections.get(write.collection);
      if (collection === undefined) throw new TypeError(`collection ${write.collection} is not declared`);
      const documents = touched.get(write.collection) ?? new Map(collection.documents);
      touched.set(write.collection, documents);
      apply(documents, write);
    }
    for (const [at, documents] of touched) {
      collections.set(at, { indexes: collections.get(at)?.indexes ?? [], documents });
    }
    this.current = { collections, checkpoints: new Map(this.current.checkpoints).set(name, next) };
    return 'committed';
  }

  async drop(collections: readonly string[], checkpoints: readonly string[]): Promise<void> {
    const kept = <T>(all: ReadonlyMap<string, T>, gone: readonly string[]): ReadonlyMap<string, T> =>
      new Map([...all].filter(([name]) => !gone.includes(name)));
    this.current = {
      collections: kept(this.current.collections, collections),
      checkpoints: kept(this.current.checkpoints, checkpoints),
    };
  }

  async held(): Promise<ReadonlyMap<string, Date>> {
    return new Map();
  }

  async snapshot<T>(read: (reader: ReadModelReader) => Promise<T>): Promise<T> {
    const moment = this.current;
    return read(new MemoryReader(() => moment));
  }

  async close(): Promise<void> {
    // Nothing is held.
  }
}

function apply(documents: Map<string, Document>, write: Write): void {
  if (write.op === 'put') documents.set(write.key, stored(write.document));
  else if (write.op === 'delete') documents.delete(write.key);
  else
    for (const key of [...documents.keys()])
      if (compare(key, write.from) >= 0 && compare(key, write.to) < 0) documents.delete(key);
}

function checkSize(write: Write): void {
  if (write.op !== 'put') return;
  const { collection, key, document } = write;
  checkDocumentSize({ collection, key, fields: JSON.stringify(document.fields), body: document.body });
}

/** A copy, as a file would hold it: nothing of the caller's can change it. */
const stored = ({ fields, body }: Document): Document => ({
  fields: JSON.parse(JSON.stringify(fields)) as Document['fields'],
  ...(body === undefined ? {} : { body: body.slice() }),
});

const keyed = (key: string, { fields, body }: Document): KeyedDocument => ({
  key,
  fields,
  ...(body === undefined ? {} : { body }),
});

function indexFields(name: string, { indexes }: Collection, wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return [];
  const index = indexes.find((one) => one.name === wanted);
  if (index === undefined) throw new TypeError(`collection ${name} has no index ${wanted}`);
  return index.fields;
}
