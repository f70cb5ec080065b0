/** Amounts that belong into another place: the other column's, or one that a usual slip made. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { distance } from './amounts.js';
import {
  filled,
  holds,
  isBroken,
  isWhole,
  textOf,
  wanted,
  type ColumnAmounts,
  type Filled,
} from './filled-identity.js';
import { IDENTITIES } from './identities.js';
import { isSlip } from './slips.js';

/** The other column's amount in this one's place, and this one's there, let the sum hold in both. */
function isSwapped(
  here: Filled,
  there: Filled | null,
  field: FigureKey,
  amounts: readonly [bigint, bigint | null],
): boolean {
  const [mine, others] = amounts;
  if (there === null || others === null || holds(there)) return false;
  const [a, b] = [wanted(here, field, mine)[0], wanted(there, field, others)[0]];
  return (
    a !== undefined && b !== undefined && distance(a, others) <= here.off && distance(b, mine) <= there.off
  );
}

/**
 * Sums of both columns are off by no more than their rounding, and would be exact with each other's amounts.
 */
export function exchangedIn(
  all: readonly Filled[],
  column: ColumnAmounts,
  other: ColumnAmounts,
): Map<FigureKey, string> {
  const found = new Map<FigureKey, string>();
  const isExact = (of: Filled): boolean => of.sums.includes(of.rest);
  for (const of of all) {
    const there = filled(of.identity, other);
    if (there === null || isExact(of) || isExact(there) || !holds(of) || !holds(there)) continue;
    const isMeant = (field: FigureKey): boolean => {
      const [mine, others] = [column.figures.get(field), other.figures.get(field)];
      if (mine === undefined || others === undefined) return false;
      return (
        wanted(of, field, mine.hundredths).includes(others.hundredths) &&
        wanted(there, field, others.hundredths).includes(mine.hundredths)
      );
    };
    const fields = of.stated.filter(isMeant);
    // More than one can't be exchanged by mistake of a row.
    if (fields.length === 1) for (const field of fields) found.set(field, textOf(of));
  }
  return found;
}

/** Figures with a slip that a sum of details shows: the sum would hold without it. */
export function slipsIn(
  all: readonly Filled[],
  column: ColumnAmounts,
  other: ColumnAmounts | null,
): Map<FigureKey, string> {
  const details = all.filter(({ identity }) => !identity.always);
  const cleared = new Set(all.filter((of) => isWhole(of) && holds(of)).flatMap(({ stated }) => stated));
  const found = new Map<FigureKey, string>();
  for (const of of details) {
    if (!isBroken(of) || !isWhole(of)) continue;
    const there = other === null ? null : filled(of.identity, other);
    for (const field of of.stated) {
      const mine = column.figures.get(field)?.hundredths ?? 0n;
      const meant = wanted(of, field, mine)[0] ?? mine;
      const others = other?.figures.get(field)?.hundredths ?? null;
      const isWrong = isSlip(mine, meant, of.off) || isSwapped(of, there, field, [mine, others]);
      if (isWrong && !cleared.has(field) && !found.has(field)) found.set(field, textOf(of));
    }
  }
  return found;
}

/**
 * Figures that the other column lacks: its own in their place leaves a sum open there, and this one closes
 * it.
 */
export function standInOther(
  { figures }: ColumnAmounts,
  other: ColumnAmounts,
  cleared: ReadonlySet<FigureKey>,
): Map<FigureKey, string> {
  const found = new Map<FigureKey, string>();
  for (const identity of IDENTITIES) {
    const there = filled(identity, other);
    if (there === null || !isWhole(there) || !identity.always || !isBroken(there)) continue;
    for (const field of there.stated) {
      const [mine, others] = [figures.get(field)?.hundredths, other.figures.get(field)?.hundredths ?? 0n];
      const isMeant =
        mine !== undefined &&
        wanted(there, field, others).some((meant) => distance(meant, mine) <= there.off);
      if (isMeant && !cleared.has(field)) found.set(field, textOf(there));
    }
  }
  return found;
}
