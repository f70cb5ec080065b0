/** What a verdict is worth: the share of such sites that are the company's own. */
import type { HardMatch, SiteOutcome } from './site-verdict.js';
import { THRESHOLDS } from './weights.js';

/** Of accepted sites, by what ties them to the company; the best counts. */
const ACCEPTED: Readonly<Record<HardMatch['key'], number>> = {
  company_number: 0.97,
  registered_address: 0.92,
  postcode: 0.88,
  director: 0.85,
};

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

export function confidenceOf(outcome: SiteOutcome, score: number, hard: readonly HardMatch[]): number {
  if (outcome === 'accept') return Math.max(...hard.map(({ key }) => ACCEPTED[key]));
  if (outcome === 'reject') return rounded(0.05 + score / 1000);
  const within = Math.min(1, (score - THRESHOLDS.review) / (THRESHOLDS.accept - THRESHOLDS.review));
  return rounded(0.5 + within * 0.2);
}
