/**
 * Defines the points of a verdict: rounded log-odds, ten points for a factor of about e. They began as values
 * measured elsewhere and were tuned on generated sites. `docs/websites.md` publishes them. Raise the version
 * for every change.
 */
import type { HardMatch, SiteOutcome } from './site-verdict.js';

export const WEIGHTS_VERSION = 'websites-1';

export const POINTS = {
  company_number: 60,
  /** The name with its ending. */
  legal_name_exact: 20,
  /** The words of the name without its ending, more than a trade or a place. */
  legal_name_core: 10,
  /** A former name with its ending. */
  previous_name: 8,
  /** A trading name in the registered name, or the site's statement that it is a trading name. */
  business_name: 12,
  /** The name in title, header or structured data. */
  business_name_shown: 8,
  /** The points by the number of companies registered at the postcode: few, some, many. */
  same_postcode: [25, 12, 4],
  similar_postcode_sector: 8,
  similar_postcode_district: 5,
  address_match: [25, 10, 4],
  city_match: 4,
  county_match: 2,
  director_full: 18,
  director_initial: 6,
  /** The host spells the name. */
  domain_name: 10,
  domain_name_part: 5,
  uk_domain: 3,
  phone_present: 2,
  public_record: 12,
  other_company_number: -60,
  /** Another company's number whose role is not stated. */
  other_number_unclear: -30,
  foreign_registration: -40,
  /** The pages have words of hijacked domains. */
  hijacked: -60,
  generic_platform: -100,
  parked: -100,
  /** The opinion of a second reader about a site left to review (`validation=ai`). */
  second_reader_own: 15,
  second_reader_other: -30,
} as const;

/** The numbers of companies at a postcode: up to `few` as at own addresses, above `some` as at agents. */
export const CROWD = { few: 4, some: 19 } as const;

export const THRESHOLDS = { accept: 70, review: 40 } as const;

/** The confidence in accepted sites by hard match. The highest counts. */
const ACCEPTED: Readonly<Record<HardMatch['key'], number>> = {
  company_number: 0.97,
  registered_address: 0.92,
  postcode: 0.88,
  director: 0.85,
};

const rounded = (share: number): number => Math.round(share * 1000) / 1000;

/** The confidence in a verdict: the share of such sites that are the company's own. */
export function confidenceOf(outcome: SiteOutcome, score: number, hard: readonly HardMatch[]): number {
  if (outcome === 'accept') return Math.max(...hard.map(({ key }) => ACCEPTED[key]));
  if (outcome === 'reject') return rounded(0.05 + score / 1000);
  const within = Math.min(1, (score - THRESHOLDS.review) / (THRESHOLDS.accept - THRESHOLDS.review));
  return rounded(0.5 + within * 0.2);
}
