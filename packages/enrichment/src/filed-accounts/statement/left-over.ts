/** Compares net assets with the total above them: total assets less current liabilities. */
import { BY_PRINTED_UNITS, type FigureKey } from '../accounts-record.js';
import { larger, type Amount } from './amounts.js';
import type { DetailLine } from './detail-lines.js';
import { OTHER_DEDUCTIONS } from './concepts.js';
import { factsAt, UNLIKE_SHOWN, type FoundFigure, type FigurePlace } from './figure-facts.js';
import type { ColumnAmounts } from './filled-identity.js';
import type { FoundAndWithheld } from './found-and-withheld.js';
import type { Following } from './judgement.js';
import { netAssetsAt, type NetAssets } from './net-assets.js';
import { isFromAnotherTotal } from './untagged-figures.js';
import type { PrintedLines } from '../words/row-labels.js';

export const TOTAL_LESS_CURRENT = 'total_assets_less_current_liabilities';
const BESIDE_NET_ASSETS: readonly FigureKey[] = [TOTAL_LESS_CURRENT, 'creditors_after_one_year'];
/** Returns true if the sign of the total, or of the figure that it is derived from, is settled. */
function isSignSettled({ found: foundFigures }: FoundAndWithheld, signs: ReadonlySet<FigureKey>): boolean {
  const isStated = foundFigures.get(TOTAL_LESS_CURRENT)?.figure.by != null;
  return signs.has(isStated ? TOTAL_LESS_CURRENT : 'net_current_assets');
}

/** The text of the sum with the stated figures. */
function identityOf({ place, figures: { found: foundFigures } }: SheetColumn): string {
  const hasOthers = OTHER_DEDUCTIONS.some((name) => factsAt(place, name, 'instant').length > 0);
  const isStated = foundFigures.get(TOTAL_LESS_CURRENT)?.figure.by != null;
  const parts = (['fixed_assets', 'net_current_assets'] as const).filter((field) => foundFigures.has(field));
  const total = isStated || parts.length === 0 ? TOTAL_LESS_CURRENT : parts.join(' + ');
  const after = foundFigures.has('creditors_after_one_year') ? ' - creditors_after_one_year' : '';
  return `${total}${after}${hasOthers ? ' - provisions' : ''} = net_assets`;
}

const OTHER_TOTAL = { by: 'total printed on the page' } as const;
export const OTHER_UNITS = { by: BY_PRINTED_UNITS } as const;

/** The lines that may be between fixed and net current assets and their sum. */
const BETWEEN: readonly DetailLine[] = [
  'called_up_not_paid',
  'prepayments_apart',
  'accruals_apart',
  'intangible_assets',
  'tangible_assets',
  'investments',
  'investment_property',
];

/** The lines that may be between current assets or creditors and their total. */
const APART = BETWEEN.slice(0, 3);

const hasLineOf = (lines: ColumnAmounts['lines'], among: readonly DetailLine[]): boolean =>
  among.some((line) => (lines.get(line)?.hundredths ?? 0n) !== 0n);

/** The total of fixed and net current assets, if no line is between. Fixed assets may be zero. */
function impliedTotal({ figures, lines, withheld }: ColumnAmounts): Following | null {
  const working = figures.get('net_current_assets');
  const fixed = figures.get('fixed_assets');
  if (working === undefined || withheld.has('fixed_assets')) return null;
  const others = fixed === undefined ? BETWEEN : APART;
  if (hasLineOf(lines, others)) return null;
  const { hundredths = 0n, rounding = 0n } = fixed ?? {};
  return {
    hundredths: working.hundredths + hundredths,
    rounding: larger(rounding, working.rounding),
    from: [...(fixed === undefined ? [] : (['fixed_assets'] as const)), 'net_current_assets'],
  };
}

const PARTS: readonly FigureKey[] = ['fixed_assets', 'current_assets', 'net_current_assets', 'total_assets'];

/** Total assets if no part is stated: assets less current liabilities plus creditors within a year. */
function impliedAssets({ figures, lines, withheld }: ColumnAmounts): Following | null {
  const [less, creditors] = [figures.get(TOTAL_LESS_CURRENT), figures.get('creditors_within_one_year')];
  if (less === undefined || creditors === undefined || creditors.hundredths < 0n) return null;
  if (PARTS.some((part) => figures.has(part) || withheld.has(part))) return null;
  if (hasLineOf(lines, APART)) return null;
  const hundredths = less.hundredths + creditors.hundredths;
  if (hundredths < 0n) return null;
  const rounding = larger(less.rounding, creditors.rounding);
  return { hundredths, rounding, from: [TOTAL_LESS_CURRENT, 'creditors_within_one_year'] };
}

/** The stated figures of a column, and the lines between. */
export interface SheetColumn {
  readonly place: FigurePlace;
  readonly figures: FoundAndWithheld;
  readonly amounts: ColumnAmounts;
}

function netAssetsAgainst(
  { place, figures }: SheetColumn,
  total: Amount | null,
  isTurned = false,
  untagged: readonly bigint[] = [],
): NetAssets {
  return netAssetsAt(place, {
    totalLessCurrent: total,
    creditorsAfter: figures.found.get('creditors_after_one_year') ?? null,
    totalAssets: figures.found.get('total_assets') ?? null,
    isTurned,
    untagged,
  });
}

/** The figures that net assets confirm. Derives a missing total if its sum and net assets agree. */
export function confirmedByNetAssets(sheet: SheetColumn): Set<FigureKey> {
  const { place, figures, amounts } = sheet;
  const stated = figures.found.get(TOTAL_LESS_CURRENT);
  const implied =
    stated === undefined && !amounts.withheld.has(TOTAL_LESS_CURRENT) ? impliedTotal(amounts) : null;
  const total = stated ?? implied;
  if (total === null) return new Set();
  const { result, fits } = netAssetsAgainst(sheet, total);
  if (!fits || result === null || !('figure' in result)) return new Set();
  if (implied !== null && implied.from.every((field) => figures.found.has(field)))
    figures.derive(TOTAL_LESS_CURRENT, implied, place.currency);
  const assets = impliedAssets(amounts);
  if (assets?.from.every((field) => figures.found.has(field)) === true)
    figures.derive('total_assets', assets, place.currency);
  return new Set(BESIDE_NET_ASSETS);
}

/** The possible totals above net assets, the most reliable first; empty: the column states none. */
function totalsOf({ figures, amounts }: SheetColumn, turned: FoundFigure | null): Amount[] {
  const trusted = turned ?? figures.found.get(TOTAL_LESS_CURRENT);
  if (trusted !== undefined) return [trusted];
  return [amounts.figures.get(TOTAL_LESS_CURRENT), impliedTotal(amounts)].filter((total) => total != null);
}

export interface LeftOver extends SheetColumn {
  /** True if the scale of the figures is in doubt, because the page prints other units above them. */
  readonly inDoubt: boolean;
  /** Total assets less current liabilities with its sign corrected; null: its tag has the right sign. */
  readonly turned: FoundFigure | null;
  /** The untagged amounts before net assets, in hundredths; null: unknown. */
  readonly untagged: readonly bigint[] | null;
  /** The lines printed with an amount, tagged or not. */
  readonly printed: PrintedLines;
}

/** Takes or withholds net assets, and drops contradicted figures. @param signs the figures of settled sign */
export function takeNetAssets(
  sheet: LeftOver,
  confirmed: ReadonlySet<FigureKey>,
  signs: Set<FigureKey>,
): void {
  const { figures, turned, inDoubt } = sheet;
  const { found: foundFigures } = figures;
  const totals = totalsOf(sheet, turned);
  const results = totals.map((total) => netAssetsAgainst(sheet, total, turned !== null));
  const best = results.find((result) => result.fits) ?? results[0];
  const isOpen = (): boolean =>
    sheet.untagged === null ||
    totals.some((total) => netAssetsAgainst(sheet, total, turned !== null, sheet.untagged ?? []).fits);
  const { result, fits } =
    best === undefined || (!best.fits && isOpen()) ? netAssetsAgainst(sheet, null) : best;
  figures.take(result);
  const less = foundFigures.get(TOTAL_LESS_CURRENT)?.hundredths ?? 0n;
  const net = foundFigures.get('net_assets');
  // The total above net assets also settles their scale.
  const isSettled = net?.asPrinted === true || net?.hundredths === 0n || (fits && less !== 0n);
  if (!isSettled && (net?.asPrinted === false || inDoubt))
    figures.drop('net_assets', 'filed_value_implausible', OTHER_UNITS);
  if (net !== undefined && totals.length === 0 && isFromAnotherTotal(net.hundredths, sheet.printed))
    figures.drop('net_assets', 'equity_implausible_against_balance_sheet', OTHER_TOTAL);
  if (net?.signAsShown === false && !(fits && totals.length > 0 && isSignSettled(figures, signs)))
    figures.drop('net_assets', 'filed_value_implausible', UNLIKE_SHOWN);
  if (fits && net?.signAsShown === true && net.hundredths !== 0n && totals.length > 0)
    signs.add(TOTAL_LESS_CURRENT);
  if (fits) return;
  // It is unclear which of the figures is wrong.
  const identity = identityOf(sheet);
  for (const field of BESIDE_NET_ASSETS)
    if (!confirmed.has(field)) figures.drop(field, 'filed_value_implausible', { identity });
}
