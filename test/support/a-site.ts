/** A crawl of a host as tests want it. */
import type { PageReading, SiteReading } from '../../packages/enrichment/src/sites/site-reading.js';

export const aPage = (page: Partial<PageReading> = {}): PageReading => ({
  url: 'https://example.com/',
  http_status: 200,
  kind: 'home',
  title: null,
  description: null,
  language: null,
  text: [],
  truncated: false,
  company_numbers: [],
  vat_numbers: [],
  postcodes: [],
  phones: [],
  emails: [],
  organisations: [],
  profiles: [],
  marks: [],
  linked_hosts: [],
  ...page,
});

export const aSite = (site: Partial<SiteReading> = {}): SiteReading => ({
  version: 1,
  host: 'example.com',
  crawled_on: '2026-11-21',
  state: 'read',
  faults: [],
  final_url: 'https://example.com/',
  http_status: 200,
  redirects: [],
  secure: true,
  dns: { resolves: true, mx: null, ns: null, txt: null },
  headers: {},
  cookies: [],
  has_sitemap: false,
  pages: [aPage()],
  truncated: false,
  ...site,
});
