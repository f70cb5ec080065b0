/** Derives a company's contribution to its cohort: trade, measures and the basis of a headcount. Pure. */
import type { AccountsPeriod, AccountsRecord, ReadAccounts } from '../../filed-accounts/accounts-record.js';
import { isImplausibleHeadcount } from '../accounts/headcount-check.js';
import { heldAccounts } from '../accounts/standing-accounts.js';
import { accountsCategory } from '../companies/accounts-category.js';
import { isLive } from '../companies/company-status.js';
import type { CompanyRecord } from '../companies/company-record.js';
import { isGenericSic, parseSic } from '../companies/sic/sic-codes.js';
import { sicSection } from '../companies/sic/sic-sections.js';
import { sizeBandOf, type CohortMember, type CohortTrade, type Measure } from './cohort.js';
import { isAboutAYear, ratiosOf, roundedTo } from './ratios.js';
import type { Records } from '../kit/records/record.js';
import { yearsBefore, type IsoDate } from '../../../../words/src/calendar.js';

/** The trade by the first filed code of 2007 that is not generic; null: no code names the trade. */
export function tradeOf({ sic }: CompanyRecord): CohortTrade | null {
  for (const printed of sic) {
    const code = parseSic(printed);
    const section = code === null || isGenericSic(code) ? null : sicSection(code);
    if (code !== null && section !== null) return { sic: code.code, section: section.code };
  }
  return null;
}

/** The newest accounts with their own period; null for a group's accounts or a dormant company. */
export function comparedAccounts(
  records: Records<AccountsRecord> | null,
): { readonly accounts: ReadAccounts; readonly own: AccountsPeriod } | null {
  const accounts = heldAccounts(records).read[0]?.record;
  if (accounts === undefined || accounts.scope !== 'company' || accounts.dormant === true) return null;
  const ownPeriod = accounts.periods.find(({ end }) => end === accounts.document.made_up_to);
  return ownPeriod === undefined ? null : { accounts, own: ownPeriod };
}

/** The headcount of the same period; null: not stated, implausible, or perhaps a group's. */
export function headcountOf(accounts: ReadAccounts, { end }: AccountsPeriod): number | null {
  const { now } = accounts.employees;
  const isOwn = now !== null && now.end === end && now.scope === 'company';
  return isOwn && !isImplausibleHeadcount(accounts) ? now.employees : null;
}

/** The figure in pounds; null: it isn't stated, or it is in another currency. */
const pounds = ({ figures }: AccountsPeriod, field: 'turnover' | 'total_assets'): number | null => {
  const figure = figures[field];
  return figure?.currency === 'GBP' ? Number(figure.amount) : null;
};

/** Divisions 64 and 65 of the Standard Industrial Classification: their income is no turnover. */
const isFinancial = ({ sic }: CohortTrade): boolean => /^6[45]/.test(sic);
const OF_TURNOVER: readonly Measure[] = [
  'turnover_per_head',
  'operating_margin',
  'turnover_growth',
  'turnover_to_assets',
];
const TURNOVER_DECIMALS = 4;

/** The years after which accounts are too old for a comparison. */
const RECENT_YEARS = 2;

/** The data from which the headcount of a company that states none is estimated. */
export interface HeadcountBasis {
  readonly trade: CohortTrade;
  /** The total assets in pounds. */
  readonly total_assets: number;
  readonly period_end: IsoDate;
}

/** Codes without an estimate: head offices, holding, finance, dormant and non-trading (Blocks 4.29). */
const NOT_ESTIMATED = /^(?:6[45]\d{3}|70100|99999|74990)/;
const OFF_BALANCE = 'equity_implausible_against_balance_sheet';

/** Null: the company states its headcount, or its trade or balance sheet gives no sound estimate. */
export function headcountBasis(
  company: CompanyRecord,
  records: Records<AccountsRecord> | null,
  accountsEditionDay: IsoDate,
): HeadcountBasis | null {
  const isTrading = isLive(company) && !company.sic.some((printed) => NOT_ESTIMATED.test(printed));
  const trade = isTrading ? tradeOf(company) : null;
  const compared = trade === null ? null : comparedAccounts(records);
  if (trade === null || compared === null || accountsCategory(company, accountsEditionDay) === 'dormant')
    return null;
  const { accounts, own: ownPeriod } = compared;
  if (
    headcountOf(accounts, ownPeriod) !== null ||
    ownPeriod.end < yearsBefore(accountsEditionDay, RECENT_YEARS)
  )
    return null;
  const total_assets = pounds(ownPeriod, 'total_assets');
  const contradictsBalance = ownPeriod.withheld.some(({ reason }) => reason === OFF_BALANCE);
  return total_assets === null || total_assets < 1 || contradictsBalance
    ? null
    : { trade, total_assets, period_end: ownPeriod.end };
}

/**
 * Null: the company is not live, has no known trade, or no recent accounts of its own.
 * @param accountsEditionDay the day of the accounts edition
 */
export function cohortMember(
  company: CompanyRecord,
  records: Records<AccountsRecord> | null,
  accountsEditionDay: IsoDate,
): CohortMember | null {
  const trade = isLive(company) ? tradeOf(company) : null;
  const compared = trade === null ? null : comparedAccounts(records);
  if (trade === null || compared === null || compared.own.end < yearsBefore(accountsEditionDay, RECENT_YEARS))
    return null;
  const { accounts, own: ownPeriod } = compared;
  const headcount = headcountOf(accounts, ownPeriod);
  const before = accounts.periods.find(({ end }) => end < ownPeriod.end) ?? null;
  const measures: Partial<Record<Measure, number>> = {};
  for (const { key, value } of ratiosOf({ now: ownPeriod, before, headcount }))
    if (value !== null) measures[key] = value;
  const total_assets = pounds(ownPeriod, 'total_assets');
  const turnover = isAboutAYear(ownPeriod) ? pounds(ownPeriod, 'turnover') : null;
  const turnoverToAssets =
    turnover === null || total_assets === null || total_assets < 1 ? null : turnover / total_assets;
  // The same bound as in `ratiosOf`.
  if (turnoverToAssets !== null && turnoverToAssets <= 1_000)
    measures.turnover_to_assets = roundedTo(turnoverToAssets, TURNOVER_DECIMALS);
  if (isFinancial(trade)) for (const measure of OF_TURNOVER) delete measures[measure];
  return {
    number: company.number,
    ...trade,
    band: sizeBandOf(headcount),
    period_end: ownPeriod.end,
    measures,
    headcount,
    total_assets,
    turnover: isFinancial(trade) ? null : turnover,
  };
}
