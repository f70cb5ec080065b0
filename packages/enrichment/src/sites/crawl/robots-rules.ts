/** Reads the rules of a host's robots.txt for this crawler (RFC 9309). Pure. */
import robotsParser from 'robots-parser';

const CRAWLER_NAME = 'CompanyDataCrawler';

/** The crawler's User-Agent. @param contact a URL or an e-mail address (`CRAWLER_CONTACT`) */
export const userAgentOf = (contact: string): string => `${CRAWLER_NAME}/1.0 (+${contact})`;

export interface RobotsRules {
  allows(url: URL): boolean;
  /** The milliseconds to wait between requests; null: the file states none. */
  readonly delayMs: number | null;
  readonly namesSitemap: boolean;
}

const NO_RULES: RobotsRules = { allows: () => true, delayMs: null, namesSitemap: false };

/** @param url the file's address, whose origin the rules cover @param text a page of HTML has no rules */
export function robotsRules(url: URL, text: string): RobotsRules {
  if (/^\s*</.test(text)) return NO_RULES;
  const robots = robotsParser(url.href, text);
  const delay = robots.getCrawlDelay(CRAWLER_NAME);
  return {
    // Undefined: the rules don't cover the address.
    allows: (url) => robots.isAllowed(url.href, CRAWLER_NAME) !== false,
    delayMs: delay === undefined || !Number.isFinite(delay) || delay <= 0 ? null : delay * 1_000,
    namesSitemap: robots.getSitemaps().length > 0,
  };
}

/** The rules without a file: `blocked` for a failing or overloaded server, else none (RFC 9309, 2.3.1). */
export const withoutRobots = (status: number): RobotsRules | 'blocked' =>
  status >= 500 || status === 429 ? 'blocked' : NO_RULES;
