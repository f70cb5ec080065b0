/** What one crawl may take. */
export interface CrawlLimits {
  /** From the first request to the last byte; what robots.txt asks us to wait comes on top. */
  readonly totalMs: number;
  /** For which it waits in all where others are at the same host, domain or address; comes on top as well. */
  readonly patienceMs: number;
  /** Between two requests over one connection, whichever hosts they go to. */
  readonly pauseMs: number;
  /** Of a `Crawl-delay`: a longer one counts as this. */
  readonly longestDelayMs: number;
  /** That were served. */
  readonly pages: number;
  /** Requests that bring no page: robots.txt, redirects, sitemaps, missing pages. */
  readonly others: number;
  readonly pageBytes: number;
  readonly robotsBytes: number;
  /** Of all answers together, as they come. */
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
