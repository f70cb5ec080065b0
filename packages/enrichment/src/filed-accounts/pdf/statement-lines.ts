/** Lists the lines of British statements and their sums. Pure. */
import type { FigureKey } from '../accounts-record.js';

/** The patterns of whole labels, without brackets, signs and note numbers. */
const NAMES = {
  fixed_assets: /^(?:total )?(?:fixed|non-current) assets$/,
  current_assets: /^(?:total )?current assets$/,
  stocks: /^(?:stocks?|inventories|stocks and work in progress)$/,
  debtors: /^(?:trade and other )?(?:debtors|receivables)$/,
  current_investments: /^current asset investments$/,
  cash: /^cash(?: at bank| and cash equivalents| at bank and in hand| in hand)?$/,
  prepayments: /^prepayments and accrued income$/,
  creditors_within_one_year: /^creditors(?: amounts)? (?:falling )?due within one year$/,
  creditors_after_one_year: /^creditors(?: amounts)? (?:falling )?due after (?:more than )?one year$/,
  net_current_assets: /^(?:total )?net current (?:assets|liabilities)(?: (?:assets|liabilities))?$/,
  total_assets_less_current_liabilities: /^total assets less current liabilities$/,
  total_assets: /^total assets$/,
  provisions: /^provisions? for liabilities(?: and charges)?$/,
  accruals: /^accruals and deferred income$/,
  net_assets: /^(?:total )?net (?:assets|liabilities)(?: (?:assets|liabilities))?$/,
  funds: /^(?:(?:total )?shareholders?'? ?(?:funds|equity)(?: deficit)?|capital and reserves|total equity)$/,
  turnover: /^(?:turnover|revenue)$/,
  cost_of_sales: /^cost of sales$/,
  gross_profit: /^gross (?:profit|loss)(?: (?:profit|loss))?$/,
  distribution: /^distribution costs$/,
  administration: /^administrative (?:expenses|costs)$/,
  other_income: /^other operating income$/,
  operating_profit: /^operating (?:profit|loss)(?: (?:profit|loss))?$/,
  interest_received: /^(?:other )?interest receivable and similar income$/,
  interest_paid: /^interest payable and similar (?:expenses|charges)$/,
  profit_before_tax:
    /^(?:profit|loss)(?: (?:profit|loss))?(?: on ordinary activities)? before tax(?:ation)?$/,
  tax: /^tax(?:ation)?(?: on (?:profit|loss)(?: (?:profit|loss))?(?: on ordinary activities)?)?$/,
  profit_after_tax:
    /^(?:profit|loss)(?: (?:profit|loss))?(?: after tax(?:ation)?)?(?: for the (?:financial )?(?:year|period))?$/,
} as const satisfies Readonly<Record<FigureKey, RegExp> & Record<string, RegExp>>;

/** The lines of a statement. Some are not served but occur in sums. */
export type StatementLine = keyof typeof NAMES;
export const LINE_LABELS = Object.entries(NAMES) as readonly (readonly [StatementLine, RegExp])[];

/** The lines whose sign is ignored: brackets only mean that they are deducted. */
export const UNSIGNED: ReadonlySet<StatementLine> = new Set<StatementLine>([
  'creditors_within_one_year',
  'creditors_after_one_year',
  'provisions',
  'accruals',
  'cost_of_sales',
  'distribution',
  'administration',
  'interest_paid',
]);

export interface Sum {
  readonly total: StatementLine;
  readonly plus: readonly StatementLine[];
  readonly minus: readonly StatementLine[];
  /** The lines that the sum needs. Other missing lines count as zero. Default: the first of `plus`. */
  readonly needs: readonly StatementLine[];
}

const sum = (
  total: StatementLine,
  plus: Sum['plus'],
  minus: Sum['minus'] = [],
  needs: Sum['needs'] = plus.slice(0, 1),
): Sum => ({ total, plus, minus, needs });

export const SUMS: readonly Sum[] = [
  sum('current_assets', ['stocks', 'debtors', 'current_investments', 'cash'], [], []),
  sum(
    'net_current_assets',
    ['current_assets', 'prepayments'],
    ['creditors_within_one_year'],
    ['current_assets', 'creditors_within_one_year'],
  ),
  sum('total_assets_less_current_liabilities', ['net_current_assets', 'fixed_assets']),
  sum(
    'net_assets',
    ['total_assets_less_current_liabilities'],
    ['creditors_after_one_year', 'provisions', 'accruals'],
  ),
  sum('net_assets', ['funds']),
  sum('total_assets', ['current_assets', 'fixed_assets']),
  sum('gross_profit', ['turnover'], ['cost_of_sales'], ['turnover', 'cost_of_sales']),
  sum(
    'operating_profit',
    ['gross_profit', 'other_income'],
    ['distribution', 'administration'],
    ['gross_profit', 'administration'],
  ),
  sum('profit_before_tax', ['operating_profit', 'interest_received'], ['interest_paid']),
  sum('profit_after_tax', ['profit_before_tax', 'tax'], [], ['profit_before_tax', 'tax']),
];
