/**
 * What sums of a column settle: where some of their terms are shown on the page as they are tagged, the
 * others are right too. Pure.
 */
import type { FigureKey } from '../accounts-record.js';
import { filled, holds, isWhole, type ColumnAmounts } from './filled-identity.js';
import type { PeriodFigures } from './found-and-withheld.js';
import { IDENTITIES } from './identities.js';

/**
 * These figures, and those that stand with one of them in a sum that holds: it would not hold else.
 * @param shown figures that the page shows as they are tagged
 */
export function settledBy(column: ColumnAmounts, shown: readonly FigureKey[]): Set<FigureKey> {
  const sums = IDENTITIES.flatMap((identity) => filled(identity, column) ?? []).filter(
    (of) => isWhole(of) && holds(of),
  );
  const settled = new Set(shown);
  let before = -1;
  while (settled.size > before) {
    before = settled.size;
    for (const { stated } of sums)
      if (stated.some((field) => settled.has(field))) for (const field of stated) settled.add(field);
  }
  return settled;
}

/** Figures whose sign is sure: shown as tagged and not nought, or in a sum with one that is. */
export function signsSettledIn(figures: PeriodFigures, lines: ColumnAmounts['lines']): Set<FigureKey> {
  const stated = [...figures.found.values()].filter(({ figure }) => figure.by !== null);
  const shown = stated.flatMap(({ field, hundredths, signAsShown }) =>
    signAsShown && hundredths !== 0n ? [field] : [],
  );
  const column = figures.amounts(lines, new Set());
  const known = new Map(stated.map((figure) => [figure.field, figure]));
  return settledBy({ ...column, figures: new Map([...figures.shown, ...known]) }, shown);
}
