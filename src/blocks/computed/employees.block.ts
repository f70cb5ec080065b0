import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { newestDayFirst } from '../runner/served-lists.js';
import { band, count, input, isoDate, model } from '../runner/value-types.js';

/** Sizes as the service prints them (Blocks 4.26). `Not Provided` is none. */
const PAY_GAP_BANDS: Readonly<Record<string, { min: number; max: number | null; label: string }>> = {
  'Less than 250': { min: 0, max: 249, label: '0-249' },
  '250 to 499': { min: 250, max: 499, label: '250-499' },
  '500 to 999': { min: 500, max: 999, label: '500-999' },
  '1000 to 4999': { min: 1_000, max: 4_999, label: '1000-4999' },
  '5000 to 19,999': { min: 5_000, max: 19_999, label: '5000-19999' },
  '20,000 or more': { min: 20_000, max: null, label: '20000+' },
};
const PAY_GAP_CONFIDENCE = 0.85;

export default defineBlock({
  key: 'employees',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The best available headcount or band of headcounts, and what it rests on.',
  source: ['company_register_accounts', 'pay_gap_register', 'own_website', 'service_model'],
  coverage: 'Companies with any headcount evidence.',
  derived: true,
  needs: ['pay_gap'],
  reasons: [
    'no_employee_figures_on_file',
    'no_employee_estimate_on_file',
    'no_workforce_on_profile',
    'org_enrichment_not_held',
    'enrichment_unavailable',
    'not_confirmed',
  ],
  advisories: ['sources_disagree'],
  lacks: 'Headcounts of accounts and of websites are not read: bands of the pay gap register alone.',
  value: z.strictObject({
    headcount: count.nullable(),
    band: band.describe('Number of employees.'),
    basis: z.enum(['filed', 'pay_gap_band', 'website_statement', 'modelled']),
    at: isoDate,
    scope: z.enum(['company', 'group', 'unknown']),
    inputs: z.array(input),
    model: model.nullable(),
  }),
})(({ pay_gap: { record, as_of } }) => {
  const reports = [...(record?.items ?? [])].sort((a, b) => newestDayFirst(a.data.due_on, b.data.due_on));
  const report = reports.find(({ data }) => PAY_GAP_BANDS[data.employer_size ?? ''] !== undefined)?.data;
  const size = report?.employer_size ?? '';
  const found = PAY_GAP_BANDS[size];
  if (report === undefined || found === undefined) {
    return { status: 'not_found', reason: 'no_employee_figures_on_file', source: 'service_model', as_of };
  }
  const { due_on, submitted_on } = report;
  return {
    status: 'available',
    value: {
      headcount: null,
      band: { ...found },
      basis: 'pay_gap_band',
      at: submitted_on ?? due_on,
      // Each legal employer reports for itself.
      scope: 'company',
      inputs: [
        { block: null, field: 'EmployerSize', source: 'pay_gap_register', as_of: due_on, value: size },
      ],
      model: null,
    },
    source: 'service_model',
    as_of: due_on,
    confidence: PAY_GAP_CONFIDENCE,
  };
});
