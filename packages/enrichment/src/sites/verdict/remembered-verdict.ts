/**
 * Defines a verdict that is kept after its crawl is dropped, without page text or names of persons. So an
 * accepted website that was shut down can be distinguished from one that was never read.
 */
import type { SiteOutcome } from './site-verdict.js';

export interface RememberedVerdict {
  /** The version of this shape. A verdict of another version counts as missing. */
  readonly version: 1;
  readonly outcome: SiteOutcome;
  /** The score, 0 to 100. */
  readonly score: number;
  /** The confidence, 0..1, that it was the company's own site. */
  readonly confidence: number;
  /** The version of the points (`WEIGHTS_VERSION`). */
  readonly weights: string;
  /** The time at which the site was read, ISO 8601 in UTC. */
  readonly crawled_at: string;
}

/** A new verdict that is to be remembered. */
export interface MadeVerdict {
  /** The company and host of the verdict: a key of the kind `site_verdict`. */
  readonly of: string;
  readonly verdict: RememberedVerdict;
}

/** The key of a verdict: `01234567/bramley.co.uk`. */
export const verdictKey = (company_number: string, host: string): string => `${company_number}/${host}`;

/** @param key a key of the kind `site_verdict` */
export const hostOfVerdict = (key: string): string => key.slice(key.indexOf('/') + 1);

/**
 * Returns true if a verdict must be remembered: the verdict of the last readable crawl of a website that was
 * accepted once. Different `validation` rules judge one crawl differently; then acceptance counts.
 * @param before the remembered verdict; undefined: none
 */
export function isWorthKeeping(verdict: RememberedVerdict, before: RememberedVerdict | undefined): boolean {
  if (before === undefined) return verdict.outcome === 'accept';
  if (verdict.crawled_at !== before.crawled_at) return verdict.crawled_at > before.crawled_at;
  return verdict.outcome === 'accept' && before.outcome !== 'accept';
}
