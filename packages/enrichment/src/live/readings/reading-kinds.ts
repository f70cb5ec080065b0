/** Defines the kinds of readings: content, lifetime, and the reason if a reading isn't there in time. */
import type { AccountsReading } from '../../filed-accounts/accounts-reading.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';
import type { SightingsOfNumber } from '../../sites/phone-printing.js';
import type { SiteReading } from '../../sites/site-reading.js';
import type { RememberedVerdict } from '../../sites/verdict/remembered-verdict.js';
import type { ModelReading } from '../providers/ai/chat-completion.js';
import type { NewsReading } from '../providers/news/news-feed.js';
import type { ListingReading } from '../providers/places/listings.js';
import type { WebSearchReading } from '../providers/search/web-search.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Tells whether the status is that of a server that fails, or that asks the client to retry later. */
const isTemporary = (status: number | null): boolean => status !== null && (status >= 500 || status === 429);

/**
 * Milliseconds for which a crawl is served again; null: the usual days. An hour after faults that may pass; a
 * day after walls, missing pages and lack of time.
 */
export function siteKeptForMs({ state, http_status, truncated, faults }: SiteReading): number | null {
  if (state === 'unreachable' || isTemporary(http_status) || faults.includes('robots_unavailable'))
    return HOUR_MS;
  return state === 'read' && !(truncated && faults.includes('timed_out')) ? null : DAY_MS;
}

export interface ReadingDefinition<T> {
  readonly absent: ReasonCode;
  /**
   * Milliseconds for which the reading is served again; null, or absent: the usual days.
   * @param daysMs the usual days
   */
  lifeMs?(reading: T, daysMs: number): number | null;
  /** The reading stands for another that was deleted, and its days begin with those of the other. */
  readonly remains?: {
    /** The time at which the other reading was made. */
    readAt(reading: T): number;
  };
  /** The reading is fetched once for all processes. */
  readonly claimed?: true;
}

const defineReading = <T>(definition: ReadingDefinition<T>): ReadingDefinition<T> => definition;

export const READING_KINDS = {
  /**
   * The register's present answer. Key: a company number and the resource, `00227590/charges`.
   * `00227590/accounts-filings/2024-12-31`: the answer must know accounts of that day, so an older answer
   * doesn't count.
   */
  register_answer: defineReading<{
    readonly fetched_on: IsoDate;
    /** Bodies as they came; a list may take several. */
    readonly answers: readonly unknown[];
    /** The number of items left out because they name somebody who is suppressed, by group. */
    readonly suppressed?: Readonly<Record<string, number>>;
  }>({ absent: 'register_unavailable' }),
  /** The pages of a website. Key: its host. */
  site: defineReading<SiteReading>({
    absent: 'site_read_unavailable',
    lifeMs: (site) => (site.version === 1 ? siteKeptForMs(site) : 0),
    claimed: true,
  }),
  /** The memory of the last verdict on a website that was accepted once. Never fetched. Key: `verdictKey`. */
  site_verdict: defineReading<RememberedVerdict>({
    absent: 'not_looked_up',
    lifeMs: ({ version }, daysMs) => (version === 1 ? 2 * daysMs : 0),
    remains: { readAt: ({ crawled_at }) => Date.parse(crawled_at) },
  }),
  /** The sites with a telephone number. Never fetched, and kept with their crawls. Key: the number, E.164. */
  printed_phone: defineReading<SightingsOfNumber>({ absent: 'not_looked_up' }),
  /** The sites with a telephone number that several companies' sites have. */
  shared_phone: defineReading<SightingsOfNumber>({ absent: 'not_looked_up' }),
  /**
   * The content of a filed document of accounts. Key: the company, the day that it is made up to and its id
   * at the register, `00227590/2024-12-31/MzQ2`; with `/pdf`: a document without tags, read from its pages.
   */
  document: defineReading<AccountsReading>({ absent: 'register_unavailable' }),
  /** The hosts that a search of the web finds, the best first. Key: the search terms. */
  web_search: defineReading<WebSearchReading>({ absent: 'search_unavailable' }),
  /** Business listings. Key: the search terms. */
  listing: defineReading<ListingReading>({ absent: 'google_business_unavailable' }),
  /** A language model's opinion about a site in review. Key: the question (`ModelQuestion`), JSON. */
  second_reading: defineReading<ModelReading>({ absent: 'source_unavailable' }),
  /** A text that a language model writes from its input. Key: as above. */
  rewriting: defineReading<ModelReading>({ absent: 'source_unavailable' }),
  /** The articles that a news feed has for a query, for a day. Key: the query, in the feed's own words. */
  news: defineReading<NewsReading>({ absent: 'search_unavailable', lifeMs: () => DAY_MS }),
};

export type ReadingKind = keyof typeof READING_KINDS;
export type ReadingTypes = {
  readonly [R in ReadingKind]: (typeof READING_KINDS)[R] extends ReadingDefinition<infer T> ? T : never;
};

/** The definition of any kind. Callers pass only readings of that kind. */
export const readingKind = (kind: ReadingKind): ReadingDefinition<ReadingTypes[ReadingKind]> =>
  READING_KINDS[kind];
