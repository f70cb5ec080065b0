/** Finds figures whose sign or scale is settled by the page itself, or by a sum with such figures. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { filled, holds, isComplete, type ColumnAmounts } from './filled-identity.js';
import type { FoundAndWithheld } from './found-and-withheld.js';
import { IDENTITIES } from './identities.js';

/** The shown figures and all figures in holding sums with them, which a wrong sign would break. */
function settledBy(column: ColumnAmounts, shownFields: readonly FigureKey[]): Set<FigureKey> {
  const sums = IDENTITIES.flatMap((identity) => filled(identity, column) ?? []).filter(
    (filled) => isComplete(filled) && holds(filled),
  );
  const settled = new Set(shownFields);
  let before = -1;
  while (settled.size > before) {
    before = settled.size;
    for (const { stated } of sums)
      if (stated.some((field) => settled.has(field))) for (const field of stated) settled.add(field);
  }
  return settled;
}

/** The figures with a settled sign: shown as tagged and not zero, or in a holding sum with such a figure. */
export function signsSettledIn(figures: FoundAndWithheld, lines: ColumnAmounts['lines']): Set<FigureKey> {
  const stated = [...figures.found.values()].filter(({ figure }) => figure.by !== null);
  const shownFields = stated.flatMap(({ field, hundredths, signAsShown }) =>
    signAsShown && hundredths !== 0n ? [field] : [],
  );
  const column = figures.amounts(lines, new Set());
  const figuresByField = new Map(stated.map((figure) => [figure.field, figure]));
  return settledBy(
    { ...column, figures: new Map([...figures.withheldAmounts, ...figuresByField]) },
    shownFields,
  );
}

/** The figures in other units than printed that no sum settles; all, if none is scaled as printed. */
export function inOtherUnits(figures: FoundAndWithheld, lines: ColumnAmounts['lines']): FigureKey[] {
  const found = [...figures.found.values()];
  if (found.every(({ asPrinted }) => asPrinted !== false)) return [];
  const scaledFields = found.flatMap(({ field, asPrinted }) => (asPrinted === true ? [field] : []));
  const settled = settledBy(figures.amounts(lines, new Set()), scaledFields);
  return found.flatMap(({ field, hundredths, asPrinted }) => {
    const isOther = asPrinted === false || settled.size === 0;
    return isOther && hundredths !== 0n && !settled.has(field) ? [field] : [];
  });
}
