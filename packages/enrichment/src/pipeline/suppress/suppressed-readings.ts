/**
 * Serves readings without suppressed values: an item that names one is left out as if it weren't there, and
 * texts are censored.
 */
import {
  nameOf,
  type FetchTerms,
  type Reading,
  type ReadingKind,
  type ReadingName,
  type Readings,
  type ReadingTypes,
  type ReadReading,
} from '../../live/readings/readings.js';
import type { Source } from '../../sources/define-source.js';
import {
  isSuppressedCompany,
  type SuppressedValues,
} from '../../../../contract/src/suppression/suppressed.js';
import type { SightingsOfNumber } from '../../sites/phone-printing.js';
import type {
  PageReading,
  PrintedOrganisation,
  PrintedPlace,
  SiteReading,
} from '../../sites/site-reading.js';
import { hostOfVerdict } from '../../sites/verdict/remembered-verdict.js';
import { censored } from './suppress.js';

const showing =
  (suppressed: SuppressedValues) =>
  (kind: 'email' | 'phone' | 'domain', value: string | null): boolean =>
    value !== null && !(suppressed.kinds.has(kind) && suppressed.has(kind, value));

type Shows = ReturnType<typeof showing>;

const showsEmail = (shows: Shows, address: string): boolean =>
  shows('email', address) && shows('domain', address.slice(address.lastIndexOf('@') + 1));

const shownOrganisation = (one: PrintedOrganisation, shows: Shows): PrintedOrganisation => ({
  ...one,
  email: one.email !== null && showsEmail(shows, one.email) ? one.email : null,
  telephone: shows('phone', one.telephone) ? one.telephone : null,
  same_as: one.same_as.filter((url) => shows('domain', url)),
});

function shownPage(read: PageReading, suppressed: SuppressedValues): PageReading {
  const shows = showing(suppressed);
  const hidden = read.emails.filter(({ value }) => !showsEmail(shows, value)).map(({ value }) => value);
  /** Empties the words around a value if they hold a suppressed address. */
  const words = <P extends PrintedPlace>(all: readonly P[]): P[] =>
    all.map((one) =>
      hidden.some((word) => one.snippet.toLowerCase().includes(word)) ? { ...one, snippet: '' } : one,
    );
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
function withoutSuppressed(site: SiteReading, suppressed: SuppressedValues): SiteReading | null {
  if (!showing(suppressed)('domain', site.host)) return null;
  return { ...site, pages: site.pages.map((one) => shownPage(one, suppressed)) };
}

/** Leaves suppressed hosts out of the results of a web search. */
const hostsShown = (
  found: ReadingTypes['web_search'],
  suppressed: SuppressedValues,
): ReadingTypes['web_search'] => ({
  ...found,
  hosts: found.hosts.filter((host) => showing(suppressed)('domain', host)),
});

/** The printed places without suppressed sites, and without the sites of suppressed companies. */
export const printedShown = (
  { sites }: SightingsOfNumber,
  suppressed: SuppressedValues,
): SightingsOfNumber => ({
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
const newsShown = (found: ReadingTypes['news'], suppressed: SuppressedValues): ReadingTypes['news'] => ({
  ...found,
  articles: found.articles.filter(
    (article) =>
      showing(suppressed)('domain', article.publisher_host) && censored(article, suppressed) === article,
  ),
});

type RegisterAnswer = ReadingTypes['register_answer'];

/** The state of a hidden reading: it looks as if nobody could read it. */
const HIDDEN = { status: 'not_read', reason: 'not_looked_up' } as const;

export class SuppressedReadings implements Readings {
  readonly kinds: ReadonlySet<ReadingKind>;

  constructor(
    private readonly readings: Readings,
    private readonly suppressed: SuppressedValues,
    private readonly sources: readonly Pick<Source, 'live'>[],
  ) {
    this.kinds = readings.kinds;
  }

  async fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>> {
    if (this.isHidden({ kind, key })) return HIDDEN;
    const found = await this.readings.fetch(kind, key, terms);
    return found.status === 'read' ? (this.shown({ kind, key }, found) ?? HIDDEN) : found;
  }

  async kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>> {
    const kept = await this.readings.kept(names, since);
    if (kept.size === 0 || this.suppressed.kinds.size === 0) return kept;
    const shown = names.flatMap((name) => {
      const found = kept.get(nameOf(name));
      const read = found === undefined ? null : this.shown(name, found);
      return read === null ? [] : [[nameOf(name), read] as const];
    });
    return new Map(shown);
  }

  async keep<R extends ReadingKind>(name: ReadingName<R>, reading: ReadReading<R>): Promise<void> {
    if (!this.isHidden(name)) await this.readings.keep(name, reading);
  }

  /** Whether the reading is hidden: a suppressed host is never requested, and nothing about it is kept. */
  private isHidden({ kind, key }: ReadingName): boolean {
    if (!this.suppressed.kinds.has('domain')) return false;
    const host = kind === 'site' ? key : kind === 'site_verdict' ? hostOfVerdict(key) : null;
    return host !== null && this.suppressed.has('domain', host);
  }

  /** The reading as it may be shown; null: all of it is suppressed. */
  private shown<R extends ReadingKind>(
    { kind, key }: ReadingName<R>,
    found: ReadReading<R>,
  ): ReadReading<R> | null {
    if (this.suppressed.kinds.size === 0) return found;
    if (this.isHidden({ kind, key })) return null;
    // The reading is of the requested kind.
    const reading = this.ofKind(kind, key, found.reading) as ReadingTypes[R] | null;
    return reading === null ? null : { ...found, reading: censored(reading, this.suppressed) };
  }

  private ofKind(kind: ReadingKind, key: string, reading: ReadingTypes[ReadingKind]) {
    if (kind === 'register_answer') return this.withoutItems(reading as RegisterAnswer, key);
    if (kind === 'site') return withoutSuppressed(reading as SiteReading, this.suppressed);
    if (kind === 'shared_phone')
      return printedShown(reading as ReadingTypes['shared_phone'], this.suppressed);
    if (kind === 'web_search') return hostsShown(reading as ReadingTypes['web_search'], this.suppressed);
    return kind === 'news' ? newsShown(reading as ReadingTypes['news'], this.suppressed) : reading;
  }

  private withoutItems(answer: RegisterAnswer, key: string): RegisterAnswer {
    const resource = key.slice(key.indexOf('/') + 1);
    const suppresses = this.sources.flatMap(({ live }) => live?.[resource] ?? []);
    return suppresses.reduce(
      (shown, suppress) => ({ ...shown, ...suppress(shown.answers, this.suppressed) }),
      answer,
    );
  }
}
