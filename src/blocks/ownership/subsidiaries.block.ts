import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { companyNumber, count, isoDate, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'subsidiaries',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Companies that name this one as their corporate controller.',
  source: ['company_register_psc'],
  coverage: 'Companies named as corporate controller of another.',
  reasons: ['none_on_register', 'not_looked_up', 'subsidiary_search_unavailable', 'not_confirmed'],
  value: z.strictObject({
    subsidiaries: z.array(
      z.strictObject({
        company_number: companyNumber,
        company_name: text,
        company_status: text.nullable(),
        natures_of_control: z.array(text),
        ownership_band: z.enum(['75-100', '50-75', '25-50', '25+', 'control_without_stake']),
        notified_on: isoDate.nullable(),
        matched_on: z.enum(['registration_number', 'name']),
      }),
    ),
    count,
    active_count: count,
  }),
})(notAvailableYet);
