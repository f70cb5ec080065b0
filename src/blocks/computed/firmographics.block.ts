import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { band, count, input, isoDate, moneyBand, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'firmographics',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The company in bands: age, form, trade, size, region.',
  source: ['service_model'],
  coverage: 'Every company with an identity.',
  derived: true,
  reasons: ['no_profile_on_file'],
  value: z.strictObject({
    age_years: count.nullable().describe('Whole years at as_of.'),
    incorporated_on: isoDate.nullable(),
    legal_form: text.nullable(),
    status_group: text,
    sic_section: z.strictObject({ code: text, name: text }).nullable(),
    size_class: z.enum(['micro', 'small', 'medium', 'large']).nullable(),
    employees_band: band.nullable(),
    turnover_band: moneyBand.nullable(),
    region: z.strictObject({ code: text, name: text }).nullable(),
    country: text.nullable(),
    is_dormant: z.boolean().nullable(),
    in_group: z.boolean().nullable(),
    inputs: z.array(input),
  }),
})(notAvailableYet);
