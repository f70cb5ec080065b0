/** Finds phone numbers that sites of others print, too: an agency's, or a serviced office's. */
import type { ReadingState } from '../../../live/readings/readings.js';
import { linkedSites } from '../../../sites/linked-sites.js';
import { FEWEST_OTHERS, operatorsOf, phonesOn } from '../../../sites/phone-printing.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { siteClaims } from '../../../sites/verdict/site-claims.js';

export interface OtherSites {
  readonly site: (host: string) => ReadingState<'site'>;
  readonly shared_phone: (number: string) => ReadingState<'shared_phone'>;
}

/** The maximum number of linked sites that are looked up, since each lookup costs. */
const MAX_LINKED = 10;

/** Numbers of companies that the site prints, except those that it names as its providers. */
const ownGroup = ({ pages }: SiteReading): readonly string[] =>
  pages.flatMap(({ company_numbers }) =>
    company_numbers.filter(({ role }) => role === 'own' || role === 'group').map(({ value }) => value),
  );

type IsOthers = (companies: readonly string[]) => boolean;

/** Tells whether the number is printed on the kept crawl of a site that this site links to. */
const onLinked = (site: SiteReading, { site: keptSite }: OtherSites, isOthers: IsOthers): string[] =>
  linkedSites(site)
    .slice(0, MAX_LINKED)
    .flatMap((host) => {
      const state = keptSite(host);
      if (state.status !== 'read' || !isOthers(siteClaims(state.reading).numbers)) return [];
      return state.reading.pages.flatMap((page) => page.phones.map(({ value }) => value));
    });

/** Tells whether the number is printed on several of the sites that are kept. */
const onSeveral = (site: SiteReading, { shared_phone }: OtherSites, isOthers: IsOthers): string[] =>
  phonesOn(site).filter((number) => {
    const state = shared_phone(number);
    if (state.status !== 'read') return false;
    const others = state.reading.sites.filter(({ companies }) => isOthers(companies));
    return operatorsOf(others) >= FEWEST_OTHERS;
  });

/** Numbers that kept crawls show on a linked site, or on several sites, of companies outside the group. */
export function sharedPhones(
  site: SiteReading,
  others: OtherSites,
  group: Iterable<string>,
): ReadonlySet<string> {
  const related = new Set([...group, ...ownGroup(site)]);
  const isOthers: IsOthers = (companies) =>
    companies.length > 0 && companies.every((number) => !related.has(number));
  return new Set([...onLinked(site, others, isOthers), ...onSeveral(site, others, isOthers)]);
}
