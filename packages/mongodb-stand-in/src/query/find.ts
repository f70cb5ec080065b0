/** Finding documents: the filter by way of an index, sorted, cut to what was asked for. */
import type { Doc } from '../bson/values.js';
import type { CollectionState } from '../store/collection-state.js';
import { filterOf } from './filter.js';
import { isBetween, planBetween } from './plan-between.js';
import { planOf, read, type Found, type Plan } from './plan.js';
import { keyParts, sortKey, type KeyPart } from './sort.js';

export interface Search {
  readonly filter: Doc;
  readonly sort?: Doc;
  readonly skip?: number;
  /** 0: all. */
  readonly limit?: number;
  readonly hint?: unknown;
  /** Places in the index that `hint` names: from the one to before the other. */
  readonly min?: Doc;
  readonly max?: Doc;
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
  const plan = planFor(collection, search);
  const matching = filtered(read(collection, plan), (found) => {
    examined();
    return plan.isExact || matches(found[1].view);
  });
  const inOrder = sort.length === 0 || plan.sorts !== undefined ? matching : sorted(matching, sort);
  yield* cut(inOrder, search.skip ?? 0, search.limit ?? 0);
}

/** @throws ServerError where the hint names no index, or the places don't fit it */
export const planFor = (collection: CollectionState, search: Search): Plan =>
  isBetween(search)
    ? planBetween(collection, sortOf(search), search)
    : planOf(collection, search.filter, sortOf(search), search.hint);

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
