/** HTML of made sites: what a page shows and where it says who runs it. */
import { readPage } from '../../../../packages/enrichment/src/sites/page/read-page.js';
import type { PageReading, SiteReading } from '../../../../packages/enrichment/src/sites/site-reading.js';
import { aSite } from '../../a-site.js';
import type { Random } from './random.js';

export const PLACEMENTS = ['footer', 'terms', 'privacy', 'contact', 'json_ld', 'table', 'link'] as const;
export type Placement = (typeof PLACEMENTS)[number];

const BUSINESS = [
  'We have served homes and businesses since 1987, and our own workshop makes what we fit.',
  'Ask for a free quotation: our estimators visit within two working days.',
  'Every order is checked twice before it leaves the yard.',
  'Our apprentices train with the local college and stay with us.',
  'Read what our customers say, and see the gallery of finished work.',
  'We deliver across the county on weekdays, and on Saturdays before noon.',
];

export interface Page {
  readonly path: string;
  readonly link: string;
  readonly html: string;
}

export interface Parts {
  readonly title: string;
  readonly main?: readonly string[];
  readonly footer?: readonly string[];
  readonly head?: string;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const paragraphs = (texts: readonly string[]): string =>
  texts.map((text) => (text.startsWith('<') ? text : `<p>${escaped(text)}</p>`)).join('\n');

export const htmlOf = ({ title, main = [], footer = [], head = '' }: Parts): string =>
  `<!doctype html><html lang="en"><head><title>${escaped(title)}</title>${head}</head><body>
<header><nav><a href="/">Home</a> <a href="/contact">Contact</a> <a href="/terms">Terms</a></nav></header>
<main>${paragraphs(main)}</main><footer>${paragraphs(footer)}</footer></body></html>`;

export const businessText = (random: Random): string[] =>
  BUSINESS.filter(() => random.chance(0.6)).concat(random.of(BUSINESS));

/** A page as the crawler would hand it on. */
function read(host: string, { path, link, html }: Page): PageReading {
  return readPage({
    url: `https://${host}${path}`,
    http_status: 200,
    content_type: 'text/html; charset=utf-8',
    body: Buffer.from(html),
    link_text: link === '' ? null : link,
  }).page;
}

export function siteOf(host: string, pages: readonly Page[], more: Partial<SiteReading> = {}): SiteReading {
  return aSite({
    host,
    final_url: `https://${host}/`,
    pages: pages.map((page) => read(host, page)),
    ...more,
  });
}

/** The sentence that tells the number, where it is to stand; the other pages say nothing of it. */
export function placed(
  placement: Placement,
  sentence: string,
  company: { readonly number: string; readonly printed: string },
): { readonly home: Partial<Parts>; readonly pages: readonly Page[] } {
  const page = (path: string, link: string, main: readonly string[]): Page => ({
    path,
    link,
    html: htmlOf({ title: link, main }),
  });
  switch (placement) {
    case 'footer':
      return { home: { footer: [sentence] }, pages: [] };
    case 'terms':
      return {
        home: {},
        pages: [page('/terms', 'Terms and conditions', ['These terms apply to orders.', sentence])],
      };
    case 'privacy':
      return { home: {}, pages: [page('/privacy-policy', 'Privacy policy', [sentence, 'We keep little.'])] };
    case 'contact':
      return { home: {}, pages: [page('/contact', 'Contact us', ['Write or call.', sentence])] };
    case 'json_ld': {
      const { number, printed } = company;
      const sameAs = `https://find-and-update.company-information.service.gov.uk/company/${number}`;
      const told = JSON.stringify({ '@type': 'Organization', legalName: printed, sameAs: [sameAs] });
      return { home: { head: `<script type="application/ld+json">${told}</script>` }, pages: [] };
    }
    case 'table': {
      const rows = `<table><tr><th>Company name</th><td>${escaped(company.printed)}</td></tr><tr><th>Company number</th><td>${company.number}</td></tr></table>`;
      return { home: {}, pages: [page('/company-information', 'Company information', [rows])] };
    }
    case 'link': {
      const address = `https://find-and-update.company-information.service.gov.uk/company/${company.number}`;
      return {
        home: {
          footer: [
            `<p>${escaped(company.printed)}, <a href="${address}">company number ${company.number}</a></p>`,
          ],
        },
        pages: [],
      };
    }
  }
}
