/** All figures of one period and column, what is withheld, and what was derived. */
import { BY_PRINTED_UNITS, FIGURES, type AccountsPeriod, type FigureKey } from '../accounts-record.js';
import { amountOf, distance, size } from './amounts.js';
import { CONCEPTS } from './concepts.js';
import { mostFrequent, type Column, type ColumnFact, type FactsByName } from './columns.js';
import { detailLinesAt } from './detail-lines.js';
import type { ColumnAmounts } from './filled-identity.js';
import { judged } from './judgement.js';
import { PeriodFigures } from './found-and-withheld.js';
import { segmentedTurnover } from './derived-figures.js';
import { figureAt, type AsPrinted, type FoundFigure, type Place } from './figure-facts.js';
import { netAssetsAt } from './net-assets.js';
import type { ReportedPeriod } from './periods.js';
import { inOtherUnits } from './printed-scale.js';

/** What is known of the whole document. */
export interface StatementTerms {
  readonly facts: FactsByName;
  readonly column: Column;
  /** The parent of a group that publishes no profit and loss account of its own: lines of one are the group's. */
  readonly ownProfitOmitted: boolean;
  /** Banks and insurers have other lines in the place of turnover and gross profit. */
  readonly bank: boolean;
}

/** A part that can't be more than the whole. */
const PARTS: readonly (readonly [part: FigureKey, whole: FigureKey])[] = [
  ['cash', 'current_assets'],
  ['debtors', 'current_assets'],
  ['current_assets', 'total_assets'],
  ['fixed_assets', 'total_assets'],
];

/** What one column states of one period, net assets aside: not yet held against each other. */
interface StatedColumn {
  readonly place: Place;
  readonly figures: PeriodFigures;
  readonly amounts: ColumnAmounts;
  /** The scale of its figures is: the page prints other units above them. */
  readonly inDoubt: boolean;
  /** Total assets less current liabilities that was tagged with the wrong sign, with the right one. */
  readonly turned: FoundFigure | null;
}

function statedIn(terms: StatementTerms, period: ReportedPeriod): StatedColumn {
  const { facts, column } = terms;
  const place = { facts, column, period, currency: currencyIn(facts, period.end) };
  const figures = new PeriodFigures();
  for (const field of FIGURES) if (field !== 'net_assets') figures.take(figureAt(place, field));
  if (!figures.found.has('turnover') && !figures.holdsBack('turnover'))
    figures.take(segmentedTurnover(place));
  dropUnsure(figures, terms);
  const lines = detailLinesAt(place);
  const inDoubt = dropInOtherUnits(figures, lines);
  const { found } = figures;
  const working = workingCapital(found);
  if (isTurned(found.get('net_current_assets'), working))
    figures.drop('net_current_assets', 'filed_value_implausible', { by: 'the other sign' });
  const less = found.get('total_assets_less_current_liabilities');
  const sum = working === null ? null : working + (found.get('fixed_assets')?.hundredths ?? 0n);
  const turned = isTurned(less, sum);
  if (turned)
    figures.drop('total_assets_less_current_liabilities', 'filed_value_implausible', {
      by: 'the other sign',
    });
  return {
    place,
    figures,
    amounts: figures.amounts(lines, confirmedByNetAssets(place, found)),
    inDoubt,
    turned: less !== undefined && turned ? { ...less, hundredths: -less.hundredths } : null,
  };
}

const OTHER_UNITS = { by: BY_PRINTED_UNITS } as const;

/** @returns whether any was dropped */
function dropInOtherUnits(figures: PeriodFigures, lines: ColumnAmounts['lines']): boolean {
  const scaled = new Map(
    [...figures.found].map(([field, figure]): [FigureKey, AsPrinted] => [field, figure.asPrinted]),
  );
  const dropped = inOtherUnits(figures.amounts(lines, new Set()), scaled);
  for (const field of dropped) figures.drop(field, 'filed_value_implausible', OTHER_UNITS);
  return dropped.length > 0;
}

const BESIDE_NET_ASSETS = ['total_assets_less_current_liabilities', 'creditors_after_one_year'] as const;

/** What net assets are left over from, where they are. */
function confirmedByNetAssets(place: Place, found: ReadonlyMap<FigureKey, FoundFigure>): Set<FigureKey> {
  const [less, after] = BESIDE_NET_ASSETS.map((field) => found.get(field) ?? null);
  if (less == null) return new Set();
  const { result, fits } = netAssetsAt(place, {
    totalLessCurrent: less,
    creditorsAfter: after ?? null,
    totalAssets: null,
    signs: 'as_filed',
  });
  return new Set(fits && result !== null && 'figure' in result ? BESIDE_NET_ASSETS : []);
}

/** Figures that contradict each other are withheld, those that are missing and follow from others derived. */
function holdAgainstEachOther(
  { figures, place, amounts }: StatedColumn,
  other: StatedColumn | null,
): ReadonlySet<FigureKey> {
  const { contradicted, confirmed, missing } = judged(amounts, other?.amounts ?? null);
  for (const [field, identity] of contradicted) figures.drop(field, 'filed_value_implausible', { identity });
  for (const [field, { hundredths, rounding, from }] of missing) {
    const sources = from.flatMap((of) => figures.found.get(of)?.sources ?? []);
    const figure = { amount: amountOf(hundredths), currency: place.currency, by: null, from };
    figures.take({ field, figure, hundredths, rounding, concept: '', sources, asPrinted: null });
  }
  return confirmed;
}

const NET_ASSETS =
  'total_assets_less_current_liabilities - creditors_after_one_year - provisions = net_assets';

function takeNetAssets(
  { figures, place, turned, inDoubt }: StatedColumn,
  confirmed: ReadonlySet<FigureKey>,
): void {
  const { found } = figures;
  const { result, fits } = netAssetsAt(place, {
    totalLessCurrent: turned ?? found.get('total_assets_less_current_liabilities') ?? null,
    creditorsAfter: found.get('creditors_after_one_year') ?? null,
    totalAssets: found.get('total_assets') ?? null,
    signs: turned === null ? 'as_filed' : 'turned',
  });
  figures.take(result);
  const less = found.get('total_assets_less_current_liabilities')?.hundredths ?? 0n;
  const net = found.get('net_assets');
  // What they are left over from settles their scale, too.
  const isSettled = net?.asPrinted === true || net?.hundredths === 0n || (fits && less !== 0n);
  if (!isSettled && (net?.asPrinted === false || inDoubt))
    figures.drop('net_assets', 'filed_value_implausible', OTHER_UNITS);
  if (fits) return;
  // It can't be told which of them is wrong.
  for (const field of BESIDE_NET_ASSETS)
    if (!confirmed.has(field)) figures.drop(field, 'filed_value_implausible', { identity: NET_ASSETS });
}

/** Current assets less creditors due within one year, where both are stated. */
function workingCapital(found: ReadonlyMap<FigureKey, FoundFigure>): bigint | null {
  const [assets, creditors] = [found.get('current_assets'), found.get('creditors_within_one_year')];
  return assets && creditors ? assets.hundredths - creditors.hundredths : null;
}

/** The sign was forgotten: brackets are printed around what is tagged as positive. */
const isTurned = (figure: FoundFigure | undefined, sum: bigint | null): boolean =>
  figure !== undefined &&
  sum !== null &&
  distance(figure.hundredths, sum) > 2n * figure.rounding &&
  distance(-figure.hundredths, sum) <= 2n * figure.rounding;

/** Lines that are the group's, or that no line of a bank surely stands for. */
function dropUnsure(figures: PeriodFigures, { ownProfitOmitted, bank }: StatementTerms): void {
  if (ownProfitOmitted)
    for (const field of FIGURES)
      if (CONCEPTS[field].at === 'duration' && field !== 'profit_after_tax')
        figures.drop(field, 'filed_value_implausible');
  if (bank) {
    figures.drop('turnover', 'bank_income_line_unconfirmed');
    figures.drop('gross_profit', 'bank_profit_line_unconfirmed');
    figures.drop('operating_profit', 'bank_profit_line_unconfirmed');
  }
}

/** A part that is more than the whole: both are in doubt, but for the one that a sum confirms. */
function dropTooLarge(figures: PeriodFigures, confirmed: ReadonlySet<FigureKey>): void {
  for (const [part, whole] of PARTS) {
    const [a, b] = [figures.found.get(part), figures.found.get(whole)];
    if (!a || !b || a.hundredths <= b.hundredths + 2n * (a.rounding + b.rounding)) continue;
    const identity = `${part} <= ${whole}`;
    if (confirmed.has(whole) || !confirmed.has(part))
      figures.drop(part, 'filed_value_implausible', { identity });
    if (!confirmed.has(whole)) figures.drop(whole, 'filed_value_implausible', { identity });
  }
}

const MONEY = Object.values(CONCEPTS).flatMap(({ names }) => names);

const moneyFacts = (facts: FactsByName, end: string): ColumnFact[] =>
  MONEY.flatMap((name) => facts.get(name) ?? []).filter((fact) => fact.end === end);

/** The currency that most amounts of a day are in. */
const currencyIn = (facts: FactsByName, end: string): string =>
  mostFrequent(moneyFacts(facts, end).flatMap(({ currency }) => currency ?? [])) ?? 'GBP';

/** So many times the rest of its document no figure is, from an amount on that isn't small. */
const TIMES = 1_000n;
const LARGE = 100_000_000n;
const largest = (figures: readonly FoundFigure[]): bigint =>
  figures.map(({ hundredths }) => size(hundredths)).reduce((a, b) => (a > b ? a : b), 0n);

/** A figure beside which all others of the document are next to nothing. */
function dropOutOfProportion(figures: PeriodFigures, confirmed: ReadonlySet<FigureKey>): void {
  const all = [...figures.found.values()];
  const balances = largest(all.filter(({ field }) => CONCEPTS[field].at === 'instant'));
  for (const figure of all) {
    const { field, hundredths } = figure;
    const others = largest(all.filter((other) => other !== figure));
    const beside = CONCEPTS[field].at === 'duration' && balances > 0n ? balances : others;
    const isOut = beside > 0n && size(hundredths) >= LARGE && size(hundredths) > TIMES * beside;
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

/** What follows from sums of the balance sheet can't be told where a part of it is withheld. */
function dropUnfounded({ found, withheld }: PeriodFigures): void {
  if (!withheld.some(({ field }) => PARTS_OF_SHEET.has(field))) return;
  for (const [field, { figure }] of found)
    if (figure.by === null && CONCEPTS[field].at === 'instant') found.delete(field);
}

function periodOf(stated: StatedColumn, other: StatedColumn | null): AccountsPeriod {
  const { figures, place } = stated;
  const confirmed = holdAgainstEachOther(stated, other);
  takeNetAssets(stated, confirmed);
  dropTooLarge(figures, confirmed);
  dropOutOfProportion(figures, confirmed);
  dropUnfounded(figures);
  return {
    ...place.period,
    figures: Object.fromEntries(
      FIGURES.flatMap((field) => {
        const found = figures.found.get(field);
        return found === undefined ? [] : [[field, found.figure]];
      }),
    ),
    withheld: figures.withheld,
  };
}

/** The figures of both periods, each held against what its column states, and how the other is made up. */
export function figuresOf(
  terms: StatementTerms,
  now: ReportedPeriod,
  before: ReportedPeriod | null,
): AccountsPeriod[] {
  const own = statedIn(terms, now);
  const earlier = before === null ? null : statedIn(terms, before);
  const first = periodOf(own, earlier);
  return earlier === null ? [first] : [first, periodOf(earlier, own)];
}

/** How many figures a column states: it tells whose accounts they are. */
export function figuresIn(facts: FactsByName, column: Column, period: ReportedPeriod): number {
  const [{ figures, withheld } = { figures: {}, withheld: [] }] = figuresOf(
    { facts, column, ownProfitOmitted: false, bank: false },
    period,
    null,
  );
  const contradicted = withheld.filter(({ contradicted_by }) => contradicted_by !== undefined);
  return Object.keys(figures).length + contradicted.length;
}
