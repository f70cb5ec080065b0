import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { count, host, text } from '../runner/value-types.js';
import { acceptedWebsite, SITE_NOT_READ, withoutWebsite } from './accepted-website.js';
import { hasWebPresence, webPresence } from './presence/web-presence.js';
import { readFromSite, websiteVerdict } from './looked-website.js';
import { WEBSITE } from './standing-website.js';

export default defineBlock({
  key: 'web_presence',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Profiles that the website itself links to, its languages and its standing pages.',
  source: ['own_website', 'cache'],
  coverage: 'Companies with an accepted, readable website.',
  ...WEBSITE,
  reasons: ['no_validated_website', ...SITE_NOT_READ, 'no_web_presence_on_file'],
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
})((facts) => {
  const website = acceptedWebsite(facts);
  if (website.use !== 'accepted') return withoutWebsite(website);
  const value = webPresence(website.site);
  const served = hasWebPresence(value);
  const detail = { website_verdict: websiteVerdict(website, facts.request, served) };
  return served
    ? { status: 'available', value, ...readFromSite(website), detail }
    : { status: 'not_found', reason: 'no_web_presence_on_file', ...readFromSite(website), detail };
});
