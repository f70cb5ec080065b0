import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, int, isoDate, text } from '../runner/value-types.js';

const officer = {
  name: text,
  role: text.describe("The register's own word."),
  appointed_on: isoDate.nullable(),
  nationality: text.nullable(),
  country_of_residence: text.nullable(),
  occupation: text.nullable(),
  person_number: text.nullable(),
  person_key: text.nullable().optional(),
  date_of_birth: z.strictObject({ month: int.min(1).max(12), year: int }).nullable(),
  is_corporate: z.boolean(),
};

export default defineBlock({
  key: 'officers',
  tier: 'core',
  latency_class: 'register_live',
  description: 'Directors, secretaries and members, current and former, with month and year of birth only.',
  source: ['company_register_officers'],
  coverage:
    'Companies, LLPs and overseas companies; not limited partnerships, charities or chartered bodies.',
  reasons: ['no_officers_on_file', 'not_looked_up', 'register_unavailable', 'source_busy'],
  value: z.strictObject({
    total: count,
    active: count,
    resigned: count,
    current: z.array(z.strictObject(officer)),
    former: z.array(z.strictObject({ ...officer, resigned_on: isoDate.nullable() })),
    ages: z
      .strictObject({ average: z.number().nullable(), youngest: int.nullable(), oldest: int.nullable() })
      .describe('Whole years at as_of over active natural persons; the average to one decimal.'),
  }),
})(notAvailableYet);
