/** Lists as blocks serve them: in a fixed order (Blocks 1.4), and cut where they are long (Blocks 1.3). */
import type { IsoDate } from '../../shared/calendar.js';

/** By code units, so that the order is the same on every machine. */
export const ascending = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Newest day first; without a day last. */
export const newestDayFirst = (a: IsoDate | null, b: IsoDate | null): number => ascending(b ?? '', a ?? '');

interface CutList {
  readonly total: number;
  readonly returned: number;
  readonly truncated: boolean;
}

/** `detail.lists` of lists with so many items, where one of them has more than `most`; else nothing. */
export function cutLists(
  totals: Readonly<Record<string, number>>,
  most: number,
): { readonly lists?: Readonly<Record<string, CutList>> } {
  const entries = Object.entries(totals);
  if (entries.every(([, total]) => total <= most)) return {};
  const cut = (total: number): CutList => ({
    total,
    returned: Math.min(total, most),
    truncated: total > most,
  });
  return { lists: Object.fromEntries(entries.map(([list, total]) => [list, cut(total)])) };
}
