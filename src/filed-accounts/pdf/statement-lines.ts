/** What the lines of British statements are called, and how they add up. Pure. */
import type { FigureKey } from '../accounts-record.js';

/** Lines that are no figures of ours, but parts of their sums. */
export type OtherLine =
  | 'stocks'
  | 'current_investments'
  | 'prepayments'
  | 'provisions'
  | 'accruals'
  | 'funds'
  | 'cost_of_sales'
  | 'distribution'
  | 'administration'
  | 'other_income'
  | 'interest_received'
  | 'interest_paid'
  | 'tax';
export type StatementLine = FigureKey | OtherLine;

/** Whole labels, without brackets, signs and the numbers of notes. */
export const LABELS: readonly (readonly [StatementLine, RegExp])[] = [
  ['fixed_assets', /^(?:total )?(?:fixed|non-current) assets$/],
  ['current_assets', /^(?:total )?current assets$/],
  ['stocks', /^(?:stocks?|inventories|stocks and work in progress)$/],
  ['debtors', /^(?:trade and other )?(?:debtors|receivables)$/],
  ['current_investments', /^current asset investments$/],
  ['cash', /^cash(?: at bank| and cash equivalents| at bank and in hand| in hand)?$/],
  ['prepayments', /^prepayments and accrued income$/],
  ['creditors_within_one_year', /^creditors(?: amounts)? (?:falling )?due within one year$/],
  ['creditors_after_one_year', /^creditors(?: amounts)? (?:falling )?due after (?:more than )?one year$/],
  ['net_current_assets', /^(?:total )?net current (?:assets|liabilities)(?: (?:assets|liabilities))?$/],
  ['total_assets_less_current_liabilities', /^total assets less current liabilities$/],
  ['total_assets', /^total assets$/],
  ['provisions', /^provisions? for liabilities(?: and charges)?$/],
  ['accruals', /^accruals and deferred income$/],
  ['net_assets', /^(?:total )?net (?:assets|liabilities)(?: (?:assets|liabilities))?$/],
  [
    'funds',
    /^(?:(?:total )?shareholders?'? ?(?:funds|equity)(?: deficit)?|capital and reserves|total equity)$/,
  ],
  ['turnover', /^(?:turnover|revenue)$/],
  ['cost_of_sales', /^cost of sales$/],
  ['gross_profit', /^gross (?:profit|loss)(?: (?:profit|loss))?$/],
  ['distribution', /^distribution costs$/],
  ['administration', /^administrative (?:expenses|costs)$/],
  ['other_income', /^other operating income$/],
  ['operating_profit', /^operating (?:profit|loss)(?: (?:profit|loss))?$/],
  ['interest_received', /^(?:other )?interest receivable and similar income$/],
  ['interest_paid', /^interest payable and similar (?:expenses|charges)$/],
  [
    'profit_before_tax',
    /^(?:profit|loss)(?: (?:profit|loss))?(?: on ordinary activities)? before tax(?:ation)?$/,
  ],
  ['tax', /^tax(?:ation)?(?: on (?:profit|loss)(?: (?:profit|loss))?(?: on ordinary activities)?)?$/],
  [
    'profit_after_tax',
    /^(?:profit|loss)(?: (?:profit|loss))?(?: after tax(?:ation)?)?(?: for the (?:financial )?(?:year|period))?$/,
  ],
];

/** Told without a sign: brackets mean that they are deducted. */
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
  /** Without these it says nothing; the others count as nought where they don't stand. */
  readonly needs: readonly StatementLine[];
}

export const SUMS: readonly Sum[] = [
  {
    total: 'current_assets',
    plus: ['stocks', 'debtors', 'current_investments', 'cash'],
    minus: [],
    needs: [],
  },
  {
    total: 'net_current_assets',
    plus: ['current_assets', 'prepayments'],
    minus: ['creditors_within_one_year'],
    needs: ['current_assets', 'creditors_within_one_year'],
  },
  {
    total: 'total_assets_less_current_liabilities',
    plus: ['fixed_assets', 'net_current_assets'],
    minus: [],
    needs: ['net_current_assets'],
  },
  {
    total: 'net_assets',
    plus: ['total_assets_less_current_liabilities'],
    minus: ['creditors_after_one_year', 'provisions', 'accruals'],
    needs: ['total_assets_less_current_liabilities'],
  },
  { total: 'net_assets', plus: ['funds'], minus: [], needs: ['funds'] },
  {
    total: 'total_assets',
    plus: ['fixed_assets', 'current_assets'],
    minus: [],
    needs: ['current_assets'],
  },
  {
    total: 'gross_profit',
    plus: ['turnover'],
    minus: ['cost_of_sales'],
    needs: ['turnover', 'cost_of_sales'],
  },
  {
    total: 'operating_profit',
    plus: ['gross_profit', 'other_income'],
    minus: ['distribution', 'administration'],
    needs: ['gross_profit', 'administration'],
  },
  {
    total: 'profit_before_tax',
    plus: ['operating_profit', 'interest_received'],
    minus: ['interest_paid'],
    needs: ['operating_profit'],
  },
  {
    total: 'profit_after_tax',
    plus: ['profit_before_tax', 'tax'],
    minus: [],
    needs: ['profit_before_tax', 'tax'],
  },
];
