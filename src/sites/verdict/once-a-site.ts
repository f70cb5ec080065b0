/** What is worked out of a crawl alone, whoever it is held against: once, and gone with the crawl. */
import type { SiteReading } from '../site-reading.js';

export function onceASite<S extends Pick<SiteReading, 'pages'>, T>(make: (site: S) => T): (site: S) => T {
  const made = new WeakMap<S, { readonly value: T }>();
  return (site) => {
    const known = made.get(site) ?? { value: make(site) };
    made.set(site, known);
    return known.value;
  };
}
