import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { band, count, input, isoDate, model } from '../runner/value-types.js';

export default defineBlock({
  key: 'employees',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The best available headcount or band of headcounts, and what it rests on.',
  source: ['company_register_accounts', 'pay_gap_register', 'own_website', 'service_model'],
  coverage: 'Companies with any headcount evidence.',
  derived: true,
  reasons: [
    'no_employee_figures_on_file',
    'no_employee_estimate_on_file',
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
})(notAvailableYet);
