/** Finds a company's size in law from a year's figures (Companies Act 2006, sections 382, 384A and 465). */
import { daysBetween, type IsoDate } from '../../../../words/src/calendar.js';
import { isAboutAYear } from '../../sources/cohorts/ratios.js';
import sizeLimits from './size-limits.json';

export const SIZE_CLASSES = ['micro', 'small', 'medium', 'large'] as const;
export type SizeClass = (typeof SIZE_CLASSES)[number];

/** Figures of one financial year, in whole pounds; null: not stated. */
export interface YearFigures {
  readonly start: IsoDate;
  readonly end: IsoDate;
  readonly turnover: number | null;
  /** The aggregate of the assets in the balance sheet (section 382(5)). */
  readonly balance_sheet_total: number | null;
  /** The average of the year. */
  readonly employees: number | null;
}

interface Limits {
  /** Pounds for a year. */
  readonly turnover: number;
  readonly balance_sheet_total: number;
  readonly employees: number;
}
type LimitedClass = Exclude<SizeClass, 'large'>;

/** The size limits for years that begin on this day or later, newest first, and the law that set them. */
const LIMITS: readonly (Readonly<Record<LimitedClass, Limits>> & { readonly from: IsoDate })[] = sizeLimits;
/** SI 2013/3008: there are micro-entities in years that end on this day or later. */
const MICRO_ENTITIES_FROM: IsoDate = '2013-09-30';

/** Periods that aren't a year long get a share of the turnover limit (s. 382(4), 384A(5), 465(4)). */
const shareOfYear = (year: YearFigures): number =>
  isAboutAYear(year) ? 1 : (daysBetween(year.start, year.end) + 1) / 365;

/** Tells whether two figures are within the limits; null: a needed figure isn't stated. */
function isWithin(figures: YearFigures, limits: Limits): boolean | null {
  const { turnover, balance_sheet_total, employees } = figures;
  const withinLimits = [
    turnover === null ? null : turnover <= limits.turnover * shareOfYear(figures),
    balance_sheet_total === null ? null : balance_sheet_total <= limits.balance_sheet_total,
    employees === null ? null : employees <= limits.employees,
  ];
  if (withinLimits.filter((isMet) => isMet === true).length >= 2) return true;
  return withinLimits.filter((isMet) => isMet === false).length >= 2 ? false : null;
}

/** The size class; null: a needed figure isn't stated, or no limits are known for the year. */
export function sizeClass(figures: YearFigures): SizeClass | null {
  const limits = LIMITS.find(({ from }) => figures.start >= from);
  if (limits === undefined) return null;
  const classes: readonly LimitedClass[] =
    figures.end >= MICRO_ENTITIES_FROM ? ['micro', 'small', 'medium'] : ['small', 'medium'];
  for (const name of classes) {
    const isInClass = isWithin(figures, limits[name]);
    if (isInClass === null) return null;
    if (isInClass) return name;
  }
  return 'large';
}

/** The greatest turnover of a year that begins on this day, by class of size; null: no limits are known. */
export const turnoverLimit = (start: IsoDate, name: LimitedClass): number | null =>
  LIMITS.find(({ from }) => start >= from)?.[name].turnover ?? null;
