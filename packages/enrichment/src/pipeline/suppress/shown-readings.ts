/**
 * Removes suppressed values from readings: an item that names one is left out as if it weren't there, and
 * texts are censored.
 */
import type { NewsReading } from '../../live/providers/news/news-feed.js';
import type { WebSearchReading } from '../../live/providers/search/web-search.js';
import {
  isSuppressedCompany,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import type { PrintedOn } from '../../sites/phone-printing.js';
import type {
  PageReading,
  PrintedPlace,
  PrintedOrganisation,
  SiteReading,
} from '../../sites/site-reading.js';
import { censored } from './censor.js';

const showing =
  (suppressed: SuppressedValues) =>
  (kind: 'email' | 'phone' | 'domain', value: string | null): boolean =>
    value !== null && !(suppressed.kinds.has(kind) && suppressed.has(kind, value));

type Shows = ReturnType<typeof showing>;

const hostOfEmail = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const showsEmail = (shows: Shows, address: string): boolean =>
  shows('email', address) && shows('domain', hostOfEmail(address));

/** Empties the words around a value if they hold a suppressed address or number. */
const withoutWords = <P extends PrintedPlace>(printed: P, words: readonly string[]): P =>
  words.some((word) => printed.snippet.toLowerCase().includes(word)) ? { ...printed, snippet: '' } : printed;

const shownOrganisation = (one: PrintedOrganisation, shows: Shows): PrintedOrganisation => ({
  ...one,
  email: one.email !== null && showsEmail(shows, one.email) ? one.email : null,
  telephone: shows('phone', one.telephone) ? one.telephone : null,
  same_as: one.same_as.filter((url) => shows('domain', url)),
});

function shownPage(read: PageReading, suppressed: SuppressedValues): PageReading {
  const shows = showing(suppressed);
  const hidden = read.emails.filter(({ value }) => !showsEmail(shows, value)).map(({ value }) => value);
  const words = <P extends PrintedPlace>(all: readonly P[]): P[] =>
    all.map((one) => withoutWords(one, hidden));
  return {
    ...read,
    company_numbers: words(
      read.company_numbers.filter(({ value }) => !isSuppressedCompany(suppressed, value)),
    ),
    postcodes: words(read.postcodes),
    emails: words(read.emails.filter(({ value }) => showsEmail(shows, value))),
    phones: words(read.phones.filter(({ value }) => shows('phone', value))),
    organisations: read.organisations.map((one) => shownOrganisation(one, shows)),
    profiles: read.profiles.filter(({ url }) => shows('domain', url)),
    linked_hosts: read.linked_hosts.filter((host) => shows('domain', host)),
  };
}

/**
 * A crawl without suppressed values. Items that name one are left out, so that nothing shows that they stood
 * there. Null: the host itself is suppressed and looks as if nobody had read it.
 */
export function withoutSuppressed(site: SiteReading, suppressed: SuppressedValues): SiteReading | null {
  if (!showing(suppressed)('domain', site.host)) return null;
  return { ...site, pages: site.pages.map((one) => shownPage(one, suppressed)) };
}

/** Leaves suppressed hosts out of the results of a web search. */
export const hostsShown = (found: WebSearchReading, suppressed: SuppressedValues): WebSearchReading => ({
  ...found,
  hosts: found.hosts.filter((host) => showing(suppressed)('domain', host)),
});

/** The printed places without suppressed sites, and without the sites of suppressed companies. */
export const printedShown = ({ sites }: PrintedOn, suppressed: SuppressedValues): PrintedOn => ({
  sites: sites.filter(
    ({ host, companies }) =>
      showing(suppressed)('domain', host) &&
      !companies.some((number) => isSuppressedCompany(suppressed, number)),
  ),
});

/**
 * Leaves out articles of suppressed publishers, and articles that name a suppressed value. A headline with a
 * gap would show that something stood there.
 */
export const newsShown = (found: NewsReading, suppressed: SuppressedValues): NewsReading => ({
  ...found,
  articles: found.articles.filter(
    (article) =>
      showing(suppressed)('domain', article.publisher_host) && censored(article, suppressed) === article,
  ),
});
