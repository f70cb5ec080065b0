/** Where commands read and write: the data themselves, or what a transaction sees of them. */
import type { StoredDocument, CollectionState } from './collection-state.js';
import type { IndexSpec } from './index-spec.js';

export interface Workspace {
  collection(namespace: string): CollectionState | undefined;
  /** All of them, by namespace. */
  namespaces(): readonly string[];
  /** What is read of a collection is no write, but a change of its indexes waits for it. */
  touch(namespace: string): void;
  /**
   * Before several documents are written by one statement, which is done again when one of them has to be
   * waited for.
   * @throws WriteConflict
   */
  check(namespace: string, record: string, document: StoredDocument | undefined): void;
  /** @throws ServerError 11000, WriteConflict */
  insert(namespace: string, document: StoredDocument): void;
  /** @throws ServerError 11000, WriteConflict */
  replace(namespace: string, record: string, document: StoredDocument): void;
  /** @throws WriteConflict */
  remove(namespace: string, record: string): void;
  /** @throws WriteConflict */
  create(namespace: string): void;
  /** @throws ServerError, WriteConflict */
  createIndex(namespace: string, spec: IndexSpec): void;
}
