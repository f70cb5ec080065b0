/** What TTL indexes delete: documents whose date, or the earliest of them, is so many seconds past. */
import { WriteConflict } from './errors.js';
import { leavesAt } from './query/paths.js';
import type { StoredDocument } from './store/collection-state.js';
import type { IndexSpec } from './store/index-spec.js';
import type { Store } from './store/store.js';

/** @returns how many; what a transaction holds waits for the next time */
export function expire(store: Store, now: Date): number {
  let removed = 0;
  for (const namespace of store.namespaces()) {
    for (const { spec } of store.collection(namespace)?.indexes ?? []) {
      for (const [record, document] of store.collection(namespace)?.records.entries() ?? []) {
        if (isPast(spec, document, now) && removeIfFree(store, namespace, record)) removed += 1;
      }
    }
  }
  return removed;
}

function isPast(spec: IndexSpec, { view }: StoredDocument, now: Date): boolean {
  const [part] = spec.parts;
  if (spec.expireAfterSeconds === undefined || part === undefined) return false;
  if (spec.partial !== undefined && !spec.partial.filter.matches(view)) return false;
  const dates = leavesAt(view, part.path.split('.'))
    .flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter((value): value is Date => value instanceof Date);
  const limit = now.getTime() - spec.expireAfterSeconds * 1_000;
  return dates.some((date) => date.getTime() <= limit);
}

function removeIfFree(store: Store, namespace: string, record: string): boolean {
  try {
    store.remove(namespace, record);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}
