/** What a host's robots.txt says to us (RFC 9309). Pure. */
import robotsParser from 'robots-parser';

/** The name that robots.txt rules are looked up by. */
const CRAWLER_NAME = 'CompanyDataCrawler';

/**
 * Who we say we are, and where our operator is reached. @param contact a URL or an e-mail address
 * (`CRAWLER_CONTACT`)
 */
export const userAgentOf = (contact: string): string => `${CRAWLER_NAME}/1.0 (+${contact})`;

export interface RobotsRules {
  allows(url: URL): boolean;
  /** Milliseconds to wait between requests; null: it doesn't say. */
  readonly delayMs: number | null;
  readonly namesSitemap: boolean;
}

const NO_RULES: RobotsRules = { allows: () => true, delayMs: null, namesSitemap: false };

/**
 * @param url where the file was asked for; its rules hold for that origin
 * @param text of the answer; a page of HTML in its place says nothing
 */
export function robotsRules(url: URL, text: string): RobotsRules {
  if (/^\s*</.test(text)) return NO_RULES;
  const robots = robotsParser(url.href, text);
  const delay = robots.getCrawlDelay(CRAWLER_NAME);
  return {
    // Undefined: the rules don't cover it.
    allows: (asked) => robots.isAllowed(asked.href, CRAWLER_NAME) !== false,
    delayMs: delay === undefined || !Number.isFinite(delay) || delay <= 0 ? null : delay * 1_000,
    namesSitemap: robots.getSitemaps().length > 0,
  };
}

/**
 * What an answer in place of the file means: `blocked` where the server fails or asks us to come later, else
 * that it has no rules (RFC 9309, 2.3.1).
 */
export const withoutRobots = (status: number): RobotsRules | 'blocked' =>
  status >= 500 || status === 429 ? 'blocked' : NO_RULES;
