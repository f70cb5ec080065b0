/** Joins the figures of several sets of accounts into one list of periods. */
import type { z } from 'zod';
import {
  BY_PRINTED_UNITS,
  FIGURES,
  type AccountsPeriod,
  type Figure,
  type FigureKey,
  type ReadAccounts,
  type WithheldFigure,
} from '../../filed-accounts/accounts-record.js';
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import { isAboutAYear } from '../../sources/cohorts/ratios.js';
import type { period } from '../runner/value-types.js';

const MAX_PERIODS = 5;
/** Years of 52 or 53 weeks end some days apart. */
const SAME_END_DAYS = 8;
const isSameEnd = (a: IsoDate, b: IsoDate): boolean => Math.abs(daysBetween(a, b)) <= SAME_END_DAYS;
const DAYS_A_MONTH = 365.25 / 12;

export type ServedPeriod = z.output<typeof period>;

/** The period with its length in whole months, rounded. */
export const periodOf = ({ start, end }: Pick<AccountsPeriod, 'start' | 'end'>): ServedPeriod => ({
  start,
  end,
  months: start === null ? null : Math.round((daysBetween(start, end) + 1) / DAYS_A_MONTH),
});

/** Banks and insurers: Standard Industrial Classification 64.1 and 65. */
const BANK_OR_INSURER = /^(?:641|65)\d{2,3}\b/;
export const isBankOrInsurer = (sic: readonly string[]): boolean =>
  sic.some((code) => BANK_OR_INSURER.test(code));

/** Figures that no line of a bank's accounts certainly states. */
const UNSURE_OF_BANKS: Readonly<Partial<Record<FigureKey, ReasonCode>>> = {
  turnover: 'bank_income_line_unconfirmed',
  gross_profit: 'bank_profit_line_unconfirmed',
  operating_profit: 'bank_profit_line_unconfirmed',
};

export function servedPeriod(period: AccountsPeriod, isOfBank: boolean) {
  const { figures } = period;
  const doubt = (field: FigureKey): ReasonCode | null =>
    isOfBank && figures[field] !== undefined ? (UNSURE_OF_BANKS[field] ?? null) : null;
  const withheld = FIGURES.flatMap((field) => {
    const reason = doubt(field) ?? period.withheld.find((figure) => figure.field === field)?.reason ?? null;
    return reason === null ? [] : [{ field, reason }];
  });
  const servedFigure = (field: FigureKey) => (doubt(field) === null ? figures[field] : undefined);
  return {
    period: periodOf(period),
    figures: Object.fromEntries(
      FIGURES.map((field) => {
        const figure = servedFigure(field);
        return [field, figure === undefined ? null : { amount: figure.amount, currency: figure.currency }];
      }),
    ) as Record<FigureKey, { amount: string; currency: string } | null>,
    derived_figures: FIGURES.flatMap((field) => {
      const from = servedFigure(field)?.from;
      return from === undefined ? [] : [{ field, from: [...from] }];
    }),
    withheld,
  };
}

/** Units that accounts are printed in. */
const UNITS = [1, 1_000, 1_000_000];

/** Tells whether the next accounts' comparatives are the printed amount, in one of its possible units. */
function isPrintedAs({ amount }: Figure, { by }: WithheldFigure): boolean {
  const printed = Number(/\d[\d,]*(?:\.\d+)?/.exec(by[0]?.printed ?? '')?.[0].replaceAll(',', ''));
  return UNITS.some((unit) => Math.abs(Math.abs(Number(amount)) - printed * unit) < unit);
}

/** Adds figures whose only doubt is their scale, if the comparatives of later accounts confirm them. */
function confirmedBy(comparative: AccountsPeriod | undefined, period: AccountsPeriod): AccountsPeriod {
  const confirmed = period.withheld.flatMap((withheldFigure): [FigureKey, Figure][] => {
    const { field, contradicted_by } = withheldFigure;
    const figure = comparative?.figures[field];
    const isScale = contradicted_by !== undefined && 'by' in contradicted_by;
    return figure !== undefined &&
      isScale &&
      contradicted_by.by === BY_PRINTED_UNITS &&
      isPrintedAs(figure, withheldFigure)
      ? [[field, figure]]
      : [];
  });
  if (confirmed.length === 0) return period;
  const figures = new Map(confirmed);
  return {
    ...period,
    figures: { ...period.figures, ...Object.fromEntries(figures) },
    withheld: period.withheld.filter(({ field }) => !figures.has(field)),
  };
}

/** The periods, newest first, as their own accounts state them, else as comparatives of later accounts. */
export function periodsOf(series: readonly ReadAccounts[]): AccountsPeriod[] {
  const periods: AccountsPeriod[] = [];
  const add = (period: AccountsPeriod): void => {
    if (!periods.some(({ end }) => isSameEnd(end, period.end))) periods.push(period);
  };
  const isOwn = ({ document }: ReadAccounts, { end }: AccountsPeriod): boolean => end === document.made_up_to;
  for (const takesOwn of [true, false])
    for (const accounts of series)
      for (const period of accounts.periods) if (isOwn(accounts, period) === takesOwn) add(period);
  const comparatives = series.flatMap((accounts) =>
    accounts.periods.filter((period) => !isOwn(accounts, period)),
  );
  const comparativeFor = ({ end }: AccountsPeriod): AccountsPeriod | undefined =>
    comparatives.find((period) => isSameEnd(period.end, end));
  return periods
    .map((period) => confirmedBy(comparativeFor(period), period))
    .sort((a, b) => (a.end < b.end ? 1 : -1))
    .slice(0, MAX_PERIODS);
}

/** Tells whether two amounts differ by more than the rounding that the amounts themselves show. */
function differs(a: string, b: string): boolean {
  const [x, y] = [Number(a), Number(b)];
  const rounded = [1_000_000, 1_000].find((unit) => x % unit === 0 || y % unit === 0) ?? 2;
  return Math.abs(x - y) > rounded;
}

const BALANCE_SHEET = [
  'fixed_assets',
  'current_assets',
  'net_current_assets',
  'total_assets_less_current_liabilities',
  'net_assets',
] as const satisfies readonly FigureKey[];

/** Tells whether the newest accounts' comparatives differ from the figures filed the year before. */
export function breaksFromYearBefore([newest, before]: readonly ReadAccounts[]): boolean {
  if (newest === undefined || before === undefined) return false;
  const filed = before.periods.find(({ end }) => end === before.document.made_up_to);
  const compared = newest.periods.find(({ end }) => filed !== undefined && isSameEnd(end, filed.end));
  return BALANCE_SHEET.some((field) => {
    const [then, now] = [filed?.figures[field], compared?.figures[field]];
    return then && now && then.currency === now.currency && differs(then.amount, now.amount);
  });
}

const MAX_DAYS_OFF = 7;

const dayIn = (year: number, month: number, day: number): IsoDate => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
};

/** Tells whether the period is not about a year long, or ends off the company's accounting reference day. */
export function isOffReferenceDate(
  period: Pick<AccountsPeriod, 'start' | 'end'>,
  reference: { readonly reference_day: number | null; readonly reference_month: number | null } | null,
): boolean {
  const { start, end } = period;
  if (start !== null && !isAboutAYear(period)) return true;
  const { reference_day: day, reference_month: month } = reference ?? {};
  if (day == null || month == null) return false;
  const endYear = Number(end.slice(0, 4));
  return [endYear - 1, endYear, endYear + 1].every(
    (year) => Math.abs(daysBetween(dayIn(year, month, day), end)) > MAX_DAYS_OFF,
  );
}
