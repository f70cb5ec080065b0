/** Finds amounts that belong in the other column or have a usual error of typing or software. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { distance, size } from './amounts.js';
import {
  filled,
  holds,
  isBroken,
  isComplete,
  identityText,
  wantedAmounts,
  type ColumnAmounts,
  type FilledIdentity,
} from './filled-identity.js';
import { IDENTITIES } from './identities.js';

/** The factors of usual scaling errors. */
const SCALES = [10n, 100n, 1_000n, 1_000_000n];
const LOST_DIGIT = 1_000n;

/** Returns true if the amounts differ by two neighbouring digits that changed places. */
function isTransposed(a: bigint, b: bigint): boolean {
  const [x, y] = [String(size(a) / 100n), String(size(b) / 100n)];
  const at = [...x].findIndex((digit, place) => digit !== y.charAt(place));
  return (
    x.length === y.length &&
    at >= 0 &&
    at + 1 < x.length &&
    x === y.slice(0, at) + y.charAt(at + 1) + y.charAt(at) + y.slice(at + 2)
  );
}

/** Returns true if the amounts differ by sign, scale, or a digit that was swapped, lost or added. */
export function isSlip(stated: bigint, meant: bigint, off: bigint): boolean {
  if (size(stated) <= off || size(meant) <= off || distance(stated, meant) <= off) return false;
  const isScaled = SCALES.some(
    (scale) => distance(stated * scale, meant) <= off || distance(stated, meant * scale) <= off * scale,
  );
  const [long, short] = size(stated) > size(meant) ? [stated, meant] : [meant, stated];
  const isCut = distance(long, short * 10n) < LOST_DIGIT;
  return distance(-stated, meant) <= off || isScaled || isCut || isTransposed(stated, meant);
}

/** Returns true if the sums of both columns hold within an error after exchanging the field's amounts. */
function isSwapped(
  here: FilledIdentity,
  there: FilledIdentity,
  [mine, others]: readonly [bigint, bigint | null],
  field: FigureKey,
  off: (filled: FilledIdentity) => bigint,
): boolean {
  if (others === null) return false;
  const [a, b] = [wantedAmounts(here, field, mine)[0], wantedAmounts(there, field, others)[0]];
  return (
    a !== undefined && b !== undefined && distance(a, others) <= off(here) && distance(b, mine) <= off(there)
  );
}

const amountIn = ({ figures }: ColumnAmounts, field: FigureKey): bigint | null =>
  figures.get(field)?.hundredths ?? null;
const isRounded = (filled: FilledIdentity): boolean => holds(filled) && !filled.sums.includes(filled.rest);

/** The figures that the columns may have exchanged: both sums are inexact, but exact after an exchange. */
export function exchangedIn(
  all: readonly FilledIdentity[],
  column: ColumnAmounts,
  other: ColumnAmounts,
): Map<FigureKey, string> {
  const sumsByField = new Map<FigureKey, string>();
  for (const sum of all) {
    if (!isRounded(sum)) continue;
    const there = filled(sum.identity, other);
    if (there === null || !isRounded(there)) continue;
    const [field, ...others] = sum.stated.filter((field) =>
      isSwapped(sum, there, [amountIn(column, field) ?? 0n, amountIn(other, field)], field, () => 0n),
    );
    if (field !== undefined && others.length === 0) sumsByField.set(field, identityText(sum));
  }
  return sumsByField;
}

/** The figures with an error that a sum of details shows: the sum would hold without the error. */
export function slipsIn(
  all: readonly FilledIdentity[],
  column: ColumnAmounts,
  other: ColumnAmounts | null,
): Map<FigureKey, string> {
  const details = all.filter(({ identity }) => !identity.always);
  const cleared = new Set(
    all.filter((filled) => isComplete(filled) && holds(filled)).flatMap(({ stated }) => stated),
  );
  const sumsByField = new Map<FigureKey, string>();
  for (const sum of details) {
    if (!isBroken(sum) || !isComplete(sum)) continue;
    const there = other === null ? null : filled(sum.identity, other);
    for (const field of sum.stated) {
      const mine = amountIn(column, field) ?? 0n;
      const meant = wantedAmounts(sum, field, mine)[0] ?? mine;
      const others = other === null ? null : amountIn(other, field);
      const isFromOther =
        there !== null && !holds(there) && isSwapped(sum, there, [mine, others], field, ({ off }) => off);
      const isWrong = isSlip(mine, meant, sum.off) || isFromOther;
      if (isWrong && !cleared.has(field) && !sumsByField.has(field))
        sumsByField.set(field, identityText(sum));
    }
  }
  return sumsByField;
}

/** The figures in the wrong column: in the other column they would make a failing sum hold. */
export function misplacedIn(
  column: ColumnAmounts,
  other: ColumnAmounts,
  cleared: ReadonlySet<FigureKey>,
): Map<FigureKey, string> {
  const sumsByField = new Map<FigureKey, string>();
  for (const identity of IDENTITIES) {
    const there = filled(identity, other);
    if (there === null || !isComplete(there) || !identity.always || !isBroken(there)) continue;
    for (const field of there.stated) {
      const [mine, others] = [amountIn(column, field), amountIn(other, field) ?? 0n];
      const isMeant =
        mine !== null &&
        wantedAmounts(there, field, others).some((meant) => distance(meant, mine) <= there.off);
      if (isMeant && !cleared.has(field)) sumsByField.set(field, identityText(there));
    }
  }
  return sumsByField;
}
