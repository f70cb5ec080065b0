/**
 * Readings: what a live step brings. A block names the kinds that it wants and asks for each by its key; fetching,
 * sharing and keeping them is the business of whoever implements the ports. A throw is worth another try; a reading
 * that can't be had is an answer, with its reason.
 */
import type { AccountsReading } from '../../filed-accounts/accounts-reading.js';
import type { ModelReading } from '../providers/ai/chat-completion.js';
import type { ListingReading } from '../providers/places/listings.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { AccountId } from '../../shared/ids.js';
import type { NewsReading } from '../providers/news/news-feed.js';
import type { WebSearchReading } from '../providers/search/web-search.js';
import type { ReasonCode } from '../../shared/reason-code.js';
import type { PrintedOn } from '../../sites/phone-printing.js';
import type { SiteReading } from '../../sites/site-reading.js';
import type { RememberedVerdict } from '../../sites/verdict/remembered-verdict.js';

/** What each kind brings. */
export interface ReadingTypes {
  /**
   * What the register itself answers now. Key: a company number and what is asked of it, `00227590/charges`; of
   * `00227590/accounts-filings/2024-12-31` that it knows of accounts of that day, so that an older answer won't do.
   */
  readonly register_answer: {
    readonly fetched_on: IsoDate;
    /** Bodies as they came; a list may take several. */
    readonly answers: readonly unknown[];
    /** Items that were left out because they name somebody who is suppressed: how many, by group (`Records`). */
    readonly suppressed?: Readonly<Record<string, number>>;
  };
  /** The pages of a website. Key: its host. */
  readonly site: SiteReading;
  /** What is remembered of the last verdict on a website that was accepted once. Never fetched. Key: `verdictKey`. */
  readonly site_verdict: RememberedVerdict;
  /** On which sites a telephone number stands. Never fetched, and kept with their crawls. Key: the number, E.164. */
  readonly printed_phone: PrintedOn;
  /** The same of numbers that stand on the sites of several companies, and of no others. */
  readonly shared_phone: PrintedOn;
  /**
   * What a filed document of accounts says. Key: whose it is, the day that it is made up to and its number at the
   * register, `00227590/2024-12-31/MzQ2`; with `/pdf`: the document that is no data, read from its pages.
   */
  readonly document: AccountsReading;
  /** The hosts that a search of the web finds, the best first. Key: the words that are searched for. */
  readonly web_search: WebSearchReading;
  /** Business listings. Key: the words that they are searched by. */
  readonly listing: ListingReading;
  /** What a language model says of a site that is left to review. Key: the question (`ModelQuestion`) as JSON. */
  readonly second_reading: ModelReading;
  /** What a language model writes out of what is given to it. Key: as above. */
  readonly rewriting: ModelReading;
  /** The articles that a news feed has for a query. Key: the query, in the feed's own words. */
  readonly news: NewsReading;
}
export type ReadingKind = keyof ReadingTypes;

/** How fresh a reading is to the request that it serves (Blocks 1.9). */
export interface Checked {
  /** It was fetched since the work on this request began; else it was kept from an earlier one. */
  readonly checked_live: boolean;
  /** When it was fetched, ISO 8601 in UTC. */
  readonly checked_at: string;
}

export interface ReadReading<R extends ReadingKind> {
  readonly status: 'read';
  readonly reading: ReadingTypes[R];
  readonly checked: Checked;
  /** The reading as it is kept, where who fetched it has made that already. */
  readonly packed?: Uint8Array;
}

export interface NotRead {
  readonly status: 'not_read';
  readonly reason: ReasonCode;
  /** A later try may bring it, though not before so many milliseconds. Left out: the reason stands. */
  readonly again_in_ms?: number;
}

export type Reading<R extends ReadingKind> = ReadReading<R> | NotRead;

/** `wanted`: it can be fetched; a block that can't answer without it answers `pending`. */
export type ReadingState<R extends ReadingKind> = Reading<R> | { readonly status: 'wanted' };

/** What is said where a reading was not there in time. */
export const NOT_IN_TIME: { readonly [R in ReadingKind]: NotRead } = {
  register_answer: { status: 'not_read', reason: 'register_unavailable' },
  site: { status: 'not_read', reason: 'site_read_unavailable' },
  site_verdict: { status: 'not_read', reason: 'not_looked_up' },
  printed_phone: { status: 'not_read', reason: 'not_looked_up' },
  shared_phone: { status: 'not_read', reason: 'not_looked_up' },
  document: { status: 'not_read', reason: 'register_unavailable' },
  web_search: { status: 'not_read', reason: 'search_unavailable' },
  listing: { status: 'not_read', reason: 'google_business_unavailable' },
  second_reading: { status: 'not_read', reason: 'source_unavailable' },
  rewriting: { status: 'not_read', reason: 'source_unavailable' },
  news: { status: 'not_read', reason: 'search_unavailable' },
};

/** Who a reading is fetched for. */
export interface FetchTerms {
  /** A client waits for a `resolve`: it goes before all jobs. */
  readonly priority: 'resolve' | 'job';
  /** Whether it may be kept: not for a request of which nothing is stored. */
  readonly keep: boolean;
  /** Whose daily ceilings count it; left out: nobody's. */
  readonly account?: AccountId | undefined;
}

/** One reading among all. */
export interface ReadingName<R extends ReadingKind = ReadingKind> {
  readonly kind: R;
  readonly key: string;
}

/** `register_answer 00227590/charges`: no kind holds a blank. */
export const nameOf = ({ kind, key }: ReadingName): string => `${kind} ${key}`;

export interface Readings {
  /** Those that this deployment can fetch. */
  readonly kinds: ReadonlySet<ReadingKind>;
  /** Only of `kinds`. @throws where it failed for now */
  fetch<R extends ReadingKind>(kind: R, key: string, terms: FetchTerms): Promise<Reading<R>>;
  /**
   * Those that are kept from earlier fetches and not too old, by their names.
   * @param since ISO 8601: what was fetched then or later counts as checked live; null: nothing does
   */
  kept(
    names: readonly ReadingName[],
    since: string | null,
  ): Promise<ReadonlyMap<string, ReadReading<ReadingKind>>>;
  /** Keeps one that was made here and not fetched; what can't be kept is as if it weren't there. */
  keep<R extends ReadingKind>(name: ReadingName<R>, reading: ReadReading<R>): Promise<void>;
}
