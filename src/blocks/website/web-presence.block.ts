import { z } from 'zod';
import { defineBlock, notAvailableYet } from '../runner/define-block.js';
import { count, host, text } from '../runner/value-types.js';

export default defineBlock({
  key: 'web_presence',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Profiles that the website itself links to, its languages and its standing pages.',
  source: ['own_website', 'cache'],
  coverage: 'Companies with an accepted, readable website.',
  reasons: [
    'no_validated_website',
    'website_not_validated',
    'website_needs_review',
    'website_unverified',
    'website_not_verifiable',
    'site_unreachable',
    'site_blocked',
    'site_read_unavailable',
    'no_web_presence_on_file',
  ],
  value: z.strictObject({
    domain: host,
    profiles: z.array(z.strictObject({ platform: text, handle: text.nullable(), url: text, page_url: text })),
    languages: z.array(text),
    has_online_shop: z.boolean(),
    has_sitemap: z.boolean(),
    contact_page_url: text.nullable(),
    legal_page_url: text.nullable(),
    pages_read: count,
  }),
})(notAvailableYet);
