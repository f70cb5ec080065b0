/** Fills an identity with the amounts of one column. Pure. */
import type { FigureKey } from '../accounts-record.js';
import { atMostHalf, distance, larger, type Amount } from './amounts.js';
import type { DetailLine } from './detail-lines.js';
import type { Identity } from './identities.js';

export interface ColumnAmounts {
  readonly figures: ReadonlyMap<FigureKey, Amount>;
  /** The detail lines, which occur between figures and are not served. */
  readonly lines: ReadonlyMap<DetailLine, Amount>;
  /** The stated figures that are already withheld. They count as neither wrong nor missing. */
  readonly withheld: ReadonlySet<FigureKey>;
  /** The figures printed without a tag, whole or in parts. They are neither stated nor zero. */
  readonly untagged?: ReadonlySet<FigureKey>;
  /** The figures that evidence other than these sums confirms. */
  readonly confirmed: ReadonlySet<FigureKey>;
}

export interface FilledIdentity {
  readonly identity: Identity;
  /** The signed sum of the stated terms, without the lines between. */
  readonly rest: bigint;
  /** The possible sums of the lines between: first with usual signs, then without any line. */
  readonly sums: readonly bigint[];
  /** The largest rounding error of the sum. */
  readonly off: bigint;
  readonly absent: readonly FigureKey[];
  /** True if an absent figure is printed without a tag. Then a failing sum proves nothing. */
  readonly isUnsure: boolean;
  readonly stated: readonly FigureKey[];
}

/** The figures that accounts leave out if they are zero. */
export const MAY_BE_NOUGHT: ReadonlySet<FigureKey> = new Set([
  'fixed_assets',
  'creditors_within_one_year',
  'cash',
  'debtors',
]);

/** The maximum number of lines between two figures, above that of any statement. */
const MAX_LINES = 6;

/** The rounding of an amount: as stated, or finer if the amount itself has finer digits. */
function roundingOf({ hundredths, rounding }: Amount): bigint {
  let unit = rounding;
  while (unit > 100n && hundredths % unit !== 0n) unit /= 10n;
  return unit;
}

/** The largest error: half a unit of each amount, at least two of the coarsest units, limited by amount. */
function roundingOfSum(amounts: readonly Amount[]): bigint {
  const units = amounts.map(roundingOf);
  const largest = units.reduce(larger, 100n);
  const half = units.reduce((sum, unit) => sum + unit, 0n) / 2n;
  return atMostHalf(
    larger(half, 2n * largest),
    amounts.map(({ hundredths }) => hundredths),
  );
}

function sumsOf(lines: readonly bigint[]): bigint[] {
  const usual = lines.reduce((sum, line) => sum - line, 0n);
  let sums = [0n];
  for (const line of lines) if (line !== 0n) sums = sums.flatMap((sum) => [sum, sum + line, sum - line]);
  return [...new Set([usual, ...sums])];
}

/** Fills an identity; null: too few terms are stated, or a term is already withheld. */
export function filled(
  identity: Identity,
  { figures, lines, withheld, untagged }: ColumnAmounts,
): FilledIdentity | null {
  const between = identity.between.flatMap(([line, sign]) => {
    const amount = lines.get(line);
    return amount === undefined ? [] : [{ sign, amount }];
  });
  const terms = identity.terms.flatMap(([field, sign]) => {
    const amount = figures.get(field);
    return amount === undefined ? [] : [{ field, sign, amount }];
  });
  const absent = identity.terms.flatMap(([field]) => (figures.has(field) ? [] : [field]));
  if (absent.some((field) => withheld.has(field)) || between.length > MAX_LINES) return null;
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

export const holds = ({ rest, sums, off }: FilledIdentity): boolean =>
  sums.some((sum) => distance(rest, sum) <= off);

/** Returns true if the sum fails although its terms are stated or zero. */
export const isBroken = (filled: FilledIdentity): boolean => !filled.isUnsure && !holds(filled);

/** The identity's text without absent figures. */
export function identityText({ identity, absent }: FilledIdentity): string {
  const [sum = '', total = ''] = identity.text.split(' = ');
  const terms = sum
    .split(/ (?=[-+] )/)
    .filter((term) => !absent.some((field) => term.replace(/^[-+] /, '') === field));
  return `${terms.join(' ').replace(/^\+ /, '')} = ${total}`;
}

/** Returns true if the sum holds with all lines between at their usual signs, or without them. */
export const holdsAsUsual = ({ rest, sums: [usual = 0n], off }: FilledIdentity): boolean =>
  distance(rest, usual) <= off || distance(rest, 0n) <= off;

/** Returns true if lines are between, which may be part of a missing amount. */
export const hasLines = ({ sums }: FilledIdentity): boolean => sums.length > 1;

/** Returns true if the sum counts: one missing term may be zero; with more missing, only if it holds. */
export const isComplete = (filled: FilledIdentity): boolean =>
  filled.absent.every((field) => MAY_BE_NOUGHT.has(field)) &&
  (filled.absent.length < 2 || (holds(filled) && (filled.identity.always || hasLines(filled))));

export const isAbout = ({ identity }: FilledIdentity, field: FigureKey): boolean =>
  identity.terms.some(([term]) => term === field);

/** The amount that the figure needs for the identity to hold, for each sum of lines between. */
export function wantedAmounts(
  { identity, rest, sums }: FilledIdentity,
  field: FigureKey,
  amount: bigint,
): bigint[] {
  const sign = identity.terms.find(([term]) => term === field)?.[1] ?? 1n;
  return sums.map((sum) => amount - sign * (rest - sum));
}
