/**
 * The data that are committed, what transactions hold of them, and the clock. Changes are kept by whoever
 * listens, in the order in which they were made.
 */
import { Timestamp } from 'bson';
import { WriteConflict } from '../errors.js';
import type { Change } from './changes.js';
import { CollectionState, type StoredDocument } from './collection-state.js';
import { indexSpec, type IndexSpec } from './index-spec.js';
import { restored } from './restore.js';
import type { Workspace } from './workspace.js';

/** Whoever isn't committed yet, and what others wait for. */
export interface Holder {
  readonly ended: Promise<void>;
  readonly touched: ReadonlySet<string>;
}

export type Collections = ReadonlyMap<string, CollectionState>;

export const recordClaim = (namespace: string, record: string): string => `${namespace}|r|${record}`;
export const entryClaim = (namespace: string, index: string, entry: string): string =>
  `${namespace}|u|${index}|${entry}`;
export const catalogClaim = (namespace: string): string => `${namespace}|c`;

export class Store implements Workspace {
  private collections = new Map<string, CollectionState>();
  /** What each transaction that is open wrote: nobody else may. */
  private readonly claims = new Map<string, Holder>();
  private readonly holders = new Set<Holder>();
  private changes: Change[] = [];
  private lastRecord = 0;
  private time = new Timestamp({ t: Math.floor(Date.now() / 1_000), i: 1 });

  constructor(private readonly keep: (changes: readonly Change[]) => void = () => undefined) {}

  /** Of the last change. */
  get operationTime(): Timestamp {
    return this.time;
  }

  collection(namespace: string): CollectionState | undefined {
    return this.collections.get(namespace);
  }

  namespaces(): readonly string[] {
    return [...this.collections.keys()].sort();
  }

  snapshot(): Collections {
    return new Map(this.collections);
  }

  touch(): void {
    // what is read here is committed, and holds up nobody
  }

  newRecord(): string {
    this.lastRecord += 1;
    return this.lastRecord.toString(36).padStart(9, '0');
  }

  insert(namespace: string, document: StoredDocument): void {
    this.create(namespace);
    this.write(namespace, this.newRecord(), document);
  }

  replace(namespace: string, record: string, document: StoredDocument): void {
    this.write(namespace, record, document);
  }

  remove(namespace: string, record: string): void {
    this.write(namespace, record, undefined);
  }

  create(namespace: string): void {
    if (this.collections.has(namespace)) return;
    this.mustBeFree(catalogClaim(namespace));
    this.make([{ do: 'create', namespace }]);
  }

  createIndex(namespace: string, { given }: IndexSpec): void {
    this.create(namespace);
    this.mustBeUntouched(namespace);
    this.make([{ do: 'createIndex', namespace, index: given }]);
  }

  dropIndexes(namespace: string, names: readonly string[]): void {
    this.mustBeUntouched(namespace);
    this.make([{ do: 'dropIndexes', namespace, names }]);
  }

  drop(namespace: string): void {
    this.mustBeUntouched(namespace);
    this.make([{ do: 'drop', namespace }]);
  }

  /** @throws WriteConflict where somebody else holds one of them */
  claim(holder: Holder, wanted: readonly string[]): void {
    for (const claim of wanted) this.mustBeFree(claim, holder);
    for (const claim of wanted) this.claims.set(claim, holder);
  }

  enter(holder: Holder): void {
    this.holders.add(holder);
  }

  leave(holder: Holder, claims: Iterable<string>): void {
    this.holders.delete(holder);
    for (const claim of claims) this.claims.delete(claim);
  }

  /** Makes changes, and tells them to whoever keeps them. */
  make(changes: readonly Change[]): void {
    for (const change of changes) {
      this.apply(change);
      this.changes.push(change);
    }
    this.tick();
  }

  /** At the end of what must be kept as a whole: of a command, of a transaction. */
  flush(): void {
    if (this.changes.length === 0) return;
    const made = this.changes;
    this.changes = [];
    this.keep(made);
  }

  /** All that was kept, in order; it isn't kept again. */
  restore(changes: Iterable<Change>): void {
    this.collections = restored(changes);
    for (const collection of this.collections.values()) {
      for (const [last] of collection.records.entries({ from: '' }, true)) {
        this.lastRecord = Math.max(this.lastRecord, Number.parseInt(last, 36));
        break;
      }
    }
  }

  clear(): void {
    this.collections = new Map();
    this.changes = [];
  }

  check(namespace: string, record: string, document: StoredDocument | undefined): void {
    if (this.claims.size === 0) return;
    const collection = this.collections.get(namespace);
    const before = collection?.records.get(record);
    this.mustBeFree(recordClaim(namespace, record));
    for (const { index, entry } of collection?.uniqueEntriesMoved(before, document) ?? []) {
      this.mustBeFree(entryClaim(namespace, index, entry));
    }
  }

  private write(namespace: string, record: string, document: StoredDocument | undefined): void {
    this.check(namespace, record, document);
    this.make([
      document === undefined
        ? { do: 'remove', namespace, record }
        : { do: 'put', namespace, record, document },
    ]);
  }

  private apply(change: Change): void {
    if (change.do === 'remember') return;
    const { namespace } = change;
    if (change.do === 'drop') return void this.collections.delete(namespace);
    const collection = this.collections.get(namespace) ?? CollectionState.empty(namespace);
    this.collections.set(namespace, this.changed(collection, change));
  }

  private changed(
    collection: CollectionState,
    change: Exclude<Change, { do: 'remember' | 'drop' }>,
  ): CollectionState {
    switch (change.do) {
      case 'put':
        return collection.put(change.record, change.document);
      case 'remove':
        return collection.remove(change.record);
      case 'create':
        return collection;
      case 'createIndex':
        return collection.withIndex(indexSpec(change.index));
      case 'dropIndexes':
        return collection.withoutIndexes(change.names);
    }
  }

  private mustBeFree(claim: string, holder?: Holder): void {
    const other = this.claims.get(claim);
    if (other !== undefined && other !== holder) throw new WriteConflict(other.ended);
  }

  /** Changes of the catalogue wait until nobody has the collection in a transaction. */
  private mustBeUntouched(namespace: string): void {
    for (const holder of this.holders) {
      if (holder.touched.has(namespace)) throw new WriteConflict(holder.ended);
    }
  }

  private tick(): void {
    const seconds = Math.max(Math.floor(Date.now() / 1_000), this.time.t);
    this.time = new Timestamp({ t: seconds, i: seconds === this.time.t ? this.time.i + 1 : 1 });
  }
}
