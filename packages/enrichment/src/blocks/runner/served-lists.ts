/** Lists as blocks serve them: in a fixed order (Blocks 1.4), and cut where they are long (Blocks 1.3). */
import type { IsoDate } from '../../../../words/src/calendar.js';

/** By code units, so that the order is the same on every machine. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Newest day first; without a day last. */
export const newestDayFirst = (a: IsoDate | null, b: IsoDate | null): number => ascending(b ?? '', a ?? '');

/** Its first so many: a list that isn't longer is no copy. */
export const atMost = <T>(most: number, list: T[]): T[] => (list.length <= most ? list : list.slice(0, most));

interface CutList {
  readonly total: number;
  readonly returned: number;
  readonly truncated: boolean;
  /** Left out of the list and of its total, because they are suppressed; absent: none. */
  readonly suppressed?: number;
}

/**
 * `detail.lists` of lists with so many items, where one of them has more than `most` or somebody was left out
 * of it; else nothing.
 * @param suppressed how many were left out of each list
 */
export function cutLists(
  totals: Readonly<Record<string, number>>,
  most = Infinity,
  suppressed: Readonly<Record<string, number>> = {},
): { readonly lists?: Readonly<Record<string, CutList>> } {
  const isWhole = (list: string): boolean => (totals[list] ?? 0) <= most && !suppressed[list];
  if (Object.keys(totals).every(isWhole)) return {};
  const cut = (list: string, total: number): CutList => ({
    total,
    returned: Math.min(total, most),
    truncated: total > most,
    ...(suppressed[list] ? { suppressed: suppressed[list] } : {}),
  });
  return {
    lists: Object.fromEntries(Object.entries(totals).map(([list, total]) => [list, cut(list, total)])),
  };
}
