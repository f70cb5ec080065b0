import { z } from 'zod';
import { defineBlock, type AnswerOf } from '../runner/define-block.js';
import { oldestOf } from '../runner/oldest-of.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import {
  HEADCOUNT_MODEL,
  estimateHeadcount,
  headcountConfidence,
} from '../../sources/cohorts/headcount-model.js';
import { KEPT_SITE, keptSite, type KeptSite } from '../website/kept/kept-site.js';
import { notComputed } from './not-computed.js';
import { band, count, input, isoDate, model, type Input } from '../runner/value-types.js';
import { snapshotDay, type PayGapRecord } from '../../sources/pay-gap/pay-gap-record.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { CohortsOfCompany } from '../../sources/facts/cohort.fact.js';
import { wholeYears, type IsoDate } from '../../../../words/src/calendar.js';
import { bandIndexOf, EMPLOYEE_BANDS, bandOf, type EmployeeBand } from '../../sources/kit/employee-bands.js';
import { headcountOn } from '../../sites/told/headcount.js';
import { newestDayFirst } from '../runner/served-lists.js';
import payGapBands from './pay-gap-bands.json';

interface Workforce {
  readonly headcount: number | null;
  readonly band: EmployeeBand;
  readonly basis: 'filed' | 'pay_gap_band' | 'website_statement' | 'modelled';
  readonly at: IsoDate;
  readonly as_of: IsoDate;
  readonly scope: 'company' | 'group' | 'unknown';
  readonly confidence: number;
  /** True if the block that gives the number is flagged for review. */
  readonly isFlagged?: boolean;
  /** The inputs of the number, the deciding one first. */
  readonly inputs: readonly Input[];
}

/** Bands by the employer size that the pay gap service prints. `Not Provided` has no band. */
const PAY_GAP_BANDS: Readonly<Record<string, EmployeeBand>> = payGapBands;
const FILED_CONFIDENCE = 0.95;
const PAY_GAP_CONFIDENCE = 0.85;
const STATEMENT_CONFIDENCE = 0.6;
const RECENT_YEARS = 2;

/** The number of bands from one band to the other. A wide band counts by its nearest part. */
function bandsApart(a: { readonly band: EmployeeBand }, b: { readonly band: EmployeeBand }): number {
  const [aFrom, bFrom] = [bandIndexOf(a.band.min), bandIndexOf(b.band.min)];
  const [aTo, bTo] = [bandIndexOf(a.band.max ?? Infinity), bandIndexOf(b.band.max ?? Infinity)];
  return Math.max(0, bFrom - aTo, aFrom - bTo);
}

/** The last filed headcount. It is recent if its period ended within 24 months before the edition's day. */
function filedWorkforce(
  filed: AnswerOf<typeof employeesFiled>,
  asOf: IsoDate,
): (Workforce & { readonly isRecent: boolean }) | null {
  if (filed.status !== 'available') return null;
  const { headcount, scope, period } = filed.value;
  const band = EMPLOYEE_BANDS[bandIndexOf(headcount)];
  if (band === undefined) return null;
  const { end } = period;
  const years = wholeYears(end, asOf);
  return {
    headcount,
    band,
    basis: 'filed',
    at: end,
    as_of: end,
    scope,
    confidence: FILED_CONFIDENCE,
    isFlagged: filed.flagged_for_review === true,
    inputs: [
      { block: 'employees_filed', field: 'headcount', source: filed.source, as_of: end, value: headcount },
    ],
    isRecent:
      years === null || years < RECENT_YEARS || (years === RECENT_YEARS && end.slice(5) === asOf.slice(5)),
  };
}

/** The band in the newest pay gap report that names a band; null: no report does. */
function reportedWorkforce(record: Records<PayGapRecord> | null): Workforce | null {
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
function statedWorkforce(site: KeptSite | null): Workforce | null {
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
function modelledWorkforce(
  cohort: CohortsOfCompany | null,
  days: { readonly peers: IsoDate; readonly trade: IsoDate },
): Workforce | null {
  const basis = cohort?.headcount ?? null;
  // The company states no headcount, so its own headcount is not among those of its peers.
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

/** The maximum number of bands between two sources that agree. */
const MAX_BANDS_APART = 2;

function availableAnswer(best: Workforce, others: readonly Workforce[]) {
  const { headcount, band: bestBand, basis, at, scope, confidence, isFlagged = false } = best;
  const isDisputed = others.length > 0;
  return {
    status: 'available',
    value: {
      headcount,
      band: { ...bestBand },
      basis,
      at,
      scope,
      inputs: [best, ...others].flatMap(({ inputs }) => inputs),
      model: basis === 'modelled' ? { ...HEADCOUNT_MODEL } : null,
    },
    source: 'service_model',
    as_of: best.as_of,
    confidence,
    flagged_for_review: isFlagged || isDisputed || scope !== 'company',
    advisories: isDisputed ? (['sources_disagree'] as const) : [],
  } as const;
}

export default defineBlock({
  key: 'employees',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The best available headcount or band of headcounts, and what it rests on.',
  source: ['company_register_accounts', 'pay_gap_register', 'own_website', 'service_model'],
  coverage: 'Companies with any headcount evidence.',
  derived: true,
  needs: [employeesFiled],
  ...KEPT_SITE,
  uses: [...KEPT_SITE.uses, 'company', 'pay_gap', 'accounts', 'cohort'],
  reasons: [
    'no_employee_figures_on_file',
    'no_employee_estimate_on_file',
    'not_looked_up',
    'no_workforce_on_profile',
    'org_enrichment_not_held',
    'enrichment_unavailable',
    'not_confirmed',
  ],
  advisories: ['sources_disagree'],
  value: z.strictObject({
    headcount: count.nullable(),
    band: band.describe('Number of employees.'),
    basis: z.enum(['filed', 'pay_gap_band', 'website_statement', 'modelled']),
    at: isoDate,
    scope: z.enum(['company', 'group', 'unknown']),
    inputs: z.array(input),
    model: model.nullable(),
  }),
})((facts) => {
  const { blocks, pay_gap, accounts, cohort, company } = facts;
  const filedAnswer = blocks.employees_filed;
  const filed = typeof accounts === 'string' ? null : filedWorkforce(filedAnswer, accounts.as_of);
  const reported = typeof pay_gap === 'string' ? null : reportedWorkforce(pay_gap.record);
  const workforce = filed?.isRecent === true ? filed : reported;
  const site = workforce === null ? keptSite(facts) : null;
  const modelled =
    typeof cohort === 'string' || typeof company === 'string'
      ? null
      : modelledWorkforce(cohort.record, { peers: cohort.as_of, trade: company.as_of });
  const best = workforce ?? statedWorkforce(site) ?? modelled;
  if (best !== null) {
    const isDisputed = filed === best && reported !== null && bandsApart(filed, reported) > MAX_BANDS_APART;
    // Old filed figures contradict a model that is far from them.
    const contradicting =
      best === modelled && filed !== null && bandsApart(filed, modelled) > MAX_BANDS_APART ? [filed] : [];
    return availableAnswer(best, isDisputed ? [reported] : contradicting);
  }
  const heldFacts = [accounts, pay_gap].filter((fact) => typeof fact !== 'string');
  const consultedFacts = heldFacts.filter(({ part, record }) => !part || record !== null);
  // For accounts, take source and day from `employees_filed`, which knows the deciding document.
  const oldest = oldestOf(
    consultedFacts.map((fact) => (fact === accounts ? { ...fact, ...filedAnswer } : fact)),
  );
  if (accounts === 'source_unavailable' || pay_gap === 'source_unavailable')
    return { status: 'not_found', reason: 'source_unavailable' };
  // A partial edition without the company proves nothing, because it doesn't hold every company.
  if (oldest === null)
    return { status: 'not_found', reason: heldFacts.length > 0 ? 'not_looked_up' : 'not_available_yet' };
  // There is a filed figure, but it is too old or can't be a headcount.
  const hasFiledFigure =
    filed !== null ||
    (filedAnswer.status === 'not_found' && filedAnswer.reason === 'filed_value_implausible');
  return hasFiledFigure
    ? notComputed(filedAnswer, 'no_employee_estimate_on_file')
    : notComputed({ as_of: oldest.as_of, freshness: oldest.freshness }, 'no_employee_figures_on_file');
});
