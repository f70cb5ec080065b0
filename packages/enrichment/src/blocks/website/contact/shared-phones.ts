/** Telephone numbers that are printed on sites of others too: an agency's, or those of a serviced office. */
import type { ReadingState } from '../../../live/readings/readings.js';
import { linkedSites } from '../../../sites/linked-sites.js';
import { FEWEST_OTHERS, operatorsOf, phonesOn } from '../../../sites/phone-printing.js';
import type { SiteReading } from '../../../sites/site-reading.js';
import { siteClaims } from '../../../sites/verdict/site-claims.js';

export interface OtherSites {
  readonly site: (host: string) => ReadingState<'site'>;
  readonly shared_phone: (number: string) => ReadingState<'shared_phone'>;
}

/** Of the sites that it links to: looking each up costs. */
const MOST_LINKED = 10;

/**
 * Numbers of companies that the site prints, whatever it says of them but that they provide something to it.
 */
const ownGroup = ({ pages }: SiteReading): readonly string[] =>
  pages.flatMap(({ company_numbers }) =>
    company_numbers.filter(({ role }) => role === 'own' || role === 'group').map(({ value }) => value),
  );

type IsOthers = (companies: readonly string[]) => boolean;

/** On kept crawls of sites that it links to. */
const onLinked = (site: SiteReading, { site: kept }: OtherSites, isOthers: IsOthers): string[] =>
  linkedSites(site)
    .slice(0, MOST_LINKED)
    .flatMap((host) => {
      const state = kept(host);
      if (state.status !== 'read' || !isOthers(siteClaims(state.reading).numbers)) return [];
      return state.reading.pages.flatMap((page) => page.phones.map(({ value }) => value));
    });

/** On several of all sites that were crawled and are kept. */
const onSeveral = (site: SiteReading, { shared_phone }: OtherSites, isOthers: IsOthers): string[] =>
  phonesOn(site).filter((number) => {
    const state = shared_phone(number);
    if (state.status !== 'read') return false;
    const others = state.reading.sites.filter(({ companies }) => isOthers(companies));
    return operatorsOf(others) >= FEWEST_OTHERS;
  });

/**
 * E.164: on the site of another company that this one links to, or on those of several other companies, as
 * far as kept crawls tell; nothing is fetched.
 * @param group numbers of the company and of those that own it
 */
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
