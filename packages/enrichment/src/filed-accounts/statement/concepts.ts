/** Lists the concepts of each figure by local name, since prefixes differ. The preferred concept is first. */
import type { FigureKey } from '../accounts-record.js';
import concepts from './concepts.json';

/** The members that define a figure (creditors due within one year), by dimension. */
export type OwnMembers = Readonly<Record<string, string>>;

export interface FigureConcepts {
  /** True figures of a day (balance sheet) or of a period. */
  readonly at: 'instant' | 'duration';
  readonly names: readonly string[];
  /** A fact of the figure has at least one of these members and no others. Absent: no dimensions. */
  readonly members?: OwnMembers;
  /** Facts with only these members also state the figure, if the concept has no other facts there. */
  readonly orMembers?: OwnMembers;
  readonly neverNegative: boolean;
}

const MATURITY = 'MaturitiesOrExpirationPeriodsDimension';
const CURRENT = 'FinancialInstrumentCurrentNon-currentDimension';
const WITHIN: OwnMembers = { [MATURITY]: 'WithinOneYear', [CURRENT]: 'CurrentFinancialInstruments' };
const AFTER: OwnMembers = { [MATURITY]: 'AfterOneYear', [CURRENT]: 'Non-currentFinancialInstruments' };

const over = (...names: string[]): FigureConcepts => ({ at: 'duration', names, neverNegative: false });
const on = (...names: string[]): FigureConcepts => ({ at: 'instant', names, neverNegative: true });
const net = (...names: string[]): FigureConcepts => ({ at: 'instant', names, neverNegative: false });

export const CONCEPTS: Readonly<Record<FigureKey, FigureConcepts>> = {
  turnover: {
    ...over('TurnoverRevenue', 'TurnoverGrossOperatingRevenue', 'Turnover', 'Revenue'),
    neverNegative: true,
  },
  gross_profit: over('GrossProfitLoss', 'GrossProfit'),
  operating_profit: over('OperatingProfitLoss', 'ProfitLossFromOperatingActivities'),
  profit_before_tax: over(
    'ProfitLossOnOrdinaryActivitiesBeforeTax',
    'ProfitLossBeforeTax',
    'ProfitLossOnOrdinaryActivitiesBeforeTaxation',
  ),
  profit_after_tax: over('ProfitLoss', 'ProfitLossForPeriod', 'ProfitLossOnOrdinaryActivitiesAfterTax'),
  fixed_assets: on('FixedAssets', 'TotalFixedAssets', 'NoncurrentAssets'),
  current_assets: on('CurrentAssets', 'TotalCurrentAssets'),
  cash: on('CashBankOnHand', 'CashBankInHand', 'CashBank', 'CashAndCashEquivalents'),
  debtors: { ...on('Debtors', 'TotalDebtors', 'TradeAndOtherCurrentReceivables'), orMembers: WITHIN },
  creditors_within_one_year: { ...on('Creditors'), members: WITHIN },
  creditors_after_one_year: { ...on('Creditors'), members: AFTER },
  net_current_assets: net('NetCurrentAssetsLiabilities'),
  total_assets_less_current_liabilities: net('TotalAssetsLessCurrentLiabilities'),
  total_assets: on('TotalAssets', 'Assets'),
  net_assets: net(
    'NetAssetsLiabilities',
    'NetAssetsLiabilitiesIncludingPensionAssetLiability',
    'Equity',
    'ShareholderFunds',
    'TotalShareholdersFunds',
    'CapitalAndReserves',
    'CharityFunds',
  ),
};

/** The concepts of old taxonomies for figures that now have a dimension. */
export const WITHOUT_DIMENSION: Readonly<Partial<Record<FigureKey, readonly string[]>>> =
  concepts.without_dimension;

/** The concepts, without creditors, deducted between total assets less current liabilities and net assets. */
export const OTHER_DEDUCTIONS: readonly string[] = concepts.other_deductions;

export const HEADCOUNT: readonly string[] = concepts.headcount;

/** The local names of all concepts of figures and headcounts. */
export const READ_CONCEPTS: ReadonlySet<string> = new Set([
  ...Object.values(CONCEPTS).flatMap(({ names }) => names),
  ...Object.values(WITHOUT_DIMENSION).flat(),
  ...HEADCOUNT,
]);

export const SHARE_CAPITAL = ['CalledUpShareCapital', 'CalledUpShareCapitalPaid', 'ShareCapital'] as const;

const PUBLISHED_TAXONOMY =
  /^https?:\/\/(?:[\w-]+\.)*(?:xbrl\.frc\.org\.uk|xbrl\.org\/uk|companieshouse\.gov\.uk|xbrl\.ifrs\.org|xbrl\.iasb\.org)\//;

/** The namespace of concepts in plain documents that lost their prefixes. */
const WITHOUT_PREFIX = 'http://www.xbrl.org/2003/instance';

/** Returns true if the namespace is of a published taxonomy. Filers' own concepts may mean anything. */
export const isPublished = (namespace: string): boolean =>
  namespace === WITHOUT_PREFIX || PUBLISHED_TAXONOMY.test(`${namespace}/`);
