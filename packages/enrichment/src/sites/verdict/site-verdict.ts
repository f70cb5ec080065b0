/** What is said of a site and a company: whether it is the company's own, and on what grounds. */

/** Null: not checked. */
type Check = boolean | null;

/** In the specification's words. */
export interface SiteChecks {
  /** True with its ending; a share where a part or a former name is found. */
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

/** Where a page shows something. */
export interface Sighting {
  readonly url: string;
  /** At most 300 characters. */
  readonly snippet: string;
}

export type HardMatch = Sighting & {
  readonly key: 'company_number' | 'postcode' | 'registered_address' | 'director';
  /** Of a director. */
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
  /** 0 to 100: the sum of the contributions, clamped. */
  readonly score: number;
  readonly contributions: Readonly<Record<string, number>>;
  readonly checks: SiteChecks;
  /** The checks that decided, then what was missing. */
  readonly reasons: readonly string[];
  readonly director_check: DirectorCheck;
  readonly hard_matches: readonly HardMatch[];
  readonly name_match: NameMatch | null;
  /** Numbers of other companies that the site says run it. */
  readonly other_numbers: readonly string[];
  /** One of them is of the company's own group, as far as the register tells. */
  readonly in_group: boolean;
  /** Gravest first. */
  readonly advisories: readonly SiteAdvisory[];
  /** 0..1: that it is the company's own site. */
  readonly confidence: number;
  readonly weights: string;
  /** What a second reader said of it; left out: none was asked, or its say doesn't count. */
  readonly second_reader?: {
    readonly whose: 'own' | 'other' | 'unclear';
    readonly quotes: readonly Sighting[];
  };
}
