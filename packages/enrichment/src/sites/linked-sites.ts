/** Finds other sites that a site links to and that may be a company's own. Pure. */
import { parse } from 'tldts';
import { notOwnSite } from '../../../words/src/hosts/not-own-sites.js';
import type { SiteReading } from './site-reading.js';

/** The distinct hosts in the order of the pages, without directories, social networks and builders. */
export function linkedSites({ host, pages }: Pick<SiteReading, 'host' | 'pages'>): string[] {
  const linked = new Set(pages.flatMap(({ linked_hosts }) => linked_hosts));
  return [...linked].filter((linkedHost) => linkedHost !== host && notOwnSite(linkedHost) === null);
}

export const isUkHost = (host: string): boolean => host.endsWith('.uk');

/** The label before the public suffix; null if the host has further labels before it. */
function labelOf(host: string): string | null {
  const { subdomain, domainWithoutSuffix } = parse(host);
  return subdomain === '' ? domainWithoutSuffix : null;
}

/** The linked hosts under `.uk` with the site's own label: `acme.co.uk` for `acme.com`. */
export function linkedUkSites({
  host,
  pages,
}: Pick<SiteReading, 'host' | 'pages'>): { host: string; page_url: string }[] {
  const label = labelOf(host);
  if (isUkHost(host) || label === null) return [];
  const links = pages.flatMap(({ url, linked_hosts }) =>
    linked_hosts
      .filter((linked) => isUkHost(linked) && labelOf(linked) === label)
      .map((linked) => ({ host: linked, page_url: url })),
  );
  return links.filter((link, at) => links.findIndex(({ host: linked }) => linked === link.host) === at);
}
