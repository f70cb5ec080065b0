/** Sites of BRAMLEY WIDGETS LIMITED, 01234567, and of others, as a crawl reads them. */
import type { WebsiteRecord } from '../../../packages/enrichment/src/sources/facts/website-records.fact.js';
import type { SiteReading } from '../../../packages/enrichment/src/sites/site-reading.js';
import { aPage, aSite } from '../a-site.js';
import { record } from '../basic-company-data.js';

export const BRAMLEY = record({ CompanyName: 'BRAMLEY WIDGETS LIMITED', CompanyNumber: '01234567' });

export const CHECKED = { checked_live: true, checked_at: '2026-11-21T12:00:00.000Z' };

export const named = (host: string, more: Partial<WebsiteRecord> = {}): WebsiteRecord => ({
  host,
  source: 'pay_gap_register',
  url: `https://${host}/`,
  seen_on: '2025-04-01',
  not_own: null,
  ...more,
});

/** Prints its own number under its own name. */
export const own = (host: string): SiteReading =>
  aSite({
    host,
    final_url: `https://${host}/`,
    pages: [
      aPage({
        url: `https://${host}/`,
        text: [
          { region: 'footer', text: 'Bramley Widgets Limited. Registered in England and Wales No. 01234567' },
        ],
        company_numbers: [
          {
            value: '01234567',
            region: 'footer',
            snippet: 'Bramley Widgets Limited. Registered in England and Wales No. 01234567',
            role: 'own',
            name: 'Bramley Widgets Limited',
          },
        ],
      }),
    ],
  });
export const strange = (host: string): SiteReading =>
  aSite({ host, pages: [aPage({ text: [{ region: 'main', text: 'Flowers for every day of the week.' }] })] });

/** Bears the name and nothing that ties it. */
export function nameAlone(host: string): SiteReading {
  return aSite({
    host,
    pages: [
      aPage({
        title: 'Bramley Widgets',
        text: [{ region: 'footer', text: 'Bramley Widgets Limited, all rights reserved' }],
      }),
    ],
  });
}
