import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';

const controller = {
  type: z.enum(['individual', 'corporate', 'legal_person', 'super_secure']),
  name: text.nullable(),
  country_registered: text.nullable(),
  natures_of_control: z.array(text),
  notified_on: isoDate.nullable(),
  company_number: companyNumber.nullable(),
};

export default defineBlock({
  key: 'controllers',
  tier: 'core',
  latency_class: 'instant',
  description:
    'Everyone with significant control, and those who ceased to have it. An empty list is an answer.',
  source: ['company_register_psc'],
  coverage: 'Companies, LLPs and overseas entities with control records.',
  reasons: ['no_psc_data_on_file', 'not_looked_up'],
  value: z.strictObject({
    controllers: z.array(z.strictObject(controller)),
    has_corporate_owner: z.boolean(),
    control: z.strictObject({
      has_corporate_controller: z.boolean(),
      has_individual_controller: z.boolean(),
      no_controller_on_register: z.boolean(),
      statement: text.nullable().describe("The register's own key of the current statement."),
    }),
    ceased_controllers: z.array(z.strictObject({ ...controller, ceased_on: isoDate })),
  }),
})(notAvailableYet);
