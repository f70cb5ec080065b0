import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { companyNumber, count, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'ultimate_owner',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The top of the chain of majority control.',
  source: ['company_register_psc', 'entity_identifier_register', 'service_model'],
  coverage: 'Companies with control records.',
  derived: true,
  reasons: [
    'no_majority_controller',
    'owner_not_on_file',
    'ultimate_owner_not_resolved',
    'no_psc_data_on_file',
    'not_confirmed',
  ],
  value: z.strictObject({
    company_name: text,
    company_number: companyNumber.nullable().describe('Null when the owner is foreign.'),
    depth: count,
    resolved_by: z.enum(['self', 'majority_control', 'foreign_owner', 'entity_identifier_register']),
    chain: z
      .array(z.strictObject({ company_name: text, company_number: companyNumber.nullable() }))
      .describe('From the direct owner up to the top; empty for self.'),
  }),
})(notAvailableYet);
