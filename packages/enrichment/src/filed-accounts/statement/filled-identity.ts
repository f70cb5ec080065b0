/** An identity with the amounts of one column in it. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { atMostHalf, distance, larger, type Amount } from './amounts.js';
import type { DetailLine } from './detail-lines.js';
import type { Identity } from './identities.js';

export interface ColumnAmounts {
  readonly figures: ReadonlyMap<FigureKey, Amount>;
  /** Lines that stand between figures and are not served. */
  readonly lines: ReadonlyMap<DetailLine, Amount>;
  /** Stated, and withheld already: neither wrong nor missing here. */
  readonly withheld: ReadonlySet<FigureKey>;
  /** Printed on the page, or parts of them, and not tagged: not stated, and not nought. */
  readonly untagged?: ReadonlySet<FigureKey>;
  /** Something else than these sums confirms them. */
  readonly confirmed: ReadonlySet<FigureKey>;
}

export interface Filled {
  readonly identity: Identity;
  /** What the stated terms leave over, without the lines between. */
  readonly rest: bigint;
  /** What lines between may account for, the first by the sign that they usually have, then none of them. */
  readonly sums: readonly bigint[];
  readonly off: bigint;
  readonly absent: readonly FigureKey[];
  /** Something that it needs is printed and not tagged: that it doesn't hold says nothing. */
  readonly isUnsure: boolean;
  readonly stated: readonly FigureKey[];
}

/** What accounts leave out where it is nought. */
export const MAY_BE_NOUGHT: ReadonlySet<FigureKey> = new Set([
  'fixed_assets',
  'creditors_within_one_year',
  'cash',
  'debtors',
]);

/** More lines than any statement has between two figures. */
const MOST_LINES = 6;

/** Rounded as the document says, or finer where the amount itself shows that it is. */
function roundingOf({ hundredths, rounding }: Amount): bigint {
  let unit = rounding;
  while (unit > 100n && hundredths % unit !== 0n) unit /= 10n;
  return unit;
}

/**
 * How far a sum may be off: half a unit of each amount, and never less than two of the coarsest; of amounts
 * of a few pounds not so far that they say nothing.
 */
function roundingOfSum(amounts: readonly Amount[]): bigint {
  const units = amounts.map(roundingOf);
  const most = units.reduce(larger, 100n);
  const half = units.reduce((sum, unit) => sum + unit, 0n) / 2n;
  return atMostHalf(
    larger(half, 2n * most),
    amounts.map(({ hundredths }) => hundredths),
  );
}

function sumsOf(lines: readonly bigint[]): bigint[] {
  const usual = lines.reduce((sum, line) => sum - line, 0n);
  let sums = [0n];
  for (const line of lines) if (line !== 0n) sums = sums.flatMap((sum) => [sum, sum + line, sum - line]);
  return [...new Set([usual, ...sums])];
}

/** Null: too little of it is stated, or what is stated is withheld already. */
export function filled(
  identity: Identity,
  { figures, lines, withheld, untagged }: ColumnAmounts,
): Filled | null {
  const between = identity.between.flatMap(([line, sign]) => {
    const amount = lines.get(line);
    return amount === undefined ? [] : [{ sign, amount }];
  });
  const terms = identity.terms.flatMap(([field, sign]) => {
    const amount = figures.get(field);
    return amount === undefined ? [] : [{ field, sign, amount }];
  });
  const absent = identity.terms.flatMap(([field]) => (figures.has(field) ? [] : [field]));
  if (absent.some((field) => withheld.has(field)) || between.length > MOST_LINES) return null;
  if (identity.needsLine && between.length === 0) return null;
  if (terms.length === 0 || terms.length + between.length < (identity.always ? 1 : 2)) return null;
  return {
    identity,
    rest: terms.reduce((sum, { sign, amount }) => sum + sign * amount.hundredths, 0n),
    sums: sumsOf(between.map(({ sign, amount }) => sign * amount.hundredths)),
    off: roundingOfSum([...terms, ...between].map(({ amount }) => amount)),
    absent,
    isUnsure: absent.some((field) => untagged?.has(field) === true),
    stated: terms.map(({ field }) => field),
  };
}

export const holds = ({ rest, sums, off }: Filled): boolean => sums.some((sum) => distance(rest, sum) <= off);

/** It doesn't hold, and all that it needs is stated or is nought. */
export const isBroken = (of: Filled): boolean => !of.isUnsure && !holds(of);

/** The identity's text without the figures that aren't stated. */
export function textOf({ identity, absent }: Filled): string {
  const [sum = '', total = ''] = identity.text.split(' = ');
  const terms = sum
    .split(/ (?=[-+] )/)
    .filter((term) => !absent.some((field) => term.replace(/^[-+] /, '') === field));
  return `${terms.join(' ').replace(/^\+ /, '')} = ${total}`;
}

/** The same, with all lines between by the sign that they usually have, or without them. */
export const holdsAsUsual = ({ rest, sums: [usual = 0n], off }: Filled): boolean =>
  distance(rest, usual) <= off || distance(rest, 0n) <= off;

/** A line between may be a part of what is missing, or not. */
export const hasLines = ({ sums }: Filled): boolean => sums.length > 1;

/**
 * What isn't stated in it may be nought; of two that aren't, either may be missing, and only that it holds
 * tells. A sum of details without any detail tells nothing.
 */
export const isWhole = (of: Filled): boolean =>
  of.absent.every((field) => MAY_BE_NOUGHT.has(field)) &&
  (of.absent.length < 2 || (holds(of) && (of.identity.always || hasLines(of))));

export const isAbout = ({ identity }: Filled, field: FigureKey): boolean =>
  identity.terms.some(([of]) => of === field);

/** What the figure would have to be for the identity to hold, by what lines between account for. */
export function wanted({ identity, rest, sums }: Filled, field: FigureKey, amount: bigint): bigint[] {
  const sign = identity.terms.find(([of]) => of === field)?.[1] ?? 1n;
  return sums.map((sum) => amount - sign * (rest - sum));
}
