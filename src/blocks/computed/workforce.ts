/** What each source tells of the number of a company's employees, in bands that compare (Blocks 4.26). */
import type { PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import type { Records } from '../../sources/records/record.js';
import { wholeYears, type IsoDate } from '../../shared/calendar.js';
import { headcountOn } from '../../sites/told/headcount.js';
import type { FinalAnswer } from '../runner/define-block.js';
import { newestDayFirst } from '../runner/served-lists.js';
import type { KeptSite } from '../website/kept/kept-site.js';

interface Band {
  readonly min: number;
  readonly max: number | null;
  readonly label: string;
}

export interface Workforce {
  readonly headcount: number | null;
  readonly band: Band;
  readonly basis: 'filed' | 'pay_gap_band' | 'website_statement';
  readonly at: IsoDate;
  readonly as_of: IsoDate;
  readonly scope: 'company' | 'group' | 'unknown';
  readonly confidence: number;
  readonly input: {
    readonly block: 'employees_filed' | null;
    readonly field: string;
    readonly source: string;
    readonly as_of: IsoDate;
    readonly value: string | number;
  };
}

const BANDS: readonly Band[] = [
  { min: 0, max: 0, label: '0' },
  { min: 1, max: 9, label: '1-9' },
  { min: 10, max: 49, label: '10-49' },
  { min: 50, max: 249, label: '50-249' },
  { min: 250, max: 499, label: '250-499' },
  { min: 500, max: 999, label: '500-999' },
  { min: 1_000, max: 4_999, label: '1000-4999' },
  { min: 5_000, max: 19_999, label: '5000-19999' },
  { min: 20_000, max: null, label: '20000+' },
];
/** The band that a number of employees lies in. */
export const bandOf = (employees: number): Band | null => BANDS[bandAt(employees)] ?? null;

const bandAt = (employees: number): number => BANDS.findLastIndex(({ min }) => employees >= min);

/** Sizes as the service prints them. `Not Provided` is none. */
const PAY_GAP_BANDS: Readonly<Record<string, Band>> = {
  'Less than 250': { min: 0, max: 249, label: '0-249' },
  '250 to 499': { min: 250, max: 499, label: '250-499' },
  '500 to 999': { min: 500, max: 999, label: '500-999' },
  '1000 to 4999': { min: 1_000, max: 4_999, label: '1000-4999' },
  '5000 to 19,999': { min: 5_000, max: 19_999, label: '5000-19999' },
  '20,000 or more': { min: 20_000, max: null, label: '20000+' },
};
const FILED_CONFIDENCE = 0.95;
const PAY_GAP_CONFIDENCE = 0.85;
const STATEMENT_CONFIDENCE = 0.6;
const RECENT_YEARS = 2;

/** How many bands lie from one to the other; a wide one is as near as its nearest part. */
export function bandsApart(a: { readonly band: Band }, b: { readonly band: Band }): number {
  const [aFrom, bFrom] = [bandAt(a.band.min), bandAt(b.band.min)];
  const [aTo, bTo] = [bandAt(a.band.max ?? Infinity), bandAt(b.band.max ?? Infinity)];
  return Math.max(0, bFrom - aTo, aFrom - bTo);
}

interface FiledHeadcount {
  readonly headcount: number;
  readonly scope: Workforce['scope'];
  readonly period: { readonly end: IsoDate };
}

/**
 * The headcount of the last filed accounts; null where they tell none.
 * @param heldTo the day of the accounts edition: a period that ended within 24 months before it is recent
 */
export function filedWorkforce(
  filed: FinalAnswer<FiledHeadcount>,
  heldTo: IsoDate,
): (Workforce & { readonly isRecent: boolean }) | null {
  if (filed.status !== 'available') return null;
  const { headcount, scope, period } = filed.value;
  const band = BANDS[bandAt(headcount)];
  if (band === undefined) return null;
  const { end } = period;
  const years = wholeYears(end, heldTo);
  return {
    headcount,
    band,
    basis: 'filed',
    at: end,
    as_of: end,
    scope,
    confidence: FILED_CONFIDENCE,
    input: {
      block: 'employees_filed',
      field: 'headcount',
      source: filed.source,
      as_of: end,
      value: headcount,
    },
    isRecent:
      years === null || years < RECENT_YEARS || (years === RECENT_YEARS && end.slice(5) === heldTo.slice(5)),
  };
}

/** The band of the newest pay gap report that names one; null where none does. */
export function reportedWorkforce(record: Records<PayGapRecord> | null): Workforce | null {
  const reports = [...(record?.items ?? [])].sort((a, b) => newestDayFirst(a.data.due_on, b.data.due_on));
  const report = reports.find(({ data }) => PAY_GAP_BANDS[data.employer_size ?? ''] !== undefined)?.data;
  const size = report?.employer_size ?? '';
  const band = PAY_GAP_BANDS[size];
  if (report === undefined || band === undefined) return null;
  const { due_on, submitted_on } = report;
  return {
    headcount: null,
    band,
    basis: 'pay_gap_band',
    at: submitted_on ?? due_on,
    as_of: due_on,
    // Each legal employer reports for itself.
    scope: 'company',
    confidence: PAY_GAP_CONFIDENCE,
    input: { block: null, field: 'EmployerSize', source: 'pay_gap_register', as_of: due_on, value: size },
  };
}

/** What its own website says, as far as a crawl of it is kept; null where it says nothing. Of whom it speaks is not sure. */
export function statedWorkforce(kept: KeptSite | null): Workforce | null {
  const told = kept === null ? null : headcountOn(kept.site);
  const band = told === null ? null : bandOf(told.people);
  if (kept === null || told === null || band === null) return null;
  const day = kept.site.crawled_on;
  return {
    headcount: told.exact ? told.people : null,
    band,
    basis: 'website_statement',
    at: day,
    as_of: day,
    scope: 'unknown',
    confidence: STATEMENT_CONFIDENCE,
    input: { block: null, field: 'statement', source: 'own_website', as_of: day, value: told.snippet },
  };
}
