import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'property',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Registered titles that the company owns in England and Wales.',
  source: ['land_registry'],
  coverage: "Registered titles in England and Wales held in a company's own name.",
  reasons: ['no_property_titles_on_file', 'not_looked_up', 'not_confirmed'],
  value: z.strictObject({
    title_count: count.describe('Distinct titles.'),
    tenure: z.array(text),
    postcodes: z.array(text),
    addresses: z.array(text),
  }),
})(notAvailableYet);
