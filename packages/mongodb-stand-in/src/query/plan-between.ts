/**
 * `min` and `max` of a find: places in one index, in the order of all its fields. Unlike comparisons in a
 * filter they know no types: the order is that of the index.
 */
import { AFTER, keyString, turnedRound } from '../bson/key-string.js';
import type { Doc } from '../bson/values.js';
import { ServerError } from '../errors.js';
import type { CollectionState } from '../store/collection-state.js';
import { hintedIndex, scanned, type Plan } from './plan.js';
import type { KeyPart } from './sort.js';

interface Between {
  readonly hint?: unknown;
  readonly min?: Doc;
  readonly max?: Doc;
}

export const isBetween = ({ min, max }: Between): boolean => min !== undefined || max !== undefined;

/** @throws ServerError as the server does, by its numbers 51173 to 51175 */
export function planBetween(
  collection: CollectionState,
  sort: readonly KeyPart[],
  { hint, min, max }: Between,
): Plan {
  if (hint === undefined) {
    throw new ServerError(51173, 'When using min()/max() a hint of which index to use must be provided');
  }
  const index = hintedIndex(collection, hint);
  const from = min === undefined ? '' : placeIn(index.spec.parts, min);
  const to = max === undefined ? AFTER : placeIn(index.spec.parts, max);
  if (from >= to) {
    throw new ServerError(
      51175,
      'The value provided for min() does not come before the value provided for max() with the hinted index',
    );
  }
  return scanned(index, { from, to }, sort);
}

function placeIn(parts: readonly KeyPart[], place: Doc): string {
  const names = Object.keys(place);
  if (names.length !== parts.length || !parts.every(({ path }, at) => names[at] === path)) {
    throw new ServerError(51174, 'The index chosen is not compatible with min/max');
  }
  const keys = parts.map(({ path, direction }) => {
    const key = keyString(place[path]);
    return direction === -1 ? turnedRound(key) : key;
  });
  return keys.join('');
}
