import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { capped, confidence, host, text } from '../runner/value-types.js';
import { SITE_NOT_READ } from './site-reasons.js';

export default defineBlock({
  key: 'technologies',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the website and its mail run on, each with the evidence.',
  source: ['own_website', 'cache'],
  coverage: 'Companies with an accepted, readable website.',
  reasons: ['no_validated_website', ...SITE_NOT_READ, 'no_technologies_on_file'],
  value: z.strictObject({
    domain: host,
    technologies: capped(
      z.strictObject({
        name: text,
        category: text,
        version: text.nullable(),
        evidence: z.strictObject({
          kind: z.enum(['header', 'script', 'link', 'meta', 'cookie', 'dns']),
          value: text,
          url: text.nullable(),
        }),
        confidence,
      }),
    ),
    categories: z.array(text),
  }),
})(notAvailableYet);
