/** The limits of one crawl. */
export interface CrawlLimits {
  /** Milliseconds from the first request to the last byte, without the pauses that robots.txt asks for. */
  readonly totalMs: number;
  /** Milliseconds added to the total for waits while others use the same host, domain or address. */
  readonly patienceMs: number;
  /** Milliseconds between two requests over one connection, whichever hosts they go to. */
  readonly pauseMs: number;
  /** The longest `Crawl-delay` that is obeyed; a longer one counts as this. */
  readonly longestDelayMs: number;
  readonly pages: number;
  /** Requests that bring no page: robots.txt, redirects, sitemaps, missing pages. */
  readonly others: number;
  readonly pageBytes: number;
  readonly robotsBytes: number;
  /** Bytes of all answers together, as sent. */
  readonly wireBytes: number;
}

export const CRAWL_LIMITS: CrawlLimits = {
  totalMs: 25_000,
  patienceMs: 15_000,
  pauseMs: 200,
  longestDelayMs: 5_000,
  pages: 10,
  others: 20,
  pageBytes: 2 * 1_024 * 1_024,
  robotsBytes: 512 * 1_024,
  wireBytes: 10 * 1_024 * 1_024,
};
