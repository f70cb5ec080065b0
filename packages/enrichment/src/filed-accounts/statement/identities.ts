/** Lists the sums that the figures of one column must satisfy, with the text that answers show. */
import { FIGURES, type FigureKey } from '../accounts-record.js';
import { isDetailLine, type DetailLine } from './detail-lines.js';

type Sign = 1n | -1n;
type Terms<Name> = readonly (readonly [Name, Sign])[];
type Lines = Terms<DetailLine>;

export interface Identity {
  readonly text: string;
  /** The terms that sum to zero, together with the lines between. */
  readonly terms: Terms<FigureKey>;
  /** The detail lines between, if they are stated. Filers give some of them the opposite sign. */
  readonly between: Lines;
  /** True if the sum must hold in all accounts; false: a line may be untagged, so failing proves nothing. */
  readonly always: boolean;
  /** True if the sum counts only if a line between is stated. */
  readonly needsLine: boolean;
}

const isFigure = (name: string): name is FigureKey => FIGURES.some((figure) => figure === name);

/** The terms of `a - b = c`. The term after the equals sign is deducted. Other names are skipped. */
function termsIn<Name extends string>(text: string, isName: (name: string) => name is Name): Terms<Name> {
  const [sum = '', total = ''] = text.split(' = ');
  const signed = (name: string): readonly [string, Sign] =>
    name.startsWith('- ') ? [name.slice(2), -1n] : [name, 1n];
  const terms = [...sum.split(/ (?=- )| \+ /).map(signed), [total, -1n] as const];
  return terms.flatMap(([name, sign]) => (isName(name) ? [[name, sign] as const] : []));
}

const lines = (text: string): Lines => termsIn(text, isDetailLine);

const APART = lines('called_up_not_paid + prepayments_apart - accruals_apart');
const OPERATING = lines(
  '- distribution_costs - administrative_expenses + other_operating_income - other_operating_charges',
);
const FINANCING = lines(
  '- interest_payable + interest_receivable + income_from_investments - impairment_of_investments',
);
const OF_MICRO = lines(
  'micro_other_income - micro_raw_materials - micro_staff_costs - micro_depreciation - micro_other_charges - micro_tax',
);
const STOCKS = lines('stocks + current_investments');
const COST_OF_SALES = lines('- cost_of_sales');

type Rules = Pick<Identity, 'always' | 'needsLine'>;
const ALWAYS: Rules = { always: true, needsLine: false };
/** The rules of sums that need a line between. */
const WITH_LINES: Rules = { always: true, needsLine: true };
const OFTEN: Rules = { always: false, needsLine: false };
const OFTEN_WITH_LINES: Rules = { always: false, needsLine: true };

const identity = (text: string, between: Lines, rules: Rules): Identity => ({
  text,
  terms: termsIn(text, isFigure),
  between,
  ...rules,
});

/** The sum of all assets, which has few lines between. */
export const ALL_ASSETS = identity(
  'fixed_assets + current_assets = total_assets',
  lines('called_up_not_paid + prepayments_apart'),
  ALWAYS,
);

const OF_SHEET = [
  'current_assets - creditors_within_one_year = net_current_assets',
  'fixed_assets + net_current_assets = total_assets_less_current_liabilities',
  'fixed_assets + current_assets - creditors_within_one_year = total_assets_less_current_liabilities',
  'total_assets - creditors_within_one_year = total_assets_less_current_liabilities',
  'fixed_assets + net_current_assets + creditors_within_one_year = total_assets',
];

export const IDENTITIES: readonly Identity[] = [
  ALL_ASSETS,
  ...OF_SHEET.map((text) => identity(text, APART, ALWAYS)),
  identity('turnover - cost of sales = gross_profit', COST_OF_SALES, WITH_LINES),
  identity('profit_before_tax - tax = profit_after_tax', lines('- tax'), WITH_LINES),
  identity('turnover + other income - costs - tax = profit_after_tax', OF_MICRO, WITH_LINES),
  identity('stocks + debtors + cash = current_assets', STOCKS, OFTEN),
  identity('stocks + debtors + cash - creditors_within_one_year = net_current_assets', STOCKS, OFTEN),
  identity('turnover = gross_profit', COST_OF_SALES, OFTEN),
  identity(
    'intangible assets + tangible assets + investments = fixed_assets',
    lines('intangible_assets + tangible_assets + investments + investment_property'),
    OFTEN_WITH_LINES,
  ),
  identity('gross_profit - expenses = operating_profit', OPERATING, OFTEN_WITH_LINES),
  identity('turnover - expenses = operating_profit', OPERATING, OFTEN_WITH_LINES),
  identity('operating_profit - interest = profit_before_tax', FINANCING, OFTEN),
  identity(
    'gross_profit - expenses - interest = profit_before_tax',
    [...OPERATING, ...FINANCING],
    OFTEN_WITH_LINES,
  ),
  identity('profit_after_tax = comprehensive income', lines('- comprehensive_income'), OFTEN_WITH_LINES),
];
