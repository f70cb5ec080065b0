/** Finds amounts that are tagged in other units than the page prints, such as thousands. Pure. */
import type { FigureKey } from '../accounts-record.js';
import type { AsPrinted } from './figure-facts.js';
import type { ColumnAmounts } from './filled-identity.js';
import { settledBy } from './settled-signs.js';

/** Figures in other units than the page prints, that no sum settles; all, if none is scaled as printed. */
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
