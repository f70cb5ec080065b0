import { z } from 'zod';
import { defineBlock } from '../runner/define-block.js';
import { count, host, text } from '../runner/value-types.js';
import { acceptedWebsite, SITE_NOT_READ, withoutWebsite } from './accepted-website.js';
import { readFromSite, websiteVerdict } from './look-up-website.js';
import { WEBSITE } from './standing-website.js';
import type { PageKind, SiteReading } from '../../sites/site-reading.js';
import { findTechnologies } from '../../sites/technologies/find-technologies.js';
import { ascending } from '../runner/served-lists.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 100;

const presence = z.strictObject({
  domain: host,
  profiles: z.array(z.strictObject({ platform: text, handle: text.nullable(), url: text, page_url: text })),
  languages: z.array(text),
  has_online_shop: z.boolean(),
  has_sitemap: z.boolean(),
  contact_page_url: text.nullable(),
  legal_page_url: text.nullable(),
  pages_read: count,
});
type WebPresence = z.output<typeof presence>;

/** The profiles, each once, with the first page that leads to it; by platform, then handle. */
function profilesOf({ pages }: SiteReading): WebPresence['profiles'] {
  const profilesByKey = new Map<string, WebPresence['profiles'][number]>();
  for (const { url: page_url, profiles } of pages) {
    for (const { platform, handle, url } of profiles) {
      const key = `${platform} ${(handle ?? url).toLowerCase()}`;
      if (!profilesByKey.has(key)) profilesByKey.set(key, { platform, handle, url, page_url });
    }
  }
  return [...profilesByKey.values()]
    .sort((a, b) => ascending(a.platform, b.platform) || ascending(a.handle ?? '', b.handle ?? ''))
    .slice(0, MAX_SERVED);
}

/** The languages of the pages, the language of most pages first. */
function languagesOf({ pages }: SiteReading): string[] {
  const counts = new Map<string, number>();
  for (const { language } of pages)
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts]
    .sort(([a, left], [b, right]) => right - left || ascending(a, b))
    .map(([language]) => language);
}

/** Tells whether a site uses the software of a shop, or has pages of one and takes payments. */
function hasShop(site: SiteReading): boolean {
  const categories = new Set(findTechnologies(site).map(({ category }) => category));
  return (
    categories.has('ecommerce') ||
    (categories.has('payments') && site.pages.some(({ kind }) => kind === 'shop'))
  );
}

const pageOf = ({ pages }: SiteReading, ...kinds: readonly PageKind[]): string | null =>
  kinds.map((kind) => pages.find((page) => page.kind === kind)?.url).find((url) => url !== undefined) ?? null;

const webPresence = (site: SiteReading): WebPresence => ({
  domain: site.host,
  profiles: profilesOf(site),
  languages: languagesOf(site),
  has_online_shop: hasShop(site),
  has_sitemap: site.has_sitemap,
  contact_page_url: pageOf(site, 'contact'),
  legal_page_url: pageOf(site, 'legal', 'terms', 'privacy'),
  pages_read: site.pages.length,
});

/** Tells whether the presence has more than pages that were read. */
const hasWebPresence = (value: WebPresence): boolean =>
  value.profiles.length > 0 ||
  value.languages.length > 0 ||
  value.has_online_shop ||
  value.has_sitemap ||
  value.contact_page_url !== null ||
  value.legal_page_url !== null;

export default defineBlock({
  key: 'web_presence',
  tier: 'premium',
  latency_class: 'site_live',
  description: 'Profiles that the website itself links to, its languages and its standing pages.',
  source: ['own_website', 'cache'],
  coverage: 'Companies with an accepted, readable website.',
  ...WEBSITE,
  reasons: ['no_validated_website', ...SITE_NOT_READ, 'no_web_presence_on_file'],
  value: presence,
})((facts) => {
  const website = acceptedWebsite(facts);
  if (website.use !== 'accepted') return withoutWebsite(website);
  const value = webPresence(website.site);
  const isServed = hasWebPresence(value);
  const detail = { website_verdict: websiteVerdict(website, facts.request, isServed) };
  return isServed
    ? { status: 'available', value, ...readFromSite(website), detail }
    : { status: 'not_found', reason: 'no_web_presence_on_file', ...readFromSite(website), detail };
});
