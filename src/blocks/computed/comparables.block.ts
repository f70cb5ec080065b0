import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { band, capped, companyNumber, count, model, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'comparables',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Companies most like this one in trade, size, region and age, outside its own group.',
  source: ['service_model'],
  coverage: 'Companies with a SIC code that is not generic.',
  derived: true,
  reasons: ['no_comparables_found', 'peer_search_unavailable'],
  advisories: ['few_comparable_peers'],
  value: z.strictObject({
    companies: capped(
      z.strictObject({
        company_number: companyNumber,
        company_name: text,
        score: z.number().min(0).max(1),
        shared: z.array(z.enum(['sic', 'sic_group', 'size', 'region', 'age'])),
        employees_band: band.nullable(),
        region: text.nullable(),
      }),
    ),
    cohort: z.strictObject({ sic: text, considered: count }),
    weights: z.record(text, z.number()),
    model,
  }),
})(notAvailableYet);
