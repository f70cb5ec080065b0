/** Counts the charged units that are left, for `AdjustedUnitsCheck`. */
import type { CountedUnits } from '../rules/month-rule.js';
import type { AdjustedLineFact } from '../format/facts.js';
import { monthOf } from '../../../words/src/month.js';

/** The key of units of a block on a day at a price. */
export const lineKey = ({ date, block, price }: Omit<AdjustedLineFact, 'units'>): string =>
  `${date} ${block} ${price}`;

export class LeftUnits {
  /** The units by day and block, then by price. */
  private readonly left = new Map<string, Map<string | null, number>>();

  /**
   * Adds the units of a line; negative units are taken back.
   * @param isPriceKnown false: an unknown repricing may have moved units of the day to another price
   * @returns whether the units left are not negative: at this price, or at all prices if it isn't known
   */
  add({ date, block, price, units }: AdjustedLineFact, isPriceKnown = true): boolean {
    const key = `${date} ${block}`;
    const prices = this.left.get(key) ?? new Map<string | null, number>();
    const left = (prices.get(price) ?? 0) + units;
    this.left.set(key, prices.set(price, left));
    return (isPriceKnown ? left : [...prices.values()].reduce((sum, each) => sum + each, 0)) >= 0;
  }

  /** The units of a month (YYYY-MM) that are left, by day, block and price. */
  ofMonth(month: string): readonly CountedUnits[] {
    return [...this.left].flatMap(([key, prices]) => {
      const [day = '', block = ''] = key.split(' ');
      if (monthOf(day) !== month) return [];
      return [...prices].map(([price, units]) => ({ day, block, price, units }));
    });
  }

  /** Whether no unit of the block is left, except at the corrected price. `block` null: of any block. */
  isTaken(block: string | number | null, corrected: string | null): boolean {
    return [...this.left].every(
      ([key, prices]) =>
        (block !== null && !key.endsWith(` ${block}`)) ||
        [...prices].every(([price, units]) => units <= 0 || (corrected !== null && price === corrected)),
    );
  }
}
