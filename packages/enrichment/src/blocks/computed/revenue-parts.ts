/** Prepares the inputs of a turnover estimate, and checks what contradicts the estimate (Blocks 4.29). */
import Big from 'big.js';
import type { z } from 'zod';
import type { CohortsOfCompany } from '../../sources/facts/cohort.fact.js';
import {
  estimateRevenue,
  type RevenueDrivers,
  type RevenueEstimate,
} from '../../sources/cohorts/revenue-model.js';
import { timesOff } from '../../sources/cohorts/backtest-tally.js';
import { isAboutAYear } from '../../sources/cohorts/ratios.js';
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import type { AnswerOf } from '../runner/define-block.js';
import type { Money } from '../runner/money.js';
import type { Input, moneyBand } from '../runner/value-types.js';
import type employeesFiled from '../accounts/employees-filed.block.js';
import type financialsFiled from '../accounts/financials-filed.block.js';
import { inputOfAnswer } from './input-terms.js';
import { turnoverLimit } from './size-class.js';

/** Bands of yearly turnover (Blocks 1.18), in whole units of the turnover's currency. */
type MoneyBand = z.output<typeof moneyBand>;

/** The lower bound of each band. */
const LOWER_BOUNDS: readonly number[] = [
  0, 1, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
  50_000_000, 100_000_000, 500_000_000, 1_000_000_000,
];

/** The band of an amount, rounded down to whole units; null for a negative amount. */
export function moneyBandOf({ amount, currency }: Money): MoneyBand | null {
  const index = LOWER_BOUNDS.findLastIndex((from) => Math.floor(Number(amount)) >= from);
  const min = LOWER_BOUNDS[index];
  if (min === undefined) return null;
  const next = LOWER_BOUNDS[index + 1];
  const max = next === undefined ? null : next - 1;
  const suffix = max === null ? '+' : `-${max}`;
  return {
    min: { amount: String(min), currency },
    max: max === null ? null : { amount: String(max), currency },
    label: min === max ? String(min) : `${min}${suffix}`,
  };
}

const bandIndex = ({ min }: MoneyBand): number => LOWER_BOUNDS.indexOf(Number(min.amount));

/** The number of bands from one band to the other. */
export const moneyBandsApart = (a: MoneyBand, b: MoneyBand): number => Math.abs(bandIndex(a) - bandIndex(b));

export type Filed = Extract<AnswerOf<typeof financialsFiled>, { status: 'available' }>;
export type People = AnswerOf<typeof employeesFiled>;

/** The answer if it is of the same period and scope; else null. No ratio mixes a group with a company. */
export const headcountInputOf = (people: People, end: IsoDate | undefined, scope: Filed['value']['scope']) =>
  people.status === 'available' && people.value.period.end === end && people.value.scope === scope
    ? people
    : null;

/** The days of a period that counts as a year: 50 to 54 weeks. */
const YEAR_DAYS: readonly [least: number, most: number] = [350, 378];
const DAYS_A_YEAR = 365;

/** Scales turnover to a year. `scaled` has the period's days; null: about a year or unknown, so as filed. */
export function forAYear(turnover: Money, { start, end }: Filed['value']['periods'][number]['period']) {
  const days = start === null ? DAYS_A_YEAR : daysBetween(start, end) + 1;
  if (days >= YEAR_DAYS[0] && days <= YEAR_DAYS[1]) return { turnover, scaled: null };
  const amount = new Big(turnover.amount).times(DAYS_A_YEAR).div(days).round(0).toFixed();
  return { turnover: { ...turnover, amount }, scaled: { from_days: days, to_days: DAYS_A_YEAR } };
}

/** The amount with two significant figures. */
export const twoFigures = (pounds: number): Money => ({
  amount: String(Number(pounds.toPrecision(2))),
  currency: 'GBP',
});

export interface Drivers extends RevenueDrivers {
  /** True if the stated assets can't be used: they are withheld, or don't balance. */
  readonly hasUnusableAssets: boolean;
  readonly inputs: Readonly<Record<keyof RevenueDrivers, Input | null>>;
}

/** The fields of total assets and of the figures that add up to them. */
const ASSET_FIELDS: readonly string[] = ['total_assets', 'fixed_assets', 'current_assets'];
const OFF_BALANCE = 'equity_implausible_against_balance_sheet';

/** Headcount and total assets of the newest period, in pounds. */
export function driversOf(filed: Filed, people: People): Drivers {
  const [newest] = filed.value.periods;
  const { end } = newest?.period ?? {};
  const assets = newest?.figures.total_assets;
  const stated = assets?.currency === 'GBP' ? assets.amount : null;
  const withheld = newest?.withheld ?? [];
  const hasUnusableAssets =
    stated === null
      ? withheld.some(({ field }) => ASSET_FIELDS.includes(field))
      : filed.advisories?.includes('balance_sheet_breaks_from_adjacent_year') === true ||
        withheld.some(({ reason }) => reason === OFF_BALANCE);
  const headcount = headcountInputOf(people, end, filed.value.scope)?.value.headcount ?? null;
  const accountsInput = { source: 'company_register_accounts', as_of: end ?? null };
  return {
    headcount,
    total_assets: stated === null || hasUnusableAssets ? null : Number(stated),
    hasUnusableAssets,
    inputs: {
      headcount:
        headcount === null ? null : inputOfAnswer('employees_filed', accountsInput)('headcount', headcount),
      total_assets:
        stated === null ? null : inputOfAnswer('financials_filed', accountsInput)('total_assets', stated),
    },
  };
}

export const modelled = (drivers: RevenueDrivers, cohorts: CohortsOfCompany | null): RevenueEstimate | null =>
  cohorts === null ? null : estimateRevenue(drivers, cohorts.cohorts, cohorts.own);

const MAX_TIMES_OFF = 5;

/** Tells whether the estimate is over five times off the filed turnover of an earlier year. */
export const isOffEarlierTurnover = ({ value }: Filed, { mid }: RevenueEstimate): boolean =>
  value.periods.slice(1).some(({ period, figures }) => {
    const { turnover } = figures;
    const filed = turnover?.currency === 'GBP' && isAboutAYear(period) ? Number(turnover.amount) : 0;
    return filed > 0 && timesOff(filed, mid) > MAX_TIMES_OFF;
  });

/** The register's names of accounts under the small companies regime. */
const SMALL_COMPANY_TYPES: readonly string[] = [
  'small',
  'total-exemption-full',
  'total-exemption-small',
  'unaudited-abridged',
  'audited-abridged',
  'abridged',
];

interface Cap {
  readonly pounds: number;
  readonly name: string;
}

/** The turnover limit of the regime that the accounts were filed under. Companies rarely exceed it. */
export function capOf({ value }: Filed): Cap | null {
  const { start } = value.periods[0]?.period ?? {};
  const type = value.accounts_type ?? '';
  const regime = type === 'micro-entity' ? 'micro' : SMALL_COMPANY_TYPES.includes(type) ? 'small' : null;
  const pounds = regime === null || start == null ? null : turnoverLimit(start, regime);
  return pounds === null
    ? null
    : { pounds, name: regime === 'micro' ? 'micro_entity_turnover' : 'small_company_turnover' };
}

const REPEATED_PERIODS = 3;

/** Tells whether the estimate reaches the limit in three periods in a row although the assets changed. */
export function isLimitRepeated(
  { value }: Filed,
  { mid }: RevenueEstimate,
  { cap, cohorts }: { readonly cap: Cap | null; readonly cohorts: CohortsOfCompany | null },
): boolean {
  const totals = value.periods.slice(0, REPEATED_PERIODS).flatMap(({ figures }) => {
    const { total_assets } = figures;
    return total_assets?.currency === 'GBP' ? [Number(total_assets.amount)] : [];
  });
  if (cap === null || mid < cap.pounds || new Set(totals).size < REPEATED_PERIODS) return false;
  const mids = totals.map((total_assets) => modelled({ headcount: null, total_assets }, cohorts)?.mid ?? 0);
  return mids.every((mid) => mid >= cap.pounds);
}
