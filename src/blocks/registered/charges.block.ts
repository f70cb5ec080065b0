import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, isoDate, text } from '../runner/value-types.js';

const charge = z.strictObject({
  charge_code: text.nullable().describe('Null before April 2013.'),
  status: text,
  created_on: isoDate.nullable(),
  registered_on: isoDate.nullable(),
  persons_entitled: z.array(text),
  particulars: text.nullable(),
  contains: z
    .array(text)
    .describe('fixed_charge, floating_charge, floating_charge_covers_all, negative_pledge.'),
  satisfied_on: isoDate.nullable(),
});

export default defineBlock({
  key: 'charges',
  tier: 'core',
  latency_class: 'register_live',
  description: 'Charges registered against the company, outstanding and satisfied, with their holders.',
  source: ['company_register_charges'],
  coverage: 'Companies and LLPs registered in the UK.',
  reasons: [
    'none_on_register',
    'not_looked_up',
    'no_charges_data_on_file',
    'register_unavailable',
    'source_busy',
  ],
  value: z.strictObject({
    outstanding_count: count.describe('Part-satisfied charges count as outstanding.'),
    satisfied_count: count,
    total_count: count,
    holders: z.array(text).describe('Distinct names as filed on outstanding charges.'),
    charges: z.array(charge),
    satisfied_charges: z.array(charge),
    past_holders: z.array(text),
    latest_created_on: isoDate.nullable(),
    latest_satisfied_on: isoDate.nullable(),
  }),
})(notAvailableYet);
