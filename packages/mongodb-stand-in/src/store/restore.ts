/** The collections that a list of changes ends in, without going through all that was in between. */
import type { Doc } from '../bson/values.js';
import type { Change } from './changes.js';
import { CollectionState, type StoredDocument } from './collection-state.js';
import { ID_INDEX, indexSpec } from './index-spec.js';

interface Remains {
  readonly documents: Map<string, StoredDocument>;
  /** By name. */
  readonly indexes: Map<string, Doc>;
}

export function restored(changes: Iterable<Change>): Map<string, CollectionState> {
  const remains = new Map<string, Remains>();
  for (const change of changes) if (change.do !== 'remember') follow(remains, change);
  return new Map([...remains].map(([namespace, left]) => [namespace, collectionOf(namespace, left)]));
}

function follow(remains: Map<string, Remains>, change: Exclude<Change, { do: 'remember' }>): void {
  const { namespace } = change;
  if (change.do === 'drop') return void remains.delete(namespace);
  const left = remains.get(namespace) ?? { documents: new Map(), indexes: new Map() };
  remains.set(namespace, left);
  switch (change.do) {
    case 'put':
      left.documents.set(change.record, change.document);
      return;
    case 'remove':
      left.documents.delete(change.record);
      return;
    case 'createIndex':
      left.indexes.set(String(change.index.name), change.index);
      return;
    case 'dropIndexes':
      for (const name of change.names) left.indexes.delete(name);
      return;
    case 'create':
  }
}

function collectionOf(namespace: string, { documents, indexes }: Remains): CollectionState {
  const records = [...documents].sort(([a], [b]) => (a < b ? -1 : 1));
  return CollectionState.restored(namespace, records, [ID_INDEX, ...[...indexes.values()].map(indexSpec)]);
}
