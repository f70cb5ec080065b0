/**
 * Finds amounts that are tagged in other units than the page prints them in: thousands above, and no scale.
 * Pure.
 */
import type { FigureKey } from '../accounts-record.js';
import type { AsPrinted } from './figure-facts.js';
import type { ColumnAmounts } from './filled-identity.js';
import { settledBy } from './settled-signs.js';

/**
 * Figures of a column with a doubtful scale: the page prints other units, and no sum decides. If no figure is
 * scaled as printed, figures without a printed unit are in doubt too.
 */
export function inOtherUnits(column: ColumnAmounts, scaled: ReadonlyMap<FigureKey, AsPrinted>): FigureKey[] {
  if (![...scaled.values()].includes(false)) return [];
  const settled = settledBy(
    column,
    [...scaled].flatMap(([field, as]) => (as === true ? [field] : [])),
  );
  return [...scaled.keys()].filter((field) => {
    const isNought = column.figures.get(field)?.hundredths === 0n;
    return !settled.has(field) && !isNought && (scaled.get(field) === false || settled.size === 0);
  });
}
