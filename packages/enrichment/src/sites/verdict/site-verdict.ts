/** Defines the verdict whether a site is a company's own, with the evidence. */
/** The result of a check; null: not checked. */
type Check = boolean | null;

/** The checks in the specification's words. */
export interface SiteChecks {
  /** True: found with its ending. A share: found in part, or as a former name. */
  readonly legal_name_exact: boolean | number | null;
  readonly business_name: Check;
  readonly same_postcode: Check;
  readonly similar_postcode: Check;
  readonly city_match: Check;
  readonly county_match: Check;
  readonly address_match: Check;
  readonly director_match: Check;
  readonly company_number: Check;
  readonly other_company_number: Check;
  readonly foreign_registration: Check;
  readonly uk_domain: Check;
  readonly phone_present: Check;
  readonly generic_platform: Check;
  readonly parked: Check;
}

/** The page and the text of a piece of evidence. */
export interface Sighting {
  readonly url: string;
  /** The text, at most 300 characters. */
  readonly snippet: string;
}

export type HardMatch = Sighting & {
  readonly key: 'company_number' | 'postcode' | 'registered_address' | 'director';
  readonly surname?: string;
};

export interface NameMatch extends Sighting {
  readonly kind: 'legal_name' | 'previous_name' | 'trading_name';
}

export type DirectorCheck = 'matched' | 'not_matched' | 'no_officers' | 'not_requested';
export type SiteOutcome = 'accept' | 'review' | 'reject';
export type SiteAdvisory = 'domain_name_mismatch' | 'name_matches_no_address_evidence';

export interface SiteVerdict {
  readonly outcome: SiteOutcome;
  /** The sum of the contributions, limited to 0..100. */
  readonly score: number;
  readonly contributions: Readonly<Record<string, number>>;
  readonly checks: SiteChecks;
  /** The decisive checks, then missing evidence. */
  readonly reasons: readonly string[];
  readonly director_check: DirectorCheck;
  readonly hard_matches: readonly HardMatch[];
  readonly name_match: NameMatch | null;
  /** The numbers of other companies that the site states as operators. */
  readonly other_numbers: readonly string[];
  /** True if one of them is in the company's group by the register. */
  readonly in_group: boolean;
  /** The advisories, the gravest first. */
  readonly advisories: readonly SiteAdvisory[];
  /** The confidence in the outcome, 0..1. */
  readonly confidence: number;
  /** The version of the weights, such as `websites-1`. */
  readonly weights: string;
  /** The opinion of a second reader; absent: none was asked, or the opinion doesn't count. */
  readonly second_reader?: {
    readonly whose: 'own' | 'other' | 'unclear';
    readonly quotes: readonly Sighting[];
  };
}
