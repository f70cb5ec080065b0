import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { blockKey, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'company_summary',
  tier: 'premium',
  latency_class: 'instant',
  description: 'The company in a few sentences, each with the blocks it is made from.',
  source: ['service_model'],
  coverage: 'Every company with an identity and one more block.',
  derived: true,
  reasons: ['no_summary_on_file', 'site_describes_another_company', 'summary_unavailable'],
  value: z.strictObject({
    text: text.max(800),
    sentences: z.array(z.strictObject({ text, blocks: z.array(blockKey) })),
    method: z.enum(['template', 'ai']),
    language: z.literal('en'),
  }),
})(notAvailableYet);
