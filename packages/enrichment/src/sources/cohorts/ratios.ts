/** Computes ratios of filed figures, by the same formulae for the company and its peers. */
import type { FigureKey } from '../../filed-accounts/accounts-record.js';
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';

export type RatioUnit = 'ratio' | 'percent' | 'gbp_per_head';

const UNITS = {
  current_ratio: ['ratio', 4],
  cash_to_creditors: ['ratio', 4],
  gearing: ['percent', 2],
  net_assets_to_total: ['ratio', 4],
  assets_per_head: ['gbp_per_head', 0],
  turnover_per_head: ['gbp_per_head', 0],
  operating_margin: ['percent', 2],
  turnover_growth: ['percent', 2],
  net_assets_growth: ['percent', 2],
} as const satisfies Readonly<Record<string, readonly [RatioUnit, number]>>;

export type RatioKey = keyof typeof UNITS;
/** The unit and the number of decimals of each ratio. */
export const RATIO_UNITS: Readonly<Record<RatioKey, readonly [unit: RatioUnit, decimals: number]>> = UNITS;
export const RATIO_KEYS = Object.keys(UNITS) as readonly RatioKey[];

interface Amount {
  /** The value as a decimal string. */
  readonly amount: string;
  readonly currency: string;
}

/** A period of accounts, as held in an edition or as served. */
export interface RatioPeriod {
  readonly start: IsoDate | null;
  readonly end: IsoDate;
  readonly figures: Readonly<Partial<Record<FigureKey, Amount | null>>>;
}

/** The figures that ratios are made of. */
export interface RatioFigures {
  readonly now: RatioPeriod;
  /** The period before `now`; null: unknown. */
  readonly before: RatioPeriod | null;
  /** The average number of employees in the same period; null: not stated. */
  readonly headcount: number | null;
}

/** A figure that a ratio is made of. */
export interface RatioInput {
  readonly field: FigureKey | 'headcount';
  readonly end: IsoDate;
  readonly value: string | number;
}

export interface Ratio {
  readonly key: RatioKey;
  /** Null: the denominator is below one, or the ratio is over a thousand. */
  readonly value: number | null;
  readonly inputs: readonly RatioInput[];
}

const ABOUT_A_YEAR: readonly [least: number, most: number] = [358, 373];
/** The amount below which a figure counts as zero, in units of the currency, or people. */
const ABOUT_NOUGHT = 1;
const MAX_RATIO = 1_000;

export const isAboutAYear = ({ start, end }: Pick<RatioPeriod, 'start' | 'end'>): boolean => {
  const days = start === null ? 0 : daysBetween(start, end) + 1;
  return days >= ABOUT_A_YEAR[0] && days <= ABOUT_A_YEAR[1];
};

export const roundedTo = (value: number, decimals: number): number => {
  const unit = 10 ** decimals;
  // No negative zero: equal input gives equal bytes.
  return Math.round(value * unit) / unit + 0;
};

/** A number with the figures that it comes from; null: not stated. */
type Term = { readonly value: number; readonly inputs: readonly RatioInput[] } | null;

function figure({ figures, end }: RatioPeriod, field: FigureKey): Term {
  const stated = figures[field];
  return stated == null
    ? null
    : { value: Number(stated.amount), inputs: [{ field, end, value: stated.amount }] };
}

function combined(a: Term, b: Term, sign: 1 | -1): Term {
  return a === null || b === null
    ? null
    : { value: a.value + sign * b.value, inputs: [...a.inputs, ...b.inputs] };
}

/** The creditors as stated, or else current assets less net current assets. */
const creditorsDue = (period: RatioPeriod): Term =>
  figure(period, 'creditors_within_one_year') ??
  combined(figure(period, 'current_assets'), figure(period, 'net_current_assets'), -1);

const isIn = ({ figures }: RatioPeriod, currency: string | null): boolean =>
  Object.values(figures).every(
    (stated) => stated == null || currency === null || stated.currency === currency,
  );

const currencyOf = ({ figures }: RatioPeriod): string | null =>
  Object.values(figures).find((stated) => stated != null)?.currency ?? null;

function perHead({ now, headcount }: RatioFigures, field: FigureKey): [Term, Term] {
  const people: Term =
    headcount === null
      ? null
      : { value: headcount, inputs: [{ field: 'headcount', end: now.end, value: headcount }] };
  return isIn(now, 'GBP') ? [figure(now, field), people] : [null, null];
}

/** The growth from the period before to this one. Figures of a year need two periods of about a year. */
function growth({ now, before }: RatioFigures, field: 'turnover' | 'net_assets'): [Term, Term] {
  if (before === null || !isIn(before, currencyOf(now))) return [null, null];
  if (field === 'turnover' && !(isAboutAYear(now) && isAboutAYear(before))) return [null, null];
  const then = figure(before, field);
  // A change from a negative value has no meaningful percentage.
  if (then !== null && then.value < 0) return [null, null];
  return [combined(figure(now, field), then, -1), then];
}

/** The numerator and denominator of each ratio. */
const TERMS: Readonly<Record<RatioKey, (figures: RatioFigures) => readonly [Term, Term]>> = {
  current_ratio: ({ now }) => [figure(now, 'current_assets'), creditorsDue(now)],
  cash_to_creditors: ({ now }) => [figure(now, 'cash'), creditorsDue(now)],
  gearing: ({ now }) => {
    const borrowed = figure(now, 'creditors_after_one_year');
    return [borrowed, combined(borrowed, figure(now, 'net_assets'), 1)];
  },
  net_assets_to_total: ({ now }) => [figure(now, 'net_assets'), figure(now, 'total_assets')],
  assets_per_head: (figures) => perHead(figures, 'total_assets'),
  turnover_per_head: (figures) => (isAboutAYear(figures.now) ? perHead(figures, 'turnover') : [null, null]),
  operating_margin: ({ now }) => [figure(now, 'operating_profit'), figure(now, 'turnover')],
  turnover_growth: (figures) => growth(figures, 'turnover'),
  net_assets_growth: (figures) => growth(figures, 'net_assets'),
};

/** The inputs, each once, in the order of the formula. */
const distinct = (inputs: readonly RatioInput[]): RatioInput[] =>
  inputs.filter(
    ({ field, end }, at) => inputs.findIndex((other) => other.field === field && other.end === end) === at,
  );

function ratioOf(key: RatioKey, figures: RatioFigures): Ratio | null {
  const [above, below] = TERMS[key](figures);
  if (above === null || below === null) return null;
  const [unit, decimals] = RATIO_UNITS[key];
  const inputs = distinct([...above.inputs, ...below.inputs]);
  const value = above.value / below.value;
  const max = unit === 'gbp_per_head' ? Infinity : MAX_RATIO;
  // A negative denominator reverses the meaning of a ratio.
  if (below.value < ABOUT_NOUGHT || Math.abs(value) > max) return { key, value: null, inputs };
  return { key, value: roundedTo(unit === 'percent' ? 100 * value : value, decimals), inputs };
}

/** Every ratio that the figures allow, in the order of their keys. */
export const ratiosOf = (figures: RatioFigures): readonly Ratio[] =>
  RATIO_KEYS.flatMap((key) => ratioOf(key, figures) ?? []);
