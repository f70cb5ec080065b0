import { z } from 'zod';
import { findTechnologies } from '../../sites/technologies/find-technologies.js';
import { defineBlock } from '../runner/define-block.js';
import { ascending } from '../runner/served-lists.js';
import { capped, confidence, host, text } from '../runner/value-types.js';
import { acceptedWebsite, SITE_NOT_READ, withoutWebsite } from './accepted-website.js';
import { readFromSite, websiteVerdict } from './look-up-website.js';
import { WEBSITE } from './standing-website.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;

const categoriesOf = (items: readonly { readonly category: string }[]): string[] =>
  [...new Set(items.map(({ category }) => category))].sort(ascending);

export default defineBlock({
  key: 'technologies',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'What the website and its mail run on, each with the evidence.',
  source: ['own_website', 'cache'],
  coverage: 'Companies with an accepted, readable website.',
  ...WEBSITE,
  rated_list: {
    field: 'technologies',
    most: MAX_SERVED,
    retell: (items: readonly { readonly category: string }[]) => ({ categories: categoriesOf(items) }),
  },
  reasons: ['no_validated_website', ...SITE_NOT_READ, 'no_technologies_on_file', 'not_confirmed'],
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
})((facts) => {
  const website = acceptedWebsite(facts);
  if (website.use !== 'accepted') return withoutWebsite(website);
  const items = findTechnologies(website.site);
  const hasItems = items.length > 0;
  const detail = { website_verdict: websiteVerdict(website, facts.request, hasItems) };
  const from = readFromSite(website);
  if (!hasItems) return { status: 'not_found', reason: 'no_technologies_on_file', ...from, detail };
  const technologies = { items, total: items.length, truncated: false };
  const value = { domain: website.host, technologies, categories: categoriesOf(items) };
  return { status: 'available', value, ...from, detail };
});
