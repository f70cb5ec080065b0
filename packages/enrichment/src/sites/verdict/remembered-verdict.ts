/**
 * What is remembered of a verdict when the crawl that it was made of is gone: no text of a page, and nobody's
 * name. So a website that was accepted and is shut when it is read anew can be told from one that was never
 * seen.
 */
import type { SiteOutcome } from './site-verdict.js';

export interface RememberedVerdict {
  /** Of this shape; one of another version counts as not kept. */
  readonly version: 1;
  readonly outcome: SiteOutcome;
  /** 0 to 100. */
  readonly score: number;
  /** 0..1: that it was the company's own site. */
  readonly confidence: number;
  /** By which points it was made (`WEIGHTS_VERSION`). */
  readonly weights: string;
  /** When the site was read, ISO 8601 in UTC. */
  readonly crawled_at: string;
}

/** A verdict that was just made, to be remembered. */
export interface MadeVerdict {
  /** Whose and of which host: a key of the kind `site_verdict`. */
  readonly of: string;
  readonly verdict: RememberedVerdict;
}

/** `01234567/bramley.co.uk` */
export const verdictKey = (company_number: string, host: string): string => `${company_number}/${host}`;

/** @param of a key of the kind `site_verdict` */
export const hostOfVerdict = (of: string): string => of.slice(of.indexOf('/') + 1);

/**
 * The last crawl that could be read decides; a site is judged anew by other rules (`validation`), and of one
 * crawl the verdict that accepts it stands. Only what was accepted once is worth remembering.
 * @param before what is remembered; undefined: nothing
 */
export function isWorthKeeping(made: RememberedVerdict, before: RememberedVerdict | undefined): boolean {
  if (before === undefined) return made.outcome === 'accept';
  if (made.crawled_at !== before.crawled_at) return made.crawled_at > before.crawled_at;
  return made.outcome === 'accept' && before.outcome !== 'accept';
}
