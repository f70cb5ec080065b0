/** Sums that the figures of one column keep, each as it is named to clients. */
import type { FigureKey } from '../accounts-record.js';
import type { DetailLine } from './detail-lines.js';

export type Sign = 1n | -1n;
type Terms = readonly (readonly [FigureKey, Sign])[];
type Lines = readonly (readonly [DetailLine, Sign])[];

export interface Identity {
  readonly text: string;
  /** Add up to nought, together with the lines between. */
  readonly terms: Terms;
  /** Where they are stated; filers give some of them the other sign. */
  readonly between: Lines;
  /** It holds of all accounts. Of the others a line may be left untagged: that they don't hold tells nothing alone. */
  readonly always: boolean;
  /** Nothing is said where no line between is stated. */
  readonly needsLine: boolean;
}

const APART: Lines = [
  ['called_up_not_paid', 1n],
  ['prepayments_apart', 1n],
  ['accruals_apart', -1n],
];
const APART_OF_ASSETS = APART.slice(0, 2);
const OPERATING: Lines = [
  ['distribution_costs', -1n],
  ['administrative_expenses', -1n],
  ['other_operating_income', 1n],
  ['other_operating_charges', -1n],
];
const FINANCING: Lines = [
  ['interest_payable', -1n],
  ['interest_receivable', 1n],
  ['income_from_investments', 1n],
  ['impairment_of_investments', -1n],
];

const sheet = (text: string, ...terms: Terms): Identity => ({
  text,
  terms,
  between: APART,
  always: true,
  needsLine: false,
});
const detail = (text: string, between: Lines, ...terms: Terms): Identity => ({
  text,
  terms,
  between,
  always: false,
  needsLine: true,
});

/** A plain sum of what is stated, whatever else stands between other lines. */
export const ALL_ASSETS: Identity = {
  ...sheet(
    'fixed_assets + current_assets = total_assets',
    ['fixed_assets', 1n],
    ['current_assets', 1n],
    ['total_assets', -1n],
  ),
  between: APART_OF_ASSETS,
};

export const IDENTITIES: readonly Identity[] = [
  ALL_ASSETS,
  sheet(
    'current_assets - creditors_within_one_year = net_current_assets',
    ['current_assets', 1n],
    ['creditors_within_one_year', -1n],
    ['net_current_assets', -1n],
  ),
  sheet(
    'fixed_assets + net_current_assets = total_assets_less_current_liabilities',
    ['fixed_assets', 1n],
    ['net_current_assets', 1n],
    ['total_assets_less_current_liabilities', -1n],
  ),
  sheet(
    'fixed_assets + current_assets - creditors_within_one_year = total_assets_less_current_liabilities',
    ['fixed_assets', 1n],
    ['current_assets', 1n],
    ['creditors_within_one_year', -1n],
    ['total_assets_less_current_liabilities', -1n],
  ),
  sheet(
    'total_assets - creditors_within_one_year = total_assets_less_current_liabilities',
    ['total_assets', 1n],
    ['creditors_within_one_year', -1n],
    ['total_assets_less_current_liabilities', -1n],
  ),
  sheet(
    'fixed_assets + net_current_assets + creditors_within_one_year = total_assets',
    ['fixed_assets', 1n],
    ['net_current_assets', 1n],
    ['creditors_within_one_year', 1n],
    ['total_assets', -1n],
  ),
  {
    ...detail(
      'turnover - cost of sales = gross_profit',
      [['cost_of_sales', -1n]],
      ['turnover', 1n],
      ['gross_profit', -1n],
    ),
    always: true,
  },
  {
    ...detail(
      'profit_before_tax - tax = profit_after_tax',
      [['tax', -1n]],
      ['profit_before_tax', 1n],
      ['profit_after_tax', -1n],
    ),
    always: true,
  },
  {
    ...detail(
      'turnover + other income - costs - tax = profit_after_tax',
      [
        ['micro_other_income', 1n],
        ['micro_raw_materials', -1n],
        ['micro_staff_costs', -1n],
        ['micro_depreciation', -1n],
        ['micro_other_charges', -1n],
        ['micro_tax', -1n],
      ],
      ['turnover', 1n],
      ['profit_after_tax', -1n],
    ),
    always: true,
  },
  {
    ...detail(
      'stocks + debtors + cash = current_assets',
      [
        ['stocks', 1n],
        ['current_investments', 1n],
      ],
      ['debtors', 1n],
      ['cash', 1n],
      ['current_assets', -1n],
    ),
    needsLine: false,
  },
  {
    ...detail(
      'stocks + debtors + cash - creditors_within_one_year = net_current_assets',
      [
        ['stocks', 1n],
        ['current_investments', 1n],
      ],
      ['debtors', 1n],
      ['cash', 1n],
      ['creditors_within_one_year', -1n],
      ['net_current_assets', -1n],
    ),
    needsLine: false,
  },
  {
    ...detail('turnover = gross_profit', [['cost_of_sales', -1n]], ['turnover', 1n], ['gross_profit', -1n]),
    needsLine: false,
  },
  detail(
    'intangible assets + tangible assets + investments = fixed_assets',
    [
      ['intangible_assets', 1n],
      ['tangible_assets', 1n],
      ['investments', 1n],
      ['investment_property', 1n],
    ],
    ['fixed_assets', -1n],
  ),
  detail(
    'gross_profit - expenses = operating_profit',
    OPERATING,
    ['gross_profit', 1n],
    ['operating_profit', -1n],
  ),
  detail('turnover - expenses = operating_profit', OPERATING, ['turnover', 1n], ['operating_profit', -1n]),
  {
    ...detail(
      'operating_profit - interest = profit_before_tax',
      FINANCING,
      ['operating_profit', 1n],
      ['profit_before_tax', -1n],
    ),
    needsLine: false,
  },
  detail(
    'gross_profit - expenses - interest = profit_before_tax',
    [...OPERATING, ...FINANCING],
    ['gross_profit', 1n],
    ['profit_before_tax', -1n],
  ),
  detail(
    'profit_after_tax = comprehensive income',
    [['comprehensive_income', -1n]],
    ['profit_after_tax', 1n],
  ),
];
