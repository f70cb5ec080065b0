import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { oldestOf } from '../runner/oldest-of.js';
import employeesFiled from '../accounts/employees-filed.block.js';
import { HEADCOUNT_MODEL } from '../../sources/cohorts/headcount-model.js';
import { KEPT_SITE, keptSite } from '../website/kept/kept-site.js';
import {
  bandsApart,
  filedWorkforce,
  modelledWorkforce,
  reportedWorkforce,
  statedWorkforce,
  type Workforce,
} from './workforce.js';
import { notComputed } from './not-computed.js';
import { band, count, input, isoDate, model } from '../runner/value-types.js';

/** The maximum number of bands between two sources that agree. */
const MAX_BANDS_APART = 2;

function available(best: Workforce, others: readonly Workforce[]) {
  const { headcount, band: foundBand, basis, at, scope, confidence, flagged = false } = best;
  const disagree = others.length > 0;
  return {
    status: 'available',
    value: {
      headcount,
      band: { ...foundBand },
      basis,
      at,
      scope,
      inputs: [best, ...others].flatMap(({ inputs }) => inputs),
      model: basis === 'modelled' ? { ...HEADCOUNT_MODEL } : null,
    },
    source: 'service_model',
    as_of: best.as_of,
    confidence,
    flagged_for_review: flagged || disagree || scope !== 'company',
    advisories: disagree ? (['sources_disagree'] as const) : [],
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
  const stated = blocks.employees_filed;
  const filed = typeof accounts === 'string' ? null : filedWorkforce(stated, accounts.as_of);
  const reported = typeof pay_gap === 'string' ? null : reportedWorkforce(pay_gap.record);
  const workforce = filed?.isRecent === true ? filed : reported;
  const site = workforce === null ? keptSite(facts) : null;
  const peers =
    typeof cohort === 'string' || typeof company === 'string'
      ? null
      : modelledWorkforce(cohort.record, { peers: cohort.as_of, trade: company.as_of });
  const best = workforce ?? statedWorkforce(site) ?? peers;
  if (best !== null) {
    const disagree = filed === best && reported !== null && bandsApart(filed, reported) > MAX_BANDS_APART;
    // Old filed figures contradict a model that is far from them.
    const old = best === peers && filed !== null && bandsApart(filed, peers) > MAX_BANDS_APART ? [filed] : [];
    return available(best, disagree ? [reported] : old);
  }
  const heldFacts = [accounts, pay_gap].filter((fact) => typeof fact !== 'string');
  const consultedFacts = heldFacts.filter(({ part, record }) => !part || record !== null);
  // For held accounts the block of filed employees states what decided.
  const loaded = oldestOf(consultedFacts.map((fact) => (fact === accounts ? { ...fact, ...stated } : fact)));
  if (accounts === 'source_unavailable' || pay_gap === 'source_unavailable')
    return { status: 'not_found', reason: 'source_unavailable' };
  // A part that lacks the company proves nothing: parts don't hold everybody.
  if (loaded === null)
    return { status: 'not_found', reason: heldFacts.length > 0 ? 'not_looked_up' : 'not_available_yet' };
  // The filed figures are too old, or no number of people.
  const evidence =
    filed !== null || (stated.status === 'not_found' && stated.reason === 'filed_value_implausible');
  return evidence
    ? notComputed(stated, 'no_employee_estimate_on_file')
    : notComputed({ as_of: loaded.as_of, freshness: loaded.freshness }, 'no_employee_figures_on_file');
});
