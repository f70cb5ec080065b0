import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, confidence, count, isoDate, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'planning',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Planning applications by the company or for its sites.',
  source: ['planning_register'],
  coverage: 'Applicants and sites in the planning registers that are loaded (partial, England).',
  experimental: true,
  reasons: [
    'no_planning_applications',
    'no_planning_on_file',
    'planning_register_unavailable',
    'not_confirmed',
  ],
  value: z.strictObject({
    applications: capped(
      z.strictObject({
        reference: text,
        authority: text,
        description: text,
        type: text.nullable(),
        status: text,
        decision: text.nullable(),
        received_on: isoDate.nullable(),
        decided_on: isoDate.nullable(),
        site_address: text.nullable(),
        postal_code: text.nullable(),
        matched_on: z.enum(['applicant_name', 'property_title', 'site_address']),
        url: text.nullable(),
        confidence,
      }),
    ),
    by_status: z.record(text, count),
    authorities_covered: z.array(text),
  }),
})(notAvailableYet);
