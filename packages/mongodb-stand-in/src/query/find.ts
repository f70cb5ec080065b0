/** Finding documents: the filter by way of an index, sorted, cut to what was asked for. */
import type { Doc } from '../bson/values.js';
import type { CollectionState } from '../store/collection-state.js';
import { filterOf } from './filter.js';
import { planOf, read, type Found } from './plan.js';
import { keyParts, sortKey, type KeyPart } from './sort.js';

export interface Search {
  readonly filter: Doc;
  readonly sort?: Doc;
  readonly skip?: number;
  /** 0: all. */
  readonly limit?: number;
  readonly hint?: unknown;
}

/** As they are asked for, not before; the collection stays as it was given. */
export function* find(
  collection: CollectionState | undefined,
  search: Search,
  examined: () => void = () => undefined,
): Generator<Found> {
  const sort = sortOf(search);
  const { matches } = filterOf(search.filter);
  if (collection === undefined) return;
  const plan = planOf(collection, search.filter, sort, search.hint);
  const matching = filtered(read(collection, plan), (found) => {
    examined();
    return plan.isExact || matches(found[1].view);
  });
  const inOrder = sort.length === 0 || plan.sorts !== undefined ? matching : sorted(matching, sort);
  yield* cut(inOrder, search.skip ?? 0, search.limit ?? 0);
}

export const sortOf = ({ sort = {} }: Search): readonly KeyPart[] =>
  keyParts(sort).filter(({ path }) => path !== '$natural');

function* filtered(all: Iterable<Found>, matches: (found: Found) => boolean): Generator<Found> {
  for (const found of all) if (matches(found)) yield found;
}

function sorted(all: Iterable<Found>, sort: readonly KeyPart[]): Found[] {
  const keyed = Array.from(all, (found) => ({ found, key: sortKey(found[1].view, sort) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ found }) => found);
}

function* cut(all: Iterable<Found>, skip: number, limit: number): Generator<Found> {
  let seen = 0;
  for (const found of all) {
    seen += 1;
    if (seen > skip) yield found;
    if (limit > 0 && seen >= skip + limit) return;
  }
}
