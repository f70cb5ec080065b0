/** A crawl without what is suppressed: values that name it are left out, so that nothing says that they stood there. */
import { isSuppressedCompany, type Suppressed } from '../../shared/suppression/suppressed.js';
import type { PageReading, Printed, PrintedOrganisation, SiteReading } from '../../sites/site-reading.js';

const shown =
  (suppressed: Suppressed) =>
  (kind: 'email' | 'phone' | 'domain', value: string | null): boolean =>
    value !== null && !(suppressed.kinds.has(kind) && suppressed.has(kind, value));

type Shows = ReturnType<typeof shown>;

const hostOfEmail = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const showsEmail = (shows: Shows, address: string): boolean =>
  shows('email', address) && shows('domain', hostOfEmail(address));

/** Whose address or number stands in the words around another value hides those words too. */
const withoutWords = <P extends Printed>(printed: P, words: readonly string[]): P =>
  words.some((word) => printed.snippet.toLowerCase().includes(word)) ? { ...printed, snippet: '' } : printed;

const organisation = (one: PrintedOrganisation, shows: Shows): PrintedOrganisation => ({
  ...one,
  email: one.email !== null && showsEmail(shows, one.email) ? one.email : null,
  telephone: shows('phone', one.telephone) ? one.telephone : null,
  same_as: one.same_as.filter((url) => shows('domain', url)),
});

function page(read: PageReading, suppressed: Suppressed): PageReading {
  const shows = shown(suppressed);
  const hidden = read.emails.filter(({ value }) => !showsEmail(shows, value)).map(({ value }) => value);
  const words = <P extends Printed>(all: readonly P[]): P[] => all.map((one) => withoutWords(one, hidden));
  return {
    ...read,
    company_numbers: words(
      read.company_numbers.filter(({ value }) => !isSuppressedCompany(suppressed, value)),
    ),
    postcodes: words(read.postcodes),
    emails: words(read.emails.filter(({ value }) => showsEmail(shows, value))),
    phones: words(read.phones.filter(({ value }) => shows('phone', value))),
    organisations: read.organisations.map((one) => organisation(one, shows)),
    profiles: read.profiles.filter(({ url }) => shows('domain', url)),
    linked_hosts: read.linked_hosts.filter((host) => shows('domain', host)),
  };
}

/** Null: the host itself is suppressed, and is as if nobody had read it. */
export function withoutSuppressed(site: SiteReading, suppressed: Suppressed): SiteReading | null {
  if (!shown(suppressed)('domain', site.host)) return null;
  return { ...site, pages: site.pages.map((one) => page(one, suppressed)) };
}
