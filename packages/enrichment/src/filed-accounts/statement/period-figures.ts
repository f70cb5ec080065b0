/** Finds the stated, withheld and derived figures of one period and column. */
import { FIGURES, type AccountsPeriod, type FigureKey } from '../accounts-record.js';
import { distance, size } from './amounts.js';
import { CONCEPTS } from './concepts.js';
import type { Column, FactsByName } from './columns.js';
import { mostFrequent } from './most-frequent.js';
import { detailLinesAt } from './detail-lines.js';
import type { ColumnAmounts } from './filled-identity.js';
import { judgementOf } from './judgement.js';
import { FoundAndWithheld } from './found-and-withheld.js';
import {
  segmentedTurnover,
  figureAt,
  UNLIKE_SHOWN,
  type FoundFigure,
  type HeldFigure,
  type FigurePlace,
} from './figure-facts.js';
import {
  confirmedByNetAssets,
  OTHER_UNITS,
  takeNetAssets,
  TOTAL_LESS_CURRENT,
  type LeftOver,
} from './left-over.js';
import type { ReportedPeriod } from './periods.js';
import { untaggedDeductions, untaggedFigures } from './untagged-figures.js';
import { inOtherUnits, signsSettledIn } from './settled-signs.js';
import type { PrintedLines } from '../words/row-labels.js';

/** Facts about the whole document. */
export interface StatementTerms {
  readonly facts: FactsByName;
  readonly column: Column;
  /** True if a group's parent publishes no profit and loss account, so that its lines are the group's. */
  readonly ownProfitOmitted: boolean;
  /** True for banks and insurers, which have other lines than turnover and gross profit. */
  readonly bank: boolean;
  /** The lines printed with an amount, tagged or not. */
  readonly printed: PrintedLines;
}

/** The parts that can't be larger than their whole. */
const PARTS: readonly (readonly [part: FigureKey, whole: FigureKey])[] = [
  ['cash', 'current_assets'],
  ['debtors', 'current_assets'],
  ['current_assets', 'total_assets'],
  ['fixed_assets', 'total_assets'],
];

const AFTER: FigureKey = 'creditors_after_one_year';
const OVERDRAWN: readonly FigureKey[] = ['cash', 'debtors'];

/** The figures of one column and period without net assets, before they are compared with sums. */
function statedIn(terms: StatementTerms, period: ReportedPeriod): LeftOver {
  const { facts, column, ownProfitOmitted, printed } = terms;
  const place = { facts, column, period, currency: currencyIn(facts, period.end) };
  const lines = detailLinesAt(place);
  const figures = new FoundAndWithheld(untaggedFigures(place, printed, lines));
  for (const field of FIGURES) {
    const figure = field === 'net_assets' ? null : figureAt(place, field);
    if (!ownProfitOmitted || !isGroupLine(field, figure, place)) figures.take(figure);
  }
  if (!ownProfitOmitted && !figures.found.has('turnover') && !figures.isWithheld('turnover'))
    figures.take(segmentedTurnover(place));
  dropUnsure(figures, terms);
  figures.dropOfOtherYear();
  const inDoubt = dropInOtherUnits(figures, lines);
  const working = workingCapital(figures.found);
  const fixed = figures.found.get('fixed_assets')?.hundredths ?? 0n;
  turnedFigure(figures, 'net_current_assets', working);
  const turned = turnedFigure(figures, TOTAL_LESS_CURRENT, working === null ? null : working + fixed);
  const sheet = { place, figures, amounts: figures.amounts(lines, new Set()) };
  const confirmed = confirmedByNetAssets(sheet);
  const hasCreditors = figures.found.has(AFTER) || figures.isWithheld(AFTER);
  const untagged = untaggedDeductions(place, printed, hasCreditors);
  return { ...sheet, amounts: figures.amounts(lines, confirmed), inDoubt, turned, untagged, printed };
}

/** Drops figures in other units than the page prints. @returns true if any was dropped */
function dropInOtherUnits(figures: FoundAndWithheld, lines: ColumnAmounts['lines']): boolean {
  const dropped = inOtherUnits(figures, lines);
  for (const field of dropped) figures.drop(field, 'filed_value_implausible', OTHER_UNITS);
  return dropped.length > 0;
}

/** Withholds figures that contradict each other and derives missing ones. @returns the confirmed figures */
function applyJudgement(
  { figures, place, amounts }: LeftOver,
  other: LeftOver | null,
): ReadonlySet<FigureKey> {
  const { contradicted, confirmed, missing } = judgementOf(amounts, other?.amounts ?? null);
  for (const [field, identity] of contradicted) figures.drop(field, 'filed_value_implausible', { identity });
  for (const [field, following] of missing) figures.derive(field, following, place.currency);
  if (missing.size === 0) return confirmed;
  const sums = judgementOf(figures.amounts(amounts.lines, confirmed), null);
  for (const [field, following] of sums.missing) figures.derive(field, following, place.currency);
  return confirmed;
}

/** Current assets less creditors due within one year; null: one of them isn't stated. */
function workingCapital(figures: ReadonlyMap<FigureKey, FoundFigure>): bigint | null {
  const [assets, creditors] = [figures.get('current_assets'), figures.get('creditors_within_one_year')];
  return assets && creditors ? assets.hundredths - creditors.hundredths : null;
}

/** Drops a figure tagged without the minus that a sum shows, and returns it with that sign; null: none. */
function turnedFigure(figures: FoundAndWithheld, field: FigureKey, sum: bigint | null): FoundFigure | null {
  const figure = figures.found.get(field);
  if (figure === undefined || sum === null) return null;
  const { hundredths, rounding } = figure;
  if (distance(hundredths, sum) <= 2n * rounding || distance(-hundredths, sum) > 2n * rounding) return null;
  figures.drop(field, 'filed_value_implausible', { by: 'the other sign' });
  const turned = { ...figure, hundredths: -hundredths };
  figures.withheldAmounts.set(field, turned);
  return turned;
}

/** Returns true if an unmarked line is the group's, because the group states no other amount. */
function isGroupLine(field: FigureKey, figure: FoundFigure | HeldFigure | null, place: FigurePlace): boolean {
  if (CONCEPTS[field].at !== 'duration' || field === 'profit_after_tax') return false;
  const ofGroup = figureAt({ ...place, column: 'group' }, field);
  const isBeside = figure !== null && 'figure' in figure && ofGroup !== null && 'figure' in ofGroup;
  return !isBeside || figure.hundredths === ofGroup.hundredths;
}

/** Drops figures that a bank's lines don't clearly state. */
function dropUnsure(figures: FoundAndWithheld, { bank }: StatementTerms): void {
  if (bank) {
    figures.drop('turnover', 'bank_income_line_unconfirmed');
    figures.drop('gross_profit', 'bank_profit_line_unconfirmed');
    figures.drop('operating_profit', 'bank_profit_line_unconfirmed');
  }
}

/** Returns true if cash or debtors are negative, so that the other may exceed current assets. */
const isBesideOverdrawn = ({ found: foundFigures }: FoundAndWithheld, part: FigureKey): boolean =>
  OVERDRAWN.some((field) => field !== part && (foundFigures.get(field)?.hundredths ?? 0n) < 0n);

/** Drops a part larger than its whole, and the whole, except one that a sum confirms. */
function dropTooLarge(figures: FoundAndWithheld, confirmed: ReadonlySet<FigureKey>): void {
  for (const [part, whole] of PARTS) {
    const [a, b] = [figures.found.get(part), figures.found.get(whole)];
    if (isBesideOverdrawn(figures, part)) continue;
    if (!a || !b || a.hundredths <= b.hundredths + 2n * (a.rounding + b.rounding)) continue;
    const identity = `${part} <= ${whole}`;
    if (confirmed.has(whole) || !confirmed.has(part))
      figures.drop(part, 'filed_value_implausible', { identity });
    if (!confirmed.has(whole)) figures.drop(whole, 'filed_value_implausible', { identity });
  }
}

const MONEY = Object.values(CONCEPTS).flatMap(({ names }) => names);

/** The currency of most amounts of a day. */
function currencyIn(facts: FactsByName, end: string): string {
  const ofDay = MONEY.flatMap((name) => facts.get(name) ?? []).filter((fact) => fact.end === end);
  return mostFrequent(ofDay.flatMap(({ currency }) => currency ?? [])) ?? 'GBP';
}

/** The maximum factor by which a large figure may exceed the others of its document. */
const MAX_FACTOR = 1_000n;
const LARGE = 100_000_000n;
const largest = (figures: readonly FoundFigure[]): bigint =>
  figures.map(({ hundredths }) => size(hundredths)).reduce((a, b) => (a > b ? a : b), 0n);

/** Drops a figure that exceeds all others of the document by more than `MAX_FACTOR`. */
function dropOutOfProportion(figures: FoundAndWithheld, confirmed: ReadonlySet<FigureKey>): void {
  const all = [...figures.found.values()];
  const balances = largest(all.filter(({ field }) => CONCEPTS[field].at === 'instant'));
  for (const figure of all) {
    const { field, hundredths } = figure;
    const others = largest(all.filter((other) => other !== figure));
    const beside = CONCEPTS[field].at === 'duration' && balances > 0n ? balances : others;
    const isOut = beside > 0n && size(hundredths) >= LARGE && size(hundredths) > MAX_FACTOR * beside;
    if (isOut && !(confirmed.has(field) && beside === others))
      figures.drop(field, 'filed_value_implausible', { by: 'proportion to the rest of the document' });
  }
}

const PARTS_OF_SHEET: ReadonlySet<FigureKey> = new Set([
  'fixed_assets',
  'current_assets',
  'creditors_within_one_year',
  'total_assets_less_current_liabilities',
]);

/** Drops figures tagged as negative and not printed so, unless a sum settles their sign. */
function dropUnlikeShown(figures: FoundAndWithheld, settled: ReadonlySet<FigureKey>): void {
  for (const { field, signAsShown } of [...figures.found.values()])
    if (!signAsShown && field !== 'net_assets' && !settled.has(field))
      figures.drop(field, 'filed_value_implausible', UNLIKE_SHOWN);
}

/** Drops unusual negative figures, unless a sum confirms them. */
function dropOverdrawn(figures: FoundAndWithheld, confirmed: ReadonlySet<FigureKey>): void {
  for (const field of OVERDRAWN)
    if ((figures.found.get(field)?.hundredths ?? 0n) < 0n && !confirmed.has(field))
      figures.drop(field, 'filed_value_implausible');
}

/** Drops derived figures of the balance sheet if a part of it is withheld. */
function dropUnfounded({ found: foundFigures, withheld }: FoundAndWithheld): void {
  const isUnsure = withheld.some(({ field }) => PARTS_OF_SHEET.has(field));
  for (const [field, { figure }] of foundFigures) {
    const isFounded = !isUnsure && (figure.from ?? []).every((term) => foundFigures.has(term as FigureKey));
    if (figure.by === null && CONCEPTS[field].at === 'instant' && !isFounded) foundFigures.delete(field);
  }
}

function periodOf(stated: LeftOver, other: LeftOver | null): AccountsPeriod {
  const { figures, place } = stated;
  const confirmed = applyJudgement(stated, other);
  const signs = signsSettledIn(figures, stated.amounts.lines);
  takeNetAssets(stated, confirmed, signs);
  figures.dropOfOtherYear();
  dropTooLarge(figures, confirmed);
  dropOverdrawn(figures, confirmed);
  dropOutOfProportion(figures, confirmed);
  dropUnlikeShown(figures, signs);
  dropUnfounded(figures);
  return {
    ...place.period,
    figures: Object.fromEntries(
      FIGURES.flatMap((field) => {
        const figure = figures.found.get(field);
        return figure === undefined ? [] : [[field, figure.figure]];
      }),
    ),
    withheld: figures.withheld,
  };
}

/** The figures of both periods, each checked by the sums of its own and of the other column. */
export function figuresOf(
  terms: StatementTerms,
  now: ReportedPeriod,
  before: ReportedPeriod | null,
): AccountsPeriod[] {
  const current = statedIn(terms, now);
  const earlier = before === null ? null : statedIn(terms, before);
  const first = periodOf(current, earlier);
  return earlier === null ? [first] : [first, periodOf(earlier, current)];
}

/** The number of figures in a column, which shows whose accounts they are. */
export function figuresIn(facts: FactsByName, column: Column, period: ReportedPeriod): number {
  const [{ figures, withheld } = { figures: {}, withheld: [] }] = figuresOf(
    { facts, column, ownProfitOmitted: false, bank: false, printed: new Map() },
    period,
    null,
  );
  const contradicted = withheld.filter(({ contradicted_by }) => contradicted_by !== undefined);
  return Object.keys(figures).length + contradicted.length;
}

/** Returns true if the columns' balances differ, so that unmarked facts are really the company's. */
export function hasOwnBalances(facts: FactsByName, period: ReportedPeriod): boolean {
  const currency = currencyIn(facts, period.end);
  const at = (column: Column, field: FigureKey): bigint | null => {
    const figure = figureAt({ facts, column, period, currency }, field);
    return figure !== null && 'figure' in figure ? figure.hundredths : null;
  };
  return FIGURES.some((field) => {
    if (CONCEPTS[field].at !== 'instant') return false;
    const [ownFigure, ofGroup] = [at('company', field), at('group', field)];
    return ownFigure !== null && ofGroup !== null && ownFigure !== ofGroup;
  });
}
