/** Defines cohorts: companies of one trade and size, compared by their filed figures. */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { Distribution } from './distribution.js';
import { RATIO_KEYS } from './ratios.js';

/** The measures of a cohort: the served ratios, and one measure that only the estimate of turnover uses. */
export const MEASURES = [...RATIO_KEYS, 'turnover_to_assets'] as const;
export type Measure = (typeof MEASURES)[number];
export type Measures = Readonly<Partial<Record<Measure, number>>>;

/** The bands of the average number of employees; `any` is every company of the trade, whatever its size. */
export const SIZE_BANDS = ['0', '1-9', '10-49', '50-249', '250+', 'any'] as const;
export type SizeBand = (typeof SIZE_BANDS)[number];

const FROM: readonly (readonly [from: number, band: SizeBand])[] = [
  [250, '250+'],
  [50, '50-249'],
  [10, '10-49'],
  [1, '1-9'],
];

/** The band of a headcount. A company that states none is compared with its whole trade. */
export function sizeBandOf(headcount: number | null): SizeBand {
  if (headcount === null) return 'any';
  return FROM.find(([from]) => headcount >= from)?.[1] ?? '0';
}

/** A trade by its code of five digits, and the section of the code. */
export interface CohortTrade {
  readonly sic: string;
  /** The letter of the section, A to U. */
  readonly section: string;
}

/** The levels of a trade, the narrowest first: class (five digits), group, division (two), section. */
export const LEVELS = ['class', 'group', 'division', 'section'] as const;
/** The codes of a company of the trade at each level. */
export const codesOf = ({ sic, section }: CohortTrade): readonly string[] => [
  sic,
  sic.slice(0, 3),
  sic.slice(0, 2),
  section,
];

export const cohortKey = (code: string, band: SizeBand): string => `${code} ${band}`;

/** The cohorts that a company is compared with, the narrowest first. */
export const cohortKeysOf = (trade: CohortTrade, band: SizeBand): readonly string[] =>
  codesOf(trade).map((code) => cohortKey(code, band));

export interface Cohort {
  /** Digits of the Standard Industrial Classification 2007, or a section's letter. */
  readonly code: string;
  readonly band: SizeBand;
  readonly companies: number;
  /** The first and last day on which the members' periods ended. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly distributions: Readonly<Partial<Record<Measure, Distribution>>>;
}

/** A company as a member of cohorts. */
export interface CohortMember extends CohortTrade {
  readonly number: string;
  readonly band: SizeBand;
  readonly period_end: IsoDate;
  readonly measures: Measures;
  /** The figures behind a turnover estimate, in pounds for a period of about a year; null: not stated. */
  readonly headcount: number | null;
  readonly total_assets: number | null;
  readonly turnover: number | null;
}

/** The errors of estimates for companies that file the figure, each left out of its own cohort. */
export interface Backtest {
  readonly companies: number;
  readonly estimated: number;
  /** The median ratio of the larger figure to the smaller; 1: estimates are exact; null: no estimates. */
  readonly median_ratio: number | null;
  readonly p90_ratio: number | null;
  /** The share of estimates whose range contains the filed figure. */
  readonly in_range: number | null;
}

/** Backtests of all companies, and of those of each band of size. */
export type Backtests = Readonly<Partial<Record<SizeBand | 'all', Backtest>>>;
