/** A collection with its indexes at one moment. It never changes: each write makes another one. */
import type { Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import { entriesOf, ID_INDEX, isMultikey, keyValueOf, shellText, type IndexSpec } from './index-spec.js';
import { SortedTree } from './sorted-tree.js';

export interface StoredDocument {
  /** What the client sent, or an update made of it: what finds answer. */
  readonly bytes: Uint8Array;
  /** The same for filters and indexes to look at. */
  readonly view: Doc;
}

export interface IndexState {
  readonly spec: IndexSpec;
  /** The record by entry; where entries may be equal, the record's key is the end of them. */
  readonly entries: SortedTree<string>;
  /** Some document has several entries. */
  readonly isMultikey: boolean;
}

/** A unique entry that a write takes or gives up. */
export interface UniqueEntry {
  readonly index: string;
  readonly entry: string;
}

export class CollectionState {
  private constructor(
    readonly namespace: string,
    /** Another one at each change of indexes, and for another collection of the same name. */
    readonly catalog: symbol,
    /** In the order in which they came. */
    readonly records: SortedTree<StoredDocument>,
    readonly indexes: readonly IndexState[],
  ) {}

  static empty(namespace: string): CollectionState {
    const id: IndexState = { spec: ID_INDEX, entries: SortedTree.empty(), isMultikey: false };
    return new CollectionState(namespace, Symbol(namespace), SortedTree.empty(), [id]);
  }

  /** @param records by their keys, in their order */
  static restored(
    namespace: string,
    records: readonly (readonly [string, StoredDocument])[],
    specs: readonly IndexSpec[],
  ): CollectionState {
    const tree = SortedTree.from(records);
    const indexes = specs.map((spec) => indexOf(namespace, spec, tree));
    return new CollectionState(namespace, Symbol(namespace), tree, indexes);
  }

  get size(): number {
    return this.records.size;
  }

  index(name: string): IndexState | undefined {
    return this.indexes.find(({ spec }) => spec.name === name);
  }

  /** @throws ServerError 11000 where a unique index has another document of the kind */
  put(record: string, document: StoredDocument): CollectionState {
    const before = this.records.get(record);
    return this.changed(
      this.records.with(record, document),
      this.indexes.map((index) => moved(this.namespace, index, record, before, document)),
    );
  }

  remove(record: string): CollectionState {
    const before = this.records.get(record);
    if (before === undefined) return this;
    return this.changed(
      this.records.without(record),
      this.indexes.map((index) => moved(this.namespace, index, record, before, undefined)),
    );
  }

  /** @throws ServerError 11000 where the documents that are there aren't unique */
  withIndex(spec: IndexSpec): CollectionState {
    const index = indexOf(this.namespace, spec, this.records);
    return new CollectionState(this.namespace, Symbol(this.namespace), this.records, [
      ...this.indexes,
      index,
    ]);
  }

  withoutIndexes(names: readonly string[]): CollectionState {
    const rest = this.indexes.filter(({ spec }) => !names.includes(spec.name));
    return new CollectionState(this.namespace, Symbol(this.namespace), this.records, rest);
  }

  /** What a write of this record takes or gives up in the unique indexes. */
  uniqueEntriesMoved(
    before: StoredDocument | undefined,
    after: StoredDocument | undefined,
  ): readonly UniqueEntry[] {
    return this.indexes
      .filter(({ spec }) => spec.isUnique)
      .flatMap(({ spec }) => {
        const [old, next] = [entriesIn(spec, before), entriesIn(spec, after)];
        const changed = [...difference(old, next), ...difference(next, old)];
        return changed.map((entry) => ({ index: spec.name, entry }));
      });
  }

  private changed(records: SortedTree<StoredDocument>, indexes: readonly IndexState[]): CollectionState {
    return new CollectionState(this.namespace, this.catalog, records, indexes);
  }
}

/** All at once, which costs a fraction of one after the other. */
function indexOf(namespace: string, spec: IndexSpec, records: SortedTree<StoredDocument>): IndexState {
  const entries: (readonly [string, string])[] = [];
  let hasSeveral = false;
  for (const [record, { view }] of records.entries()) {
    hasSeveral ||= isMultikey(spec, view);
    for (const entry of entriesOf(spec, view)) entries.push([spec.isUnique ? entry : entry + record, record]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const twice = entries.find(([entry], at) => at > 0 && entries[at - 1]?.[0] === entry);
  const document = twice === undefined ? undefined : records.get(twice[1]);
  if (document !== undefined) throw duplicateKey(namespace, spec, document.view);
  return { spec, entries: SortedTree.from(entries), isMultikey: hasSeveral };
}

const entriesIn = (spec: IndexSpec, document: StoredDocument | undefined): readonly string[] =>
  document === undefined ? [] : entriesOf(spec, document.view);

const difference = (some: readonly string[], others: readonly string[]): readonly string[] =>
  others.length === 0 ? some : some.filter((entry) => !others.includes(entry));

function moved(
  namespace: string,
  index: IndexState,
  record: string,
  before: StoredDocument | undefined,
  after: StoredDocument | undefined,
): IndexState {
  const { spec } = index;
  const [old, next] = [entriesIn(spec, before), entriesIn(spec, after)];
  let { entries } = index;
  for (const entry of difference(old, next))
    entries = entries.without(spec.isUnique ? entry : entry + record);
  for (const entry of difference(next, old)) {
    const holder = spec.isUnique ? entries.get(entry) : undefined;
    if (holder !== undefined && holder !== record && after !== undefined) {
      throw duplicateKey(namespace, spec, after.view);
    }
    entries = entries.with(spec.isUnique ? entry : entry + record, record);
  }
  if (entries === index.entries) return index;
  return {
    spec,
    entries,
    isMultikey: index.isMultikey || (after !== undefined && isMultikey(spec, after.view)),
  };
}

function duplicateKey(namespace: string, spec: IndexSpec, document: Doc): ServerError {
  const keyValue = keyValueOf(spec, document);
  const message = `E11000 duplicate key error collection: ${namespace} index: ${spec.name} dup key: ${shellText(keyValue)}`;
  return new ServerError(11000, message, { keyPattern: spec.pattern, keyValue });
}
