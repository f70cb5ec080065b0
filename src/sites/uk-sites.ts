/** A group's world site and its site for this country: the same name under another ending, linked. Pure. */
import { parse } from 'tldts';
import type { SiteReading } from './site-reading.js';

export interface LinkedUkSite {
  readonly host: string;
  /** The first page that links to it. */
  readonly page_url: string;
}

export const isUkHost = (host: string): boolean => host.endsWith('.uk');

/** What stands before the public suffix; null where something else stands before that. */
function labelOf(host: string): string | null {
  const { subdomain, domainWithoutSuffix } = parse(host);
  return subdomain === '' ? domainWithoutSuffix : null;
}

/** Hosts under `.uk` that a site under another ending links to and that bear its name: `acme.co.uk` of `acme.com`. */
export function linkedUkSites({ host, pages }: Pick<SiteReading, 'host' | 'pages'>): LinkedUkSite[] {
  const label = labelOf(host);
  if (isUkHost(host) || label === null) return [];
  const links = pages.flatMap(({ url, linked_hosts }) =>
    linked_hosts
      .filter((linked) => isUkHost(linked) && labelOf(linked) === label)
      .map((linked) => ({ host: linked, page_url: url })),
  );
  return links.filter((one, at) => links.findIndex(({ host: linked }) => linked === one.host) === at);
}
