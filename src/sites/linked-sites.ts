/** Other sites that a site links to and that may be a company's own. */
import { notOwnSite } from '../shared/web-hosts/not-own-sites.js';
import type { SiteReading } from './site-reading.js';

/** Hosts, each once, in the order of the pages; directories, social networks and builders are left out. */
export function linkedSites({ host, pages }: Pick<SiteReading, 'host' | 'pages'>): string[] {
  const linked = new Set(pages.flatMap(({ linked_hosts }) => linked_hosts));
  return [...linked].filter((one) => one !== host && notOwnSite(one) === null);
}
