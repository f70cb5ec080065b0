import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { blockKey, capped, input, isoDate, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'business_intelligence',
  tier: 'premium',
  latency_class: 'instant',
  description: 'Short statements over the other blocks, each with the inputs it rests on.',
  source: ['service_model'],
  coverage: 'Companies with at least three other blocks available.',
  experimental: true,
  derived: true,
  reasons: ['no_business_intelligence_on_file', 'org_enrichment_not_held'],
  value: z.strictObject({
    items: capped(
      z.strictObject({
        topic: z.enum(['growth', 'risk', 'ownership', 'people', 'property', 'funding', 'activity']),
        statement: text,
        date: isoDate.nullable(),
        blocks: z.array(blockKey),
        inputs: z.array(input),
      }),
    ),
  }),
})(notAvailableYet);
