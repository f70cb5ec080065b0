/** Lists as blocks serve them: in a fixed order (Blocks 1.4), and cut where they are long (Blocks 1.3). */
import type { IsoDate } from '../../../../words/src/calendar.js';

/** Compares by code units, so that the order is the same on every machine. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares days: the newest comes first, and items without a day come last. */
export const newestDayFirst = (a: IsoDate | null, b: IsoDate | null): number => ascending(b ?? '', a ?? '');

/** The first items of a list, up to the maximum; a shorter list is not copied. */
export const atMost = <T>(max: number, list: T[]): T[] => (list.length <= max ? list : list.slice(0, max));

interface CutList {
  readonly total: number;
  readonly returned: number;
  readonly truncated: boolean;
  /** The number of suppressed items, which the list and its total leave out; absent: none. */
  readonly suppressed?: number;
}

/**
 * `detail.lists` of lists with these lengths, if one is longer than `max` or has suppressed items; else
 * nothing.
 * @param suppressed the number of items left out of each list
 */
export function cutLists(
  totals: Readonly<Record<string, number>>,
  max: number,
  suppressed: Readonly<Record<string, number>> = {},
): { readonly lists?: Readonly<Record<string, CutList>> } {
  const isWhole = (list: string): boolean => (totals[list] ?? 0) <= max && !suppressed[list];
  if (Object.keys(totals).every(isWhole)) return {};
  const cut = (list: string, total: number): CutList => ({
    total,
    returned: Math.min(total, max),
    truncated: total > max,
    ...(suppressed[list] ? { suppressed: suppressed[list] } : {}),
  });
  return {
    lists: Object.fromEntries(Object.entries(totals).map(([list, total]) => [list, cut(list, total)])),
  };
}

/** The note on an answer from an edition that holds only a part of a source (Blocks 1.11). */
export const OF_A_PART = { coverage: 'part' } as const;
