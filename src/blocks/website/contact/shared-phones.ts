/** Telephone numbers that are printed on sites of others too: an agency's, or those of a serviced office. */
import type { ReadingState } from '../../../readings/readings.js';
import { linkedSites } from '../../../sites/linked-sites.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { siteClaims } from '../../../sites/verdict/site-claims.js';

/** Of the sites that it links to: looking each up costs. */
const MOST_LINKED = 10;

/** Numbers of companies that the site prints, whatever it says of them but that they provide something to it. */
const ownGroup = ({ pages }: SiteReading): ReadonlySet<string> =>
  new Set(
    pages.flatMap(({ company_numbers }) =>
      company_numbers.filter(({ role }) => role === 'own' || role === 'group').map(({ value }) => value),
    ),
  );

/** E.164, as kept crawls tell of sites that it links to and that another company says it runs; nothing is fetched. */
export function sharedPhones(
  site: SiteReading,
  readings: (host: string) => ReadingState<'site'>,
): ReadonlySet<string> {
  const related = ownGroup(site);
  const phones = linkedSites(site)
    .slice(0, MOST_LINKED)
    .flatMap((host) => {
      const state = readings(host);
      if (state.status !== 'read') return [];
      const { numbers } = siteClaims(state.reading);
      const isOthers = numbers.length > 0 && numbers.every((number) => !related.has(number));
      return isOthers ? state.reading.pages.flatMap((page) => page.phones.map(({ value }) => value)) : [];
    });
  return new Set(phones);
}
