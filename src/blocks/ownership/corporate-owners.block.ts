import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'corporate_owners',
  tier: 'core',
  latency_class: 'instant',
  description: 'Companies and other legal persons that control the company now.',
  source: ['company_register_psc'],
  coverage: 'Companies with a current corporate or legal-person controller.',
  reasons: ['no_corporate_owner_on_the_register', 'no_psc_data_on_file', 'not_looked_up'],
  advisories: ['owner_not_on_file'],
  value: z.strictObject({
    has_corporate_owner: z.literal(true),
    owners: z.array(
      z.strictObject({
        name: text,
        natures_of_control: z.array(text),
        notified_on: isoDate.nullable(),
        country_registered: text.nullable(),
        company_number: companyNumber.nullable(),
        nature_of_business: z
          .record(text, z.unknown())
          .describe('An envelope of its own: what the owner does, read from file only. Never billed.'),
      }),
    ),
  }),
})(notAvailableYet);
