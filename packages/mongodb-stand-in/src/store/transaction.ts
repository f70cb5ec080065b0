/**
 * What a transaction sees: the data as they were when it began, and its own writes. The first to write a
 * document keeps it until the end; whoever comes second loses at once.
 */
import { ServerError, WriteConflict } from '../errors.js';
import type { Change } from './changes.js';
import { CollectionState, type StoredDocument } from './collection-state.js';
import type { IndexSpec } from './index-spec.js';
import { catalogClaim, entryClaim, recordClaim, type Collections, type Holder, type Store } from './store.js';
import type { Workspace } from './workspace.js';

export class Transaction implements Workspace, Holder {
  readonly touched = new Set<string>();
  readonly ended: Promise<void>;
  private readonly before: Collections;
  private readonly own: Map<string, CollectionState>;
  private readonly claimed = new Set<string>();
  /** The last word on each record, by claim. */
  private readonly writes = new Map<string, { readonly namespace: string; readonly record: string }>();
  private readonly catalogue: Change[] = [];
  private end: () => void = () => undefined;
  private isOver = false;

  constructor(
    private readonly store: Store,
    snapshot: Collections = store.snapshot(),
  ) {
    this.before = snapshot;
    this.own = new Map(snapshot);
    this.ended = new Promise((resolve) => (this.end = resolve));
    store.enter(this);
  }

  collection(namespace: string): CollectionState | undefined {
    return this.own.get(namespace);
  }

  namespaces(): readonly string[] {
    return [...this.own.keys()].sort();
  }

  /** @throws ServerError 246 where indexes or the collection itself changed since the transaction began */
  touch(namespace: string): void {
    if (this.touched.has(namespace)) return;
    if (this.before.get(namespace)?.catalog !== this.store.collection(namespace)?.catalog) {
      throw new ServerError(
        246,
        `Unable to read from a snapshot due to pending collection catalog changes; please retry the operation. Collection: ${namespace}`,
      );
    }
    this.touched.add(namespace);
  }

  check(): void {
    // here a conflict ends the whole transaction, with all that was written before it
  }

  insert(namespace: string, document: StoredDocument): void {
    this.create(namespace);
    this.write(namespace, this.store.newRecord(), document);
  }

  replace(namespace: string, record: string, document: StoredDocument): void {
    this.write(namespace, record, document);
  }

  remove(namespace: string, record: string): void {
    this.write(namespace, record, undefined);
  }

  create(namespace: string): void {
    if (this.own.has(namespace)) return;
    this.claim([catalogClaim(namespace)]);
    this.own.set(namespace, CollectionState.empty(namespace));
    this.catalogue.push({ do: 'create', namespace });
  }

  /** @throws ServerError 263 but for a collection that this transaction made */
  createIndex(namespace: string, spec: IndexSpec): void {
    if (this.before.has(namespace)) {
      throw new ServerError(
        263,
        `Cannot create new indexes on existing collection ${namespace} in a multi-document transaction.`,
      );
    }
    this.create(namespace);
    this.own.set(namespace, this.mine(namespace).withIndex(spec));
    this.catalogue.push({ do: 'createIndex', namespace, index: spec.given });
  }

  /** All of it at once. What is released first can be taken again, whatever came first in the transaction. */
  commit(remember: readonly Change[]): void {
    const writes = [...this.writes.values()];
    const kept = writes.flatMap(({ namespace, record }): Change[] => {
      const document = this.own.get(namespace)?.records.get(record);
      return document === undefined ? [] : [{ do: 'put', namespace, record, document }];
    });
    const released = writes
      .filter(({ namespace, record }) => this.before.get(namespace)?.records.get(record) !== undefined)
      .map(({ namespace, record }): Change => ({ do: 'remove', namespace, record }));
    this.leave();
    this.store.make([...this.catalogue, ...released, ...kept, ...remember]);
    this.end();
  }

  abort(): void {
    if (this.isOver) return;
    this.leave();
    this.end();
  }

  get hasWritten(): boolean {
    return this.writes.size > 0 || this.catalogue.length > 0;
  }

  private leave(): void {
    this.isOver = true;
    this.store.leave(this, this.claimed);
  }

  private mine(namespace: string): CollectionState {
    return this.own.get(namespace) ?? CollectionState.empty(namespace);
  }

  private write(namespace: string, record: string, document: StoredDocument | undefined): void {
    this.touch(namespace);
    const collection = this.mine(namespace);
    const before = collection.records.get(record);
    const entries = collection.uniqueEntriesMoved(before, document);
    this.mustBeAsItWas(namespace, record);
    for (const { index, entry } of entries) this.mustBeFreeAsItWas(namespace, index, entry);
    // A duplicate that this transaction sees is a duplicate, not a conflict.
    const after = document === undefined ? collection.remove(record) : collection.put(record, document);
    this.claim([
      recordClaim(namespace, record),
      ...entries.map(({ index, entry }) => entryClaim(namespace, index, entry)),
    ]);
    this.own.set(namespace, after);
    this.writes.set(recordClaim(namespace, record), { namespace, record });
  }

  private claim(claims: readonly string[]): void {
    this.store.claim(this, claims);
    for (const claim of claims) this.claimed.add(claim);
  }

  /** Somebody committed another version since: writing over it would lose that. */
  private mustBeAsItWas(namespace: string, record: string): void {
    if (this.claimed.has(recordClaim(namespace, record))) return;
    const seen = this.before.get(namespace)?.records.get(record);
    if (this.store.collection(namespace)?.records.get(record) !== seen) throw new WriteConflict();
  }

  private mustBeFreeAsItWas(namespace: string, index: string, entry: string): void {
    if (this.claimed.has(entryClaim(namespace, index, entry))) return;
    const seen = this.before.get(namespace)?.index(index)?.entries.get(entry);
    const now = this.store.collection(namespace)?.index(index)?.entries.get(entry);
    if (now !== seen) throw new WriteConflict();
  }
}
