/**
 * Checks the figures of a column by the sums that they must satisfy: contradicts or confirms figures, and
 * derives missing ones. If it is unclear which figure of a sum is wrong, all are contradicted. Pure.
 */
import type { FigureKey } from '../accounts-record.js';
import { distance, type Amount } from './amounts.js';
import {
  filled,
  hasLines,
  holds,
  holdsAsUsual,
  isAbout,
  isBroken,
  isComplete,
  MAY_BE_NOUGHT,
  identityText,
  wantedAmounts,
  type ColumnAmounts,
  type FilledIdentity,
} from './filled-identity.js';
import { CONCEPTS } from './concepts.js';
import { ALL_ASSETS, IDENTITIES } from './identities.js';
import { exchangedIn, slipsIn, misplacedIn, isSlip } from './other-column.js';

/** A figure derived from others. */
export interface Following extends Amount {
  readonly from: readonly FigureKey[];
}

export interface Judgement {
  /** The figures that are or may be wrong, each with the sum that shows it. */
  readonly contradicted: ReadonlyMap<FigureKey, string>;
  readonly confirmed: ReadonlySet<FigureKey>;
  readonly missing: ReadonlyMap<FigureKey, Following>;
}

const BELOW_NOUGHT: ReadonlySet<FigureKey> = new Set([
  'net_current_assets',
  'total_assets_less_current_liabilities',
]);
/** The figures that are derived if they are missing. Each occurs in several sums. */
const MAY_FOLLOW: readonly FigureKey[] = [
  'current_assets',
  'net_current_assets',
  'total_assets_less_current_liabilities',
  'total_assets',
];
const MAY_FOLLOW_WHERE_BROKEN: ReadonlySet<FigureKey> = new Set([
  'fixed_assets',
  'creditors_within_one_year',
]);

/** The figure whose dimension filers often omit, so it is more often missing than another is wrong. */
const OFTEN_UNTAGGED: FigureKey = 'creditors_within_one_year';

const isOfProfit = ({ identity }: FilledIdentity): boolean =>
  identity.terms.every(([field]) => CONCEPTS[field].at === 'duration');

/** @param other the column of the other period, in which a figure may be misplaced */
export function judgementOf(column: ColumnAmounts, other: ColumnAmounts | null): Judgement {
  const all = IDENTITIES.flatMap((identity) => filled(identity, column) ?? []);
  const complete = all.filter((of) => isComplete(of) && (of.identity.always || holds(of)));
  const confirmed = new Set([
    ...column.confirmed,
    ...complete.filter(holdsAsUsual).flatMap(({ stated }) => stated),
  ]);
  const { contradicted, missing } = complete.every(holds)
    ? { contradicted: new Map<FigureKey, string>(), missing: missingIn(all, column) }
    : judgementOfBroken(complete, column);
  // A broken profit and loss account doesn't contradict the balance sheet.
  const isSheetConsistent = complete.every((of) => !isBroken(of) || isOfProfit(of));
  const misplaced =
    other === null ? [] : [...misplacedIn(column, other, confirmed), ...exchangedIn(all, column, other)];
  return {
    contradicted: new Map([...misplaced, ...slipsIn(all, column, other), ...contradicted]),
    confirmed,
    missing: isSheetConsistent ? new Map([...missing, ...missingIn(all, column)]) : missing,
  };
}

/** Judges a column with failing sums: one figure is wrong or missing, or all failing sums are in doubt. */
function judgementOfBroken(
  whole: readonly FilledIdentity[],
  column: ColumnAmounts,
): Omit<Judgement, 'confirmed'> {
  const isContradicted = whole.some(isBroken);
  // Without a contradiction only an amount that the page prints without a tag may be missing.
  const explained = [...explanations(whole, column)].filter(
    ([field]) => isContradicted || column.untagged?.has(field) === true,
  );
  const broken = whole.filter((of) => !holds(of));
  const [explanation, ...others] = explained;
  return explanation === undefined || others.length > 0
    ? allInDoubt(broken.filter(isBroken))
    : explainedBy(explanation, broken, column);
}

/** All figures of the sums as contradicted, each with its first sum. */
function allInDoubt(broken: readonly FilledIdentity[]): Omit<Judgement, 'confirmed'> {
  const contradicted = new Map<FigureKey, string>();
  for (const sum of broken)
    for (const field of sum.stated) if (!contradicted.has(field)) contradicted.set(field, identityText(sum));
  return { contradicted, missing: new Map() };
}

/** The judgement by the figure that explains all broken sums: wrong if stated, else missing if certain. */
function explainedBy(
  [field, hundredths]: readonly [FigureKey, bigint],
  broken: readonly FilledIdentity[],
  { figures, lines }: ColumnAmounts,
): Omit<Judgement, 'confirmed'> {
  const [first] = broken;
  if (first === undefined) return { contradicted: new Map(), missing: new Map() };
  if (figures.has(field))
    return { contradicted: new Map([[field, identityText(first)]]), missing: new Map() };
  const isApart = (lines.get('prepayments_apart')?.hundredths ?? 0n) !== 0n;
  const isSure = MAY_FOLLOW_WHERE_BROKEN.has(field) && broken.length > 1 && !isApart;
  const following = { hundredths, rounding: first.off / 2n, from: first.stated };
  return { contradicted: new Map(), missing: new Map(isSure ? [[field, following]] : []) };
}

/** The amounts that each let every sum hold, by figure. A single usual slip excludes the others. */
function explanations(
  whole: readonly FilledIdentity[],
  { figures, confirmed }: ColumnAmounts,
): Map<FigureKey, bigint> {
  const broken = whole.filter((filled) => !holds(filled));
  const amountsByField = new Map<FigureKey, bigint>();
  const slipped = new Map<FigureKey, bigint>();
  for (const [field] of broken[0]?.identity.terms ?? []) {
    const having = whole.filter((filled) => isAbout(filled, field));
    const isCleared =
      confirmed.has(field) || having.some((filled) => filled.stated.includes(field) && holds(filled));
    if (isCleared || !broken.every((filled) => having.includes(filled))) continue;
    const stated = figures.get(field)?.hundredths ?? null;
    const meant = agreedOn(having, field, stated ?? 0n);
    if (meant === null || (stated === null && meant < 0n)) continue;
    amountsByField.set(field, meant);
    if (stated !== null && isSlip(stated, meant, having[0]?.off ?? 0n)) slipped.set(field, meant);
  }
  if (slipped.size === 1) return slipped;
  const untagged = amountsByField.get(OFTEN_UNTAGGED);
  const isUntagged = untagged !== undefined && !figures.has(OFTEN_UNTAGGED) && broken.length > 1;
  return isUntagged ? new Map([[OFTEN_UNTAGGED, untagged]]) : amountsByField;
}

function missingIn(
  all: readonly FilledIdentity[],
  { figures, withheld, untagged }: ColumnAmounts,
): Map<FigureKey, Following> {
  const followers = new Map<FigureKey, Following>();
  for (const field of MAY_FOLLOW) {
    if (figures.has(field) || withheld.has(field)) continue;
    const having = all.filter(
      ({ identity, absent }) =>
        identity.always &&
        absent.includes(field) &&
        absent.every(
          (other) => other === field || (MAY_BE_NOUGHT.has(other) && untagged?.has(other) !== true),
        ),
    );
    const following = derivedFrom(having, field);
    if (following !== null) followers.set(field, following);
  }
  return followers;
}

const isSumOfAssets = ({ identity, absent }: FilledIdentity): boolean =>
  identity === ALL_ASSETS && absent.length === 1;

/** The figure that several sums give, at least one without assumed zeros; null: none. */
function derivedFrom(having: readonly FilledIdentity[], field: FigureKey): Following | null {
  const [first] = having;
  if (first === undefined || having.length < 2 || !having.some(({ absent }) => absent.length === 1))
    return null;
  if (having.some(hasLines) && !having.some((of) => isSumOfAssets(of) && !hasLines(of))) return null;
  const hundredths = agreedOn(having, field, 0n);
  if (hundredths === null || (hundredths < 0n && !BELOW_NOUGHT.has(field))) return null;
  return { hundredths, rounding: first.off / 2n, from: first.stated };
}

/** The single amount that lets all sums hold, if possible without lines between; null: none, or several. */
function agreedOn(ids: readonly FilledIdentity[], field: FigureKey, amount: bigint): bigint | null {
  const plain = ids.map((of) => ({ ...of, sums: of.identity.needsLine ? of.sums.slice(0, 1) : [0n] }));
  for (const all of [plain, ids]) {
    const [first, ...others] = all;
    if (first === undefined) return null;
    const fits = (of: bigint): boolean =>
      others.every((other) =>
        wantedAmounts(other, field, amount).some((there) => distance(of, there) <= first.off + other.off),
      );
    const agreed = wantedAmounts(first, field, amount).filter(fits);
    if (agreed.length === 1) return agreed[0] ?? null;
  }
  return null;
}
