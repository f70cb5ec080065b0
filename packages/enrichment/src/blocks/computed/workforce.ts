/** Reads from each source the number of a company's employees, in comparable bands (Blocks 4.26). */
import { snapshotDay, type PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { CohortsOfCompany } from '../../sources/facts/cohort.fact.js';
import { estimateHeadcount, headcountConfidence } from '../../sources/cohorts/headcount-model.js';
import { wholeYears, type IsoDate } from '../../../../words/src/calendar.js';
import { bandIndexOf, EMPLOYEE_BANDS, bandOf, type EmployeeBand } from '../../sources/kit/employee-bands.js';
import { headcountOn } from '../../sites/told/headcount.js';
import type employeesFiled from '../accounts/employees-filed.block.js';
import type { AnswerOf } from '../runner/define-block.js';
import { newestDayFirst } from '../runner/served-lists.js';
import type { Input } from '../runner/value-types.js';
import type { KeptSite } from '../website/kept/kept-site.js';
import payGapBands from './pay-gap-bands.json';

export interface Workforce {
  readonly headcount: number | null;
  readonly band: EmployeeBand;
  readonly basis: 'filed' | 'pay_gap_band' | 'website_statement' | 'modelled';
  readonly at: IsoDate;
  readonly as_of: IsoDate;
  readonly scope: 'company' | 'group' | 'unknown';
  readonly confidence: number;
  /** True if the block that gives the number is flagged for review. */
  readonly flagged?: boolean;
  /** The inputs of the number, the deciding one first. */
  readonly inputs: readonly Input[];
}

/** Sizes as the service prints them. `Not Provided` has no band. */
const PAY_GAP_BANDS: Readonly<Record<string, EmployeeBand>> = payGapBands;
const FILED_CONFIDENCE = 0.95;
const PAY_GAP_CONFIDENCE = 0.85;
const STATEMENT_CONFIDENCE = 0.6;
const RECENT_YEARS = 2;

/** The number of bands from one band to the other. A wide band counts by its nearest part. */
export function bandsApart(a: { readonly band: EmployeeBand }, b: { readonly band: EmployeeBand }): number {
  const [aFrom, bFrom] = [bandIndexOf(a.band.min), bandIndexOf(b.band.min)];
  const [aTo, bTo] = [bandIndexOf(a.band.max ?? Infinity), bandIndexOf(b.band.max ?? Infinity)];
  return Math.max(0, bFrom - aTo, aFrom - bTo);
}

/** The last filed headcount. It is recent if its period ended within 24 months before the edition's day. */
export function filedWorkforce(
  filed: AnswerOf<typeof employeesFiled>,
  heldTo: IsoDate,
): (Workforce & { readonly isRecent: boolean }) | null {
  if (filed.status !== 'available') return null;
  const { headcount, scope, period } = filed.value;
  const band = EMPLOYEE_BANDS[bandIndexOf(headcount)];
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
    flagged: filed.flagged_for_review === true,
    inputs: [
      { block: 'employees_filed', field: 'headcount', source: filed.source, as_of: end, value: headcount },
    ],
    isRecent:
      years === null || years < RECENT_YEARS || (years === RECENT_YEARS && end.slice(5) === heldTo.slice(5)),
  };
}

/** The band of the newest pay gap report that names one; null where none does. */
export function reportedWorkforce(record: Records<PayGapRecord> | null): Workforce | null {
  if (record === null) return null;
  const reports = [...record.items].sort((a, b) => newestDayFirst(a.data.due_on, b.data.due_on));
  const report = reports.find(({ data }) => PAY_GAP_BANDS[data.employer_size ?? ''] !== undefined)?.data;
  const size = report?.employer_size ?? '';
  const band = PAY_GAP_BANDS[size];
  if (report === undefined || band === undefined) return null;
  const day = snapshotDay(report.due_on);
  return {
    headcount: null,
    band,
    basis: 'pay_gap_band',
    at: day,
    as_of: day,
    // Each legal employer reports for itself.
    scope: 'company',
    confidence: PAY_GAP_CONFIDENCE,
    inputs: [{ block: null, field: 'EmployerSize', source: 'pay_gap_register', as_of: day, value: size }],
  };
}

/** The headcount on the company's own website, which may be a group's; null: none, or no crawl is kept. */
export function statedWorkforce(site: KeptSite | null): Workforce | null {
  const headcount = site === null ? null : headcountOn(site.site);
  const band = headcount === null ? null : bandOf(headcount.people);
  if (site === null || headcount === null || band === null) return null;
  const day = site.site.crawled_on;
  return {
    headcount: headcount.exact ? headcount.people : null,
    band,
    basis: 'website_statement',
    at: day,
    as_of: day,
    scope: 'unknown',
    confidence: STATEMENT_CONFIDENCE,
    inputs: [
      { block: null, field: 'statement', source: 'own_website', as_of: day, value: headcount.snippet },
    ],
  };
}

/** The headcount that companies of the same trade and balance sheet suggest; null: none is possible. */
export function modelledWorkforce(
  cohort: CohortsOfCompany | null,
  days: { readonly peers: IsoDate; readonly trade: IsoDate },
): Workforce | null {
  const basis = cohort?.headcount ?? null;
  // The company states no headcount, so its own is not among those of its peers.
  const estimate = basis === null ? null : estimateHeadcount(basis.peers, null);
  const band = estimate === null ? null : bandOf(estimate.mid);
  if (basis === null || estimate === null || band === null) return null;
  const { total_assets, period_end, assets_from, backtests } = basis;
  const assetsInput = {
    block: 'financials_filed',
    field: 'total_assets',
    source: 'company_register_accounts',
  } as const;
  const { code, companies } = estimate;
  return {
    headcount: null,
    band,
    basis: 'modelled',
    at: period_end,
    as_of: period_end,
    scope: 'company',
    confidence: headcountConfidence(backtests, assets_from),
    inputs: [
      { ...assetsInput, as_of: period_end, value: String(total_assets) },
      { block: 'industry', field: 'sic', source: 'company_register', as_of: days.trade, value: code },
      { block: null, field: 'peers', source: 'service_model', as_of: days.peers, value: companies },
    ],
  };
}
