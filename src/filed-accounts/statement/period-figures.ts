/** All figures of one period and column, what is withheld, and what was derived. */
import {
  FIGURES,
  type AccountsPeriod,
  type FigureKey,
  type WithheldFigure,
  type WithheldReason,
} from '../accounts-record.js';
import { CONCEPTS } from './concepts.js';
import { mostFrequent, type Column, type ColumnFact, type FactsByName } from './columns.js';
import { segmentedTurnover, totalAssets } from './derived-figures.js';
import { distance, figureAt, type FoundFigure, type Place } from './figure-facts.js';
import { netAssetsAt } from './net-assets.js';
import type { ReportedPeriod } from './periods.js';

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

class PeriodFigures {
  readonly found = new Map<FigureKey, FoundFigure>();
  readonly withheld: WithheldFigure[] = [];

  take(result: FoundFigure | WithheldFigure | null): void {
    if (result === null) return;
    if ('figure' in result) this.found.set(result.field, result);
    else this.withheld.push(result);
  }

  drop(field: FigureKey, reason: WithheldReason): void {
    const figure = this.found.get(field);
    if (figure === undefined) return;
    this.found.delete(field);
    this.withheld.push({ field, reason, by: figure.sources });
  }
}

function takeStated(figures: PeriodFigures, place: Place): void {
  for (const field of FIGURES) if (field !== 'net_assets') figures.take(figureAt(place, field));
  const withheldTurnover = figures.withheld.some(({ field }) => field === 'turnover');
  if (!figures.found.has('turnover') && !withheldTurnover) figures.take(segmentedTurnover(place));
  const { found } = figures;
  const noTotal =
    !figures.withheld.some(({ field }) => field === 'total_assets') && !found.has('total_assets');
  if (noTotal) figures.take(totalAssets(found, place.currency));
  const working = workingCapital(found);
  if (isTurned(found.get('net_current_assets'), working))
    figures.drop('net_current_assets', 'filed_value_implausible');
  const less = found.get('total_assets_less_current_liabilities');
  const sum = working === null ? null : working + (found.get('fixed_assets')?.hundredths ?? 0n);
  const turned = isTurned(less, sum);
  if (turned) figures.drop('total_assets_less_current_liabilities', 'filed_value_implausible');
  figures.take(
    netAssetsAt(place, {
      totalLessCurrent: less === undefined ? null : turned ? { ...less, hundredths: -less.hundredths } : less,
      creditorsAfter: found.get('creditors_after_one_year') ?? null,
      totalAssets: found.get('total_assets') ?? null,
      signs: turned ? 'turned' : 'as_filed',
    }),
  );
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

function dropImplausible(figures: PeriodFigures, { ownProfitOmitted, bank }: StatementTerms): void {
  for (const [part, whole] of PARTS) {
    const [a, b] = [figures.found.get(part), figures.found.get(whole)];
    if (a && b && a.hundredths > b.hundredths + 2n * (a.rounding + b.rounding))
      figures.drop(part, 'filed_value_implausible');
  }
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

const MONEY = Object.values(CONCEPTS).flatMap(({ names }) => names);

const moneyFacts = (facts: FactsByName, end: string): ColumnFact[] =>
  MONEY.flatMap((name) => facts.get(name) ?? []).filter((fact) => fact.end === end);

/** The figures of a period; the currency is the one that most of them are in. */
export function figuresOf(terms: StatementTerms, period: ReportedPeriod): AccountsPeriod {
  const { facts, column } = terms;
  const currency =
    mostFrequent(
      moneyFacts(facts, period.end).flatMap((fact) => (fact.currency === null ? [] : [fact.currency])),
    ) ?? 'GBP';
  const figures = new PeriodFigures();
  takeStated(figures, { facts, column, period, currency });
  dropImplausible(figures, terms);
  return {
    ...period,
    figures: Object.fromEntries(
      FIGURES.flatMap((field) => {
        const found = figures.found.get(field);
        return found === undefined ? [] : [[field, found.figure]];
      }),
    ),
    withheld: figures.withheld,
  };
}

/** How many figures a column states: it tells whose accounts they are. */
export const figuresIn = (facts: FactsByName, column: Column, period: ReportedPeriod): number =>
  Object.keys(figuresOf({ facts, column, ownProfitOmitted: false, bank: false }, period).figures).length;
