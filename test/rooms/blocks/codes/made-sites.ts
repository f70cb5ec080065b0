/** Websites as pages of HTML, read as a crawl reads them; how they answer is made. */
import type { Fetchers } from '../../../../packages/enrichment/src/live/readings/shared-readings.js';
import type { NotRead, ReadReading } from '../../../../packages/enrichment/src/live/readings/readings.js';
import { readPage } from '../../../../packages/enrichment/src/sites/page/read-page.js';
import type { SiteReading } from '../../../../packages/enrichment/src/sites/site-reading.js';
import { WEIGHTS_VERSION } from '../../../../packages/enrichment/src/sites/verdict/weights.js';
import { aSite } from '../../../support/a-site.js';
import { DAY } from './published.js';

export const CHECKED = { checked_live: true, checked_at: `${DAY}T10:00:00.000Z` } as const;
/** The crawler itself is down. */
const NO_CRAWLER: NotRead = { status: 'not_read', reason: 'site_read_unavailable' };

/** Pages by path, and what else a crawl notes of the site. */
export interface MadeSite {
  readonly pages?: Readonly<Record<string, string>>;
  readonly seen?: Partial<SiteReading>;
}

export const timedOut: MadeSite = {
  seen: { state: 'unreachable', faults: ['timed_out'], http_status: null, final_url: null },
};
export const blocked: MadeSite = { seen: { state: 'blocked', http_status: 403 } };
export const script: MadeSite = { seen: { state: 'not_readable', http_status: 200 } };
const unknown: MadeSite = {
  seen: { state: 'unreachable', faults: ['dns_not_found'], http_status: null, final_url: null },
};

/** What is remembered of a website that was accepted a month before. */
export const ACCEPTED: ReadReading<'site_verdict'> = {
  status: 'read',
  reading: {
    version: 1,
    outcome: 'accept',
    score: 100,
    confidence: 0.97,
    weights: WEIGHTS_VERSION,
    crawled_at: '2024-06-01T10:00:00.000Z',
  },
  checked: { checked_live: false, checked_at: '2024-06-01T10:00:00.000Z' },
};

/** What a crawl of the site brings. */
export function crawled(host: string, { pages = {}, seen = {} }: MadeSite): ReadReading<'site'> {
  const read = Object.entries(pages).map(
    ([path, html]) =>
      readPage({
        url: `https://${host}${path}`,
        http_status: 200,
        content_type: 'text/html',
        body: Buffer.from(html),
        link_text: null,
      }).page,
  );
  const reading = aSite({ host, crawled_on: DAY, final_url: `https://${host}/`, pages: read, ...seen });
  return { status: 'read', reading, checked: CHECKED };
}

/**
 * A crawler that knows these sites, or those that a rule gives; all other hosts are in no name server.
 * @param siteOf null: the crawler is down while it is asked for this host; undefined: no such site
 */
export const siteFetcher =
  (siteOf: (host: string) => MadeSite | null | undefined): NonNullable<Fetchers['site']> =>
  async (host) => {
    const site = siteOf(host);
    return site === null ? NO_CRAWLER : crawled(host, site ?? unknown);
  };
