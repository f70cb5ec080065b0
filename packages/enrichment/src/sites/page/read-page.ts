/**
 * Reads one page in one bounded pass: text, data about its operator, technology and links. Pure. It reads any
 * bytes within the limits of `limits.ts`.
 */
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import type { PageReading, TechnologyMark } from '../site-reading.js';
import { printedNumbers } from './company-numbers/printed-numbers.js';
import { decodedSlices } from './decode-page.js';
import { emails } from './extract/emails.js';
import { phones } from './extract/phones.js';
import { postcodes } from './extract/postcodes.js';
import { profiles } from './extract/profiles.js';
import { vatNumbers } from './extract/vat-numbers.js';
import { hiddenAddress } from './hidden-address.js';
import { languageOf } from './language.js';
import { PAGE_LIMITS } from './limits.js';
import { pageKindOf } from './page-kind.js';
import { PageScan, type ScannedPage } from './page-scan.js';
import { plainText } from './plain-text.js';
import { regionTexts, type SeenLink } from './region-texts.js';
import { organisationsIn } from './structured-data.js';
import { parsedUrl } from '../../../../words/src/hosts/parsed-url.js';

export interface FetchedPage {
  readonly url: string;
  readonly http_status: number;
  readonly content_type: string | null;
  readonly body: Uint8Array;
  /** The text of the link that led to the page; null: none did. */
  readonly link_text: string | null;
}

/** A link with an absolute address without fragment, or with `mailto:` or `tel:`. */
export interface PageLink extends SeenLink {
  /** True if the link is hidden. It is followed, but proves nothing about the site's operator. */
  readonly hidden: boolean;
}

const MAX_ADDRESS = 300;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;
const MAX_LINK_TEXT = 100;
/** Matches metas about the page's content, which say nothing about technology. */
const CONTENT_METAS =
  /^(?:description|keywords|viewport|author|title|robots|copyright|date|og:|twitter:|article:|geo|dc\.|fb:)/;
const ENCODED_EMAIL = '/cdn-cgi/l/email-protection#';

const isMarkup = (contentType: string | null): boolean =>
  contentType === null || contentType.trim() === '' || /\b(?:html|xml)\b/i.test(contentType);

function scanned({ body, content_type }: FetchedPage): ScannedPage {
  const scan = new PageScan();
  const hasMarkup = isMarkup(content_type);
  if (hasMarkup || /^text\/plain\b/i.test(content_type ?? '')) {
    for (const slice of decodedSlices(body, content_type, PAGE_LIMITS.slice)) {
      if (!scan.write(hasMarkup ? slice : slice.replaceAll('<', ' '))) break;
    }
  }
  return scan.end();
}

/** The absolute address; null: a fragment, an invalid address, or another scheme. */
function absolute(href: string, base: string): string | null {
  const plain = href.trim().slice(0, 2_000);
  const hidden = plain.includes(ENCODED_EMAIL) ? plain.slice(plain.indexOf('#') + 1) : null;
  if (hidden !== null) {
    const address = hiddenAddress(hidden);
    return address === null ? null : `mailto:${address}`;
  }
  const url = plain === '' || plain.startsWith('#') ? null : parsedUrl(plain, base);
  if (url === null || !/^(?:https?|mailto|tel):$/.test(url.protocol)) return null;
  url.hash = '';
  return url.href;
}

function baseOf(url: string, { base }: ScannedPage): string {
  return (base !== null && parsedUrl(base, url)?.href) || url;
}

/** The distinct links of each region, each with its first text. A link is hidden if all its copies are. */
function linksOf(scan: ScannedPage, base: string): PageLink[] {
  const linksByKey = new Map<string, PageLink>();
  for (const { href, text, region, hidden } of scan.links) {
    const url = absolute(href, base);
    if (url === null) continue;
    const [key, linkText] = [`${region} ${url}`, plainText(text, MAX_LINK_TEXT) ?? ''];
    const link = linksByKey.get(key);
    const isBetter = link === undefined || (link.text === '' && linkText !== '') || (link.hidden && !hidden);
    if (isBetter)
      linksByKey.set(key, { url, text: linkText, region, hidden: hidden && link?.hidden !== false });
  }
  return [...linksByKey.values()];
}

function marksOf({ scripts, markLinks, metas }: ScannedPage, base: string): TechnologyMark[] {
  const addressed =
    (kind: 'script' | 'link') =>
    (address: string): TechnologyMark[] => {
      // A `data:` URL has content and no address.
      const url = address.startsWith('data:') ? null : absolute(address, base);
      return url === null ? [] : [{ kind, value: url.slice(0, MAX_ADDRESS) }];
    };
  const named = metas
    .filter(({ name }) => !CONTENT_METAS.test(name))
    .flatMap(({ name, content }): TechnologyMark[] => {
      const value = plainText(`${name}=${content}`, MAX_ADDRESS);
      return value === null ? [] : [{ kind: 'meta', value }];
    });
  const all = [...scripts.flatMap(addressed('script')), ...markLinks.flatMap(addressed('link')), ...named];
  return [...new Map(all.map((mark) => [`${mark.kind} ${mark.value}`, mark])).values()].slice(
    0,
    PAGE_LIMITS.marks,
  );
}

function otherHosts(links: readonly PageLink[], url: string): string[] {
  const pageHost = hostOf(url);
  const hosts = links.flatMap((link) => (link.url.startsWith('http') ? (hostOf(link.url) ?? []) : []));
  return [...new Set(hosts)].filter((host) => host !== pageHost).slice(0, PAGE_LIMITS.linked_hosts);
}

const descriptionOf = ({ metas }: ScannedPage): string | null =>
  plainText(metas.find(({ name }) => name === 'description')?.content, MAX_DESCRIPTION) ??
  plainText(metas.find(({ name }) => name === 'og:description')?.content, MAX_DESCRIPTION);

export interface ReadPage {
  readonly page: PageReading;
  readonly links: readonly PageLink[];
  /** The addresses shown in place of the page: immediate redirects and frames. */
  readonly leads: readonly string[];
}

export function readPage(fetched: FetchedPage): ReadPage {
  const { url, http_status, link_text } = fetched;
  const scan = scanned(fetched);
  const base = baseOf(url, scan);
  const links = linksOf(scan, base);
  const seenLinks = links.filter(({ hidden }) => !hidden);
  const kind = pageKindOf(url, link_text);
  const text = scan.runs.map((run) => ({ region: run.region, text: run.text.normalize('NFC') }));
  const texts = regionTexts(scan.runs, PAGE_LIMITS.text);
  const organisations = organisationsIn(scan.structured);
  const page: PageReading = {
    url,
    http_status,
    kind,
    title: plainText(scan.title, MAX_TITLE),
    description: descriptionOf(scan),
    language: languageOf(
      scan.language,
      text
        .map((run) => run.text)
        .join(' ')
        .slice(0, 40_000),
    ),
    text,
    truncated: scan.truncated,
    company_numbers: printedNumbers({ texts, kind, links: seenLinks, organisations }),
    vat_numbers: vatNumbers(texts),
    postcodes: postcodes(texts),
    phones: phones(texts, seenLinks),
    emails: emails(texts, seenLinks),
    organisations,
    profiles: profiles(seenLinks, organisations),
    marks: marksOf(scan, base),
    linked_hosts: otherHosts(links, url),
  };
  const leads = scan.leads.flatMap((address) => absolute(address, base) ?? []);
  return { page, links, leads };
}
