/**
 * Compares two generations of a collection in portions, each in its own snapshot: a server ends a snapshot
 * after a minute, and live lanes go on meanwhile. Both sides are folds of the log. So each stretch of keys
 * may be compared at its own position, as long as both sides stand there.
 */
import type { KeyedDocument, RangeQuery, ReadModelReader } from '../read-models/read-models.js';
import { collectionName } from './projector-state.js';

type ReadRange = (query: RangeQuery) => Promise<readonly KeyedDocument[]>;

/** A collection in both generations at one moment. */
export interface Sides {
  readonly live: ReadRange;
  readonly rebuilt: ReadRange;
}

/** Runs `compare` once, in a snapshot in which the two sides can be compared. */
export type AtOneMoment = (compare: (sides: Sides) => Promise<void>) => Promise<void>;

/** @param live undefined: there is no live generation */
export function sidesOf(
  reader: ReadModelReader,
  collection: string,
  { live, rebuilt }: { readonly live: number | undefined; readonly rebuilt: number },
): Sides {
  const of = (generation: number): ReadRange => {
    const name = collectionName(collection, generation);
    return (query) => reader.range(name, query);
  };
  return { live: live === undefined ? async () => [] : of(live), rebuilt: of(rebuilt) };
}

/** Documents with bodies are large, so a page is small. */
const DOCUMENTS_PER_PAGE = 100;
/** Pages of each side in one snapshot. */
const PAGES = 5;

/** @param add gets both sides of each stretch of keys, in key order */
export async function compareInPortions(
  range: Pick<RangeQuery, 'from' | 'to'>,
  atOneMoment: AtOneMoment,
  add: (live: readonly KeyedDocument[], rebuilt: readonly KeyedDocument[]) => void,
): Promise<void> {
  let last: KeyedDocument | undefined;
  let isOver = false;
  const compare = async (sides: Sides): Promise<void> => {
    for (let page = 0; page < PAGES && !isOver; page++) {
      const query = { ...range, limit: DOCUMENTS_PER_PAGE, ...(last !== undefined && { after: last }) };
      const stretch = await readStretch(sides, query);
      add(stretch.live, stretch.rebuilt);
      last = stretch.last;
      isOver = last === undefined;
    }
  };
  while (!isOver) await atOneMoment(compare);
}

interface Stretch {
  readonly live: readonly KeyedDocument[];
  readonly rebuilt: readonly KeyedDocument[];
  /** The last document of the stretch; undefined at the end of both sides. */
  readonly last: KeyedDocument | undefined;
}

/** Cuts both sides where both are known: a side whose page is full may go on behind it. */
async function readStretch(sides: Sides, query: RangeQuery): Promise<Stretch> {
  const live = await sides.live(query);
  const rebuilt = await sides.rebuilt(query);
  const [last] = [live, rebuilt]
    .flatMap((page) => (page.length < DOCUMENTS_PER_PAGE ? [] : page.slice(-1)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  if (last === undefined) return { live, rebuilt, last };
  const upTo = (page: readonly KeyedDocument[]): KeyedDocument[] => page.filter(({ key }) => key <= last.key);
  return { live: upTo(live), rebuilt: upTo(rebuilt), last };
}
