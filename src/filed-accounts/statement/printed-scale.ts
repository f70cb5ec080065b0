/** Amounts that are tagged in other units than the page prints them in: thousands above, and no scale. Pure. */
import type { FigureKey } from '../accounts-record.js';
import type { AsPrinted } from './figure-facts.js';
import { filled, holds, isWhole, type ColumnAmounts } from './filled-identity.js';
import { IDENTITIES } from './identities.js';

/** Figures that are sums of, or parts of a sum with, others that are scaled as printed: the sum would not hold else. */
function settledIn(column: ColumnAmounts, scaled: ReadonlyMap<FigureKey, AsPrinted>): Set<FigureKey> {
  const sums = IDENTITIES.flatMap((identity) => filled(identity, column) ?? []).filter(
    (of) => isWhole(of) && holds(of),
  );
  const settled = new Set([...scaled].flatMap(([field, as]) => (as === true ? [field] : [])));
  let before = -1;
  while (settled.size > before) {
    before = settled.size;
    for (const { stated } of sums)
      if (stated.some((field) => settled.has(field))) for (const field of stated) settled.add(field);
  }
  return settled;
}

/**
 * Figures of a column whose scale is in doubt: the page prints other units, and no sum settles it. Where nothing is scaled as
 * printed, what the page says nothing of is in doubt with the rest.
 */
export function inOtherUnits(column: ColumnAmounts, scaled: ReadonlyMap<FigureKey, AsPrinted>): FigureKey[] {
  if (![...scaled.values()].includes(false)) return [];
  const settled = settledIn(column, scaled);
  return [...scaled.keys()].filter((field) => {
    const isNought = column.figures.get(field)?.hundredths === 0n;
    return !settled.has(field) && !isNought && (scaled.get(field) === false || settled.size === 0);
  });
}
