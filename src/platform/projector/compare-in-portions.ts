/**
 * Two generations of a collection are compared in portions, each in a snapshot of its own: a server ends a snapshot
 * after a minute, and live lanes go on meanwhile. Both sides are folds of the log, so each stretch of keys may be
 * compared at a position of its own, as long as both sides stand there.
 */
import type { KeyedDocument, RangeQuery, ReadModelReader } from '../read-models/read-models.js';
import { collectionName } from './projector-state.js';

type ReadRange = (query: RangeQuery) => Promise<readonly KeyedDocument[]>;

/** A collection as both generations have it at one moment. */
export interface Sides {
  readonly live: ReadRange;
  readonly rebuilt: ReadRange;
}

/** Runs `compare` once, in a snapshot in which the two sides can be compared. */
export type AtOneMoment = (compare: (sides: Sides) => Promise<void>) => Promise<void>;

/** @param live undefined: there is none */
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

/** Documents with bodies are large: few at a time. */
const PAGE = 100;
/** Of each side, in one snapshot. */
const PAGES = 5;

/** @param add gets both sides of one stretch of keys after the other, in key order */
export async function compareInPortions(
  range: Pick<RangeQuery, 'from' | 'to'>,
  atOneMoment: AtOneMoment,
  add: (live: readonly KeyedDocument[], rebuilt: readonly KeyedDocument[]) => void,
): Promise<void> {
  let last: KeyedDocument | undefined;
  let isOver = false;
  const compare = async (sides: Sides): Promise<void> => {
    for (let page = 0; page < PAGES && !isOver; page++) {
      const query = { ...range, limit: PAGE, ...(last !== undefined && { after: last }) };
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
  /** Where it ends; undefined at the end of both sides. */
  readonly last: KeyedDocument | undefined;
}

/** As far as both sides are known: a side whose page is full may go on behind it. */
async function readStretch(sides: Sides, query: RangeQuery): Promise<Stretch> {
  const live = await sides.live(query);
  const rebuilt = await sides.rebuilt(query);
  const [last] = [live, rebuilt]
    .flatMap((page) => (page.length < PAGE ? [] : page.slice(-1)))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  if (last === undefined) return { live, rebuilt, last };
  const upTo = (page: readonly KeyedDocument[]): KeyedDocument[] => page.filter(({ key }) => key <= last.key);
  return { live: upTo(live), rebuilt: upTo(rebuilt), last };
}
