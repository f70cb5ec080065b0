/** Finds net assets. Share capital is often tagged as net assets, so they are checked in several ways. */
import { isPartnership } from './about.js';
import { atMostHalf, distance, hundredthsOf, larger, size, type Amount } from './amounts.js';
import { CONCEPTS, OTHER_DEDUCTIONS, SHARE_CAPITAL } from './concepts.js';
import type { ColumnFact } from './columns.js';
import {
  factsAt,
  figureAt,
  isWhole,
  withheld,
  type FoundFigure,
  type HeldFigure,
  type FigurePlace,
} from './figure-facts.js';

const EQUITY_CLASS = 'EquityClassesDimension';
/** The concepts of share capital and reserves. Other concepts of net assets are on the side of assets. */
const EQUITY_SIDE = new Set([
  'Equity',
  'ShareholderFunds',
  'TotalShareholdersFunds',
  'CapitalAndReserves',
  'CharityFunds',
]);

/** The facts of share capital: by its own concept, or as equity of the class of shares. */
function shareCapital(place: FigurePlace): ColumnFact[] {
  const ofClass = factsAt(place, 'Equity', 'instant').filter(
    ({ dimensions: [first, ...rest] }) =>
      rest.length === 0 && first?.name === EQUITY_CLASS && first.member.startsWith('ShareCapital'),
  );
  return [...ofClass, ...SHARE_CAPITAL.flatMap((name) => factsAt(place, name, 'instant').filter(isWhole))];
}

const amountsOf = (facts: readonly ColumnFact[]): bigint[] =>
  facts.flatMap(({ fact }) => {
    const amount = fact.value === null ? null : hundredthsOf(fact.value);
    return amount === null ? [] : [amount];
  });

/** The possible deductions from total assets less current liabilities, as filers use either sign. */
function deductions(place: FigurePlace, after: bigint): bigint[] {
  const others = OTHER_DEDUCTIONS.map(
    (name) => amountsOf(factsAt(place, name, 'instant').filter(isWhole))[0] ?? 0n,
  );
  return [after, ...others].filter((amount) => amount !== 0n).map(size);
}

/** Returns true if the total less some or all of the deductions is this amount. */
function isLeftOver(net: bigint, total: bigint, parts: readonly bigint[], off: bigint): boolean {
  const [first, ...rest] = parts;
  if (first === undefined) return distance(net, total) <= off;
  return isLeftOver(net, total - first, rest, off) || isLeftOver(net, total, rest, off);
}

/** The figures of the same column that net assets are compared with. */
export interface BesideNetAssets {
  readonly totalLessCurrent: Amount | null;
  readonly creditorsAfter: FoundFigure | null;
  readonly totalAssets: FoundFigure | null;
  /** True if the sign of net assets is wrong on both sides of the balance sheet. */
  readonly isTurned: boolean;
  /** The untagged amounts, of which one may also be deducted. */
  readonly untagged: readonly bigint[];
}

function fits(place: FigurePlace, figure: FoundFigure, beside: BesideNetAssets): boolean {
  const { totalLessCurrent: total, creditorsAfter, totalAssets } = beside;
  const { hundredths: net, rounding } = figure;
  if (total !== null) {
    const off = atMostHalf(2n * larger(rounding, total.rounding), [net, total.hundredths]);
    const parts = deductions(place, creditorsAfter?.hundredths ?? 0n);
    return [0n, ...beside.untagged].some((amount) => isLeftOver(net, total.hundredths - amount, parts, off));
  }
  return totalAssets === null || net <= totalAssets.hundredths + 2n * rounding;
}

const isSame = (a: Amount, b: Amount): boolean =>
  distance(a.hundredths, b.hundredths) <= atMostHalf(2n * a.rounding, [a.hundredths, b.hundredths]);

/** The amount that both sides of the balance sheet state, each by its own concept; null: none. */
function agreedByBothSides(figures: readonly FoundFigure[]): FoundFigure | null {
  const assets = figures.find(({ concept }) => !EQUITY_SIDE.has(concept));
  const equity = figures.find(({ concept }) => EQUITY_SIDE.has(concept));
  if (assets === undefined || equity === undefined) return null;
  return isSame(assets, equity) ? assets : null;
}

const isFound = (result: FoundFigure | HeldFigure | null): result is FoundFigure =>
  result !== null && 'figure' in result;

export interface NetAssets {
  /** Net assets, found or withheld; null: not stated. */
  readonly result: FoundFigure | HeldFigure | null;
  /** True if no compared figure contradicts them. */
  readonly fits: boolean;
}

/** Returns true if fitting figures of the other side of the balance sheet all differ. */
const isContradicted = (first: FoundFigure, fitting: readonly FoundFigure[]): boolean => {
  const other = fitting.filter(({ concept }) => EQUITY_SIDE.has(concept) !== EQUITY_SIDE.has(first.concept));
  return other.length > 0 && other.every((figure) => !isSame(figure, first));
};

/** Returns true if the other side states amounts that all differ. */
function differsFromOtherSide(place: FigurePlace, first: FoundFigure): boolean {
  const names = CONCEPTS.net_assets.names.filter(
    (name) => EQUITY_SIDE.has(name) !== EQUITY_SIDE.has(first.concept),
  );
  const other = names.flatMap((name) => amountsOf(factsAt(place, name, 'instant').filter(isWhole)));
  return (
    other.length > 0 && other.every((hundredths) => !isSame({ hundredths, rounding: first.rounding }, first))
  );
}

export function netAssetsAt(place: FigurePlace, beside: BesideNetAssets): NetAssets {
  const results = CONCEPTS.net_assets.names.map((name) => figureAt(place, 'net_assets', [name]));
  const figures = results.filter(isFound);
  const capital = shareCapital(place);
  if (figures.length === 0) {
    const broken = results.find((result) => result !== null) ?? null;
    const onlyShares = capital.filter(({ dimensions }) => dimensions.length > 0);
    const result =
      broken ??
      (onlyShares.length > 0 ? withheld('net_assets', onlyShares, 'share_capital_as_equity') : null);
    return { result, fits: true };
  }
  const isShares = ({ hundredths, concept }: FoundFigure): boolean =>
    EQUITY_SIDE.has(concept) && amountsOf(capital).includes(hundredths);
  const fitting = figures.filter((figure) => fits(place, figure, beside));
  const first = fitting[0];
  const by = figures.flatMap(({ figure }) => figure.by ?? []);
  // In a partnership members' interests are on both sides, also as debts to members.
  if (
    first !== undefined &&
    !isPartnership(place.facts) &&
    (isContradicted(first, fitting) ||
      (beside.totalLessCurrent === null && differsFromOtherSide(place, first)))
  ) {
    const contradicted_by = { identity: "net_assets = shareholders' funds" };
    const reason = 'equity_implausible_against_balance_sheet';
    return { result: { field: 'net_assets', reason, by, contradicted_by }, fits: true };
  }
  // If no other total exists and there are reserves, an amount equal to the shares isn't net assets.
  if (first !== undefined && !(beside.totalLessCurrent === null && isShares(first) && hasReserves(place)))
    return { result: first, fits: true };
  const agreed = first === undefined && !beside.isTurned ? agreedByBothSides(figures) : null;
  if (agreed !== null) return { result: agreed, fits: false };
  const onlyShares = figures.every(isShares);
  const reason = onlyShares ? 'share_capital_as_equity' : 'equity_implausible_against_balance_sheet';
  return { result: { field: 'net_assets', reason, by }, fits: onlyShares || first !== undefined };
}

/** Returns true if equity of a class other than shares is not zero. */
const hasReserves = (place: FigurePlace): boolean =>
  amountsOf(
    factsAt(place, 'Equity', 'instant').filter(({ dimensions }) =>
      dimensions.some(({ name, member }) => name === EQUITY_CLASS && !member.startsWith('ShareCapital')),
    ),
  ).some((amount) => amount !== 0n);
