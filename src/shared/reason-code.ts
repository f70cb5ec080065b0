/**
 * The reason codes (Spec 8.3; their levels: Blocks 2.1). A code outside this list is
 * published as `error`. New codes may be added within /v1.
 */
export interface ReasonDefinition {
  /** What the code tells the client, in one sentence. */
  readonly meaning: string;
  /** Whether asking again may help. */
  readonly retry_suggested: boolean;
  /** What a row comes to that fails as a whole for it; where nothing is said: `UNRESOLVED`. */
  readonly whole_row?: RowFailure;
}

export interface RowFailure {
  /**
   * `no_company`: there is nothing to deliver. `ambiguous`: several companies fit. Both are answers, and a
   * resolve's idempotency key stays with them. `unresolved`: nothing was found out; the key is free for
   * another try.
   */
  readonly kind: 'no_company' | 'ambiguous' | 'unresolved';
  /** Of a resolve (Contract 2.12). */
  readonly status: 404 | 409 | 502;
  /** Under which count of its job the row falls (Contract 1.3). */
  readonly count: 'not_found' | 'failed';
}

const NO_COMPANY = { kind: 'no_company', status: 404, count: 'not_found' } as const;
const SITE_SHUT = { kind: 'no_company', status: 404, count: 'failed' } as const;
const AMBIGUOUS = { kind: 'ambiguous', status: 409, count: 'failed' } as const;
const UNRESOLVED = { kind: 'unresolved', status: 502, count: 'failed' } as const;

/** Every published code, in the specification's order. */
export const REASONS = {
  error: { meaning: 'A fault that no other code describes.', retry_suggested: true },
  not_matched: {
    meaning:
      'Nothing on file for the number, name or domain, or the best match is under `min_confidence` (404).',
    retry_suggested: false,
    whole_row: NO_COMPANY,
  },
  no_company_key: {
    meaning: 'The row names no identifier, an empty one, or more than one (on resolve a 400 field error).',
    retry_suggested: false,
  },
  ambiguous_match: {
    meaning: 'Two or more live companies fit the name or domain; candidates given, not billed (409).',
    retry_suggested: false,
    whole_row: AMBIGUOUS,
  },
  source_unavailable: {
    meaning:
      "A source that is loaded or configured can't be read now; says nothing about the company (502 on a row).",
    retry_suggested: true,
  },
  resolver_error: { meaning: 'Our matching failed on this row (502).', retry_suggested: true },
  worker_lost: { meaning: "The row's worker stopped more often than is retried.", retry_suggested: true },
  invalid_company_number: {
    meaning: 'Not 8 characters of a known UK form (400); detail hints at a lost leading zero.',
    retry_suggested: false,
  },
  no_company_identified_on_site: {
    meaning:
      "The domain's site opens but names no live company by number or exact legal name (resolve: 404 `not_matched`, this code beside it as `reason`).",
    retry_suggested: false,
    whole_row: NO_COMPANY,
  },
  site_lookup_not_run: {
    meaning:
      'Unknown domain in a job of more than ten rows; or a website search that such a job did not budget with `max_live_lookups`.',
    retry_suggested: false,
  },
  only_related_company_domain: {
    meaning: "The only website on file is a related company's, served under related_company_domain.",
    retry_suggested: false,
  },
  inheritance_flag_without_a_related_url: {
    meaning: "The site may belong to a related company that can't be named; served, flagged.",
    retry_suggested: false,
  },
  provenance_uncertain_but_validated: {
    meaning: 'The record naming the site is weak, yet validation accepted it; flag cleared.',
    retry_suggested: false,
  },
  not_found_after_search: {
    meaning: 'The search ran to its end and no candidate was accepted.',
    retry_suggested: false,
  },
  search_unavailable: {
    meaning: 'The search asked for could not run (network, provider down or over quota).',
    retry_suggested: true,
  },
  no_domain_found: {
    meaning: 'No website on file and `discover` does not name domain.',
    retry_suggested: false,
  },
  no_corporate_owner_on_the_register: {
    meaning: 'Control records exist and none is a current corporate owner.',
    retry_suggested: false,
  },
  owner_has_no_website: {
    meaning: 'A related company is on file, none of them has a website on file.',
    retry_suggested: false,
  },
  no_psc_data_on_file: {
    meaning:
      'No control record, statement or current listing of this company at all (an exempt plc among others).',
    retry_suggested: false,
  },
  ultimate_owner_not_resolved: {
    meaning: 'The climb ended in a cycle, past depth 20, or in a tie no rule breaks.',
    retry_suggested: false,
  },
  no_address_on_file: { meaning: 'The register row has no address.', retry_suggested: false },
  no_charges_data_on_file: {
    meaning:
      'The register counts charges, their items are not held, and no live register is configured here.',
    retry_suggested: false,
  },
  no_property_titles_on_file: {
    meaning: 'The loaded title file holds no title under this number.',
    retry_suggested: false,
  },
  no_officers_on_file: {
    meaning: 'No appointment on file, or a type without officers.',
    retry_suggested: false,
  },
  no_identity_on_file: {
    meaning: 'Known through another edition, absent from the companies edition.',
    retry_suggested: false,
  },
  no_filing_dates_on_file: {
    meaning: 'No usable accounts or confirmation statement date.',
    retry_suggested: false,
  },
  no_registry_dates_on_file: { meaning: 'Not one dated register fact is held.', retry_suggested: false },
  no_headcount_on_file: { meaning: 'Accounts are held and state no headcount.', retry_suggested: false },
  no_employee_estimate_on_file: {
    meaning: 'Some evidence, too old or thin for a figure, and no input for an estimate.',
    retry_suggested: false,
  },
  not_available_yet: {
    meaning: 'This deployment has no source or provider for the block.',
    retry_suggested: false,
  },
  owner_not_on_file: {
    meaning: "A named owner can't be tied to a company on file (no, foreign or mistyped number).",
    retry_suggested: false,
  },
  domain_name_mismatch: {
    meaning: "The site carries another business's name and nothing hard ties it to this company.",
    retry_suggested: false,
  },
  not_own_site: {
    meaning: 'The host is a register, directory, social, document or site-builder host (404).',
    retry_suggested: false,
    whole_row: NO_COMPANY,
  },
  validation_not_requested: { meaning: 'Asked for with `validation=none`.', retry_suggested: false },
  site_unreachable: {
    meaning:
      'DNS, TLS, connection or time limit failed on every address tried; counted in `counts.site_unreachable`.',
    retry_suggested: true,
    whole_row: SITE_SHUT,
  },
  name_matches_no_address_evidence: {
    meaning: 'The name fits, no number, address or director does.',
    retry_suggested: false,
  },
  filed_value_implausible: {
    meaning: "A filed figure can't be right (scale error, fraction of a person, sign).",
    retry_suggested: false,
  },
  no_entitlement: {
    meaning: "`not_enabled`: the key's account lacks the block; 403 when it lacks all asked for.",
    retry_suggested: false,
  },
  not_for_demo_key: { meaning: 'Block withheld from demonstration keys.', retry_suggested: false },
  site_not_readable: {
    meaning: 'It answers, but without text to judge (script shell, image only, other media).',
    retry_suggested: false,
  },
  site_blocked: { meaning: 'Refused: 401, 403, 429, challenge page or robots rule.', retry_suggested: false },
  no_description_on_file: {
    meaning: 'Site and accounts text were read or are absent, no usable description.',
    retry_suggested: false,
  },
  no_domain_to_read: {
    meaning: 'No domain on file or found, hence nothing to read.',
    retry_suggested: false,
  },
  site_unreadable: {
    meaning: "Accepted site whose text can't serve as description (other language, no sentences).",
    retry_suggested: false,
  },
  site_read_unavailable: {
    meaning: 'Our own reader or crawler is down or over budget.',
    retry_suggested: true,
  },
  no_accounts_filed: {
    meaning: 'No accounts were ever filed and no due date is known (a type that never files).',
    retry_suggested: false,
  },
  accounts_not_machine_readable: {
    meaning: 'The accounts are an image PDF and reading PDFs was not asked for.',
    retry_suggested: false,
  },
  register_unavailable: { meaning: 'The live register failed or timed out.', retry_suggested: true },
  accounts_unreadable: {
    meaning: 'The held document is a placeholder, truncated or not parsable.',
    retry_suggested: false,
  },
  no_events_in_window: {
    meaning: 'History held, nothing dated within 24 months before as_of.',
    retry_suggested: false,
  },
  events_unavailable: { meaning: "Event history is held but can't be read now.", retry_suggested: true },
  accounts_ocr_unavailable: {
    meaning: 'PDF reading was asked for and the text recogniser is down.',
    retry_suggested: true,
  },
  contacts_disabled: {
    meaning: 'Live contact look-up is switched off here, or `cached_only` and nothing kept.',
    retry_suggested: false,
  },
  contacts_unavailable: { meaning: 'The contact step failed as a whole.', retry_suggested: true },
  no_people_found: {
    meaning: 'No active natural officer and no person named on the site.',
    retry_suggested: false,
  },
  no_emails_found: {
    meaning: 'People found, no e-mail or phone for any of them or for the company.',
    retry_suggested: false,
  },
  no_domain_for_email: {
    meaning: 'No accepted website, so no e-mail was looked for.',
    retry_suggested: false,
  },
  no_domain_for_phone: { meaning: 'The same for a phone.', retry_suggested: false },
  no_email_found: { meaning: 'Site read, no e-mail printed for this person.', retry_suggested: false },
  no_phone_found: { meaning: 'Site read, no phone printed for this person.', retry_suggested: false },
  non_uk_only: { meaning: 'Only numbers outside the UK were found; withheld.', retry_suggested: false },
  shared_number_only: {
    meaning: 'The number also stands on several unrelated sites (agency, serviced office).',
    retry_suggested: false,
  },
  lookup_failed: { meaning: 'Looking up this one field broke off.', retry_suggested: true },
  no_planning_applications: {
    meaning: 'The authorities of its addresses are loaded and hold no application of it.',
    retry_suggested: false,
  },
  no_planning_on_file: { meaning: 'None of those authorities is loaded.', retry_suggested: false },
  planning_register_unavailable: {
    meaning: "A loaded planning register can't be read now.",
    retry_suggested: true,
  },
  no_scores_on_file: { meaning: 'No accounts, so no score.', retry_suggested: false },
  no_website_to_match: {
    meaning: 'Matched by website, and the company has no accepted one.',
    retry_suggested: false,
  },
  no_funding_on_record: {
    meaning: 'Loaded funding sources hold nothing under this number.',
    retry_suggested: false,
  },
  enrichment_unavailable: {
    meaning: 'A configured outside enrichment provider failed.',
    retry_suggested: true,
  },
  no_validated_website: { meaning: 'No website on file at all.', retry_suggested: false },
  no_address_on_site: {
    meaning: 'Site read, no UK address on it, no register record either.',
    retry_suggested: false,
  },
  insufficient_corroboration: { meaning: 'One weak mention only.', retry_suggested: false },
  conflicting_sources: { meaning: 'Sources of equal weight name different places.', retry_suggested: false },
  postcode_register_unavailable: {
    meaning: "The postcode edition can't be read, so a postcode could not be checked.",
    retry_suggested: true,
  },
  google_business_unavailable: {
    meaning: 'The listing check was asked for and its provider failed.',
    retry_suggested: true,
  },
  lookups_incomplete: {
    meaning: 'Time or budget ended before all look-ups; the value rests on the rest.',
    retry_suggested: false,
  },
  not_completed: { meaning: 'Skipped by a cancel before it started.', retry_suggested: true },
  no_sic_on_file: { meaning: 'The register row gives no code.', retry_suggested: false },
  no_financials_on_file: {
    meaning: "Filed by the register's dates, document not in the loaded edition.",
    retry_suggested: false,
  },
  no_modelled_revenue: {
    meaning: 'No filed turnover, and no driver or fewer than 30 peers.',
    retry_suggested: false,
  },
  no_ratios_to_benchmark: { meaning: 'Figures on file allow no ratio.', retry_suggested: false },
  cohort_too_small: { meaning: 'Fewer than 20 peers of its SIC and size.', retry_suggested: false },
  benchmark_unavailable: { meaning: 'The cohort table is not built or unreadable.', retry_suggested: true },
  accounts_read_failed: { meaning: 'The document was fetched, its reading broke.', retry_suggested: false },
  financials_in_live_filing_only: {
    meaning: 'Only (A: newer) accounts are at the live register: ask for the live block.',
    retry_suggested: false,
  },
  bank_income_line_unconfirmed: {
    meaning: 'Bank or insurer: no line surely stands for income.',
    retry_suggested: false,
  },
  bank_profit_line_unconfirmed: { meaning: 'The same for profit.', retry_suggested: false },
  holding_company_no_trading_revenue: {
    meaning: 'Holding company (64209, 70100) without employees.',
    retry_suggested: false,
  },
  share_capital_as_equity: {
    meaning: 'The only equity fact is share capital; net assets withheld.',
    retry_suggested: false,
  },
  equity_implausible_against_balance_sheet: {
    meaning: 'Equity does not fit assets less liabilities; withheld.',
    retry_suggested: false,
  },
  balance_sheet_breaks_from_adjacent_year: {
    meaning: "This year's comparatives differ from last year's filed figures beyond rounding.",
    retry_suggested: false,
  },
  modelled_implausible_against_filed_turnover: {
    meaning: 'The model is over 5 times off an earlier filed turnover.',
    retry_suggested: false,
  },
  subsidiary_search_unavailable: {
    meaning: 'The reverse index of this edition is not built or unreadable.',
    retry_suggested: true,
  },
  no_profile_on_file: { meaning: 'No identity to profile.', retry_suggested: false },
  no_comparables_found: { meaning: 'No peer over the least score.', retry_suggested: false },
  peer_search_unavailable: { meaning: 'The peer table is not built or unreadable.', retry_suggested: true },
  few_comparable_peers: { meaning: 'One or two peers only.', retry_suggested: false },
  label_contradicts_filed_sic: {
    meaning: 'The text points to another SIC section than the filed code.',
    retry_suggested: false,
  },
  no_business_intelligence_on_file: {
    meaning: 'Fewer than three blocks to draw from.',
    retry_suggested: false,
  },
  site_describes_another_company: {
    meaning: "The site's text is about another business.",
    retry_suggested: false,
  },
  no_summary_on_file: { meaning: 'Identity alone; nothing to summarise.', retry_suggested: false },
  summary_unavailable: { meaning: 'The writer failed.', retry_suggested: true },
  no_signals_on_file: { meaning: 'No loaded feed covers this type of company.', retry_suggested: false },
  no_signals_on_record: { meaning: 'Feeds were read, nothing in the window.', retry_suggested: false },
  signals_unavailable: { meaning: "A loaded feed can't be read now.", retry_suggested: true },
  web_profile_not_enabled: {
    meaning: 'The account has no web-profile provider switched on.',
    retry_suggested: false,
  },
  no_web_profile_found: { meaning: 'The provider knows no profile of the domain.', retry_suggested: false },
  web_profile_unavailable: {
    meaning: "The provider, or the loaded ranking, can't be read now.",
    retry_suggested: true,
  },
  no_web_traffic_on_profile: {
    meaning: 'The domain is not in the loaded ranking (or profile without traffic).',
    retry_suggested: false,
  },
  no_technologies_on_file: { meaning: 'Site read, no rule fired.', retry_suggested: false },
  no_web_presence_on_file: { meaning: 'Site read, no profile or feature found.', retry_suggested: false },
  no_employee_figures_on_file: { meaning: 'No headcount evidence of any kind.', retry_suggested: false },
  web_profile_outside_uk: {
    meaning: "The provider's profile is of a firm outside the UK.",
    retry_suggested: false,
  },
  no_accounts_reading_on_file: {
    meaning: 'The live register is off in this deployment and no earlier reading of this company is kept.',
    retry_suggested: false,
  },
  no_headcount_in_accounts_reading: { meaning: 'Document read, no headcount in it.', retry_suggested: false },
  no_workforce_on_profile: { meaning: "A provider's profile shows no workforce.", retry_suggested: false },
  org_enrichment_not_held: {
    meaning: 'Organisation enrichment was never bought for this company.',
    retry_suggested: false,
  },
  website_not_validated: {
    meaning: 'A website is on file, no verdict exists, and this request allowed none.',
    retry_suggested: false,
  },
  website_needs_review: { meaning: 'Verdict `review`: not used.', retry_suggested: false },
  website_unverified: { meaning: 'Verdict `reject`: not used.', retry_suggested: false },
  website_not_verifiable: {
    meaning: 'No verdict possible: the site was shut, blocked or unreadable.',
    retry_suggested: false,
  },
  accounts_made_up_date_off_reference_date: {
    meaning:
      'Period is not about 12 months, or ends over 7 days off the reference day; nothing is annualised.',
    retry_suggested: false,
  },
  bank_no_modelled_turnover: {
    meaning: 'SIC 64xxx or 65xxx with no filed income: not modelled.',
    retry_suggested: false,
  },
  none_on_register: { meaning: 'Looked up in full: there are none.', retry_suggested: false },
  first_accounts_not_yet_due: {
    meaning: 'Nothing filed yet, first due date not before as_of.',
    retry_suggested: false,
  },
  accounts_overdue: {
    meaning: 'The due date lies before as_of (B: and nothing was ever filed).',
    retry_suggested: false,
  },
  group_site_prefer_uk_domain: {
    meaning: "A group's world site was set aside for its linked UK site.",
    retry_suggested: false,
  },
  not_confirmed: {
    meaning: 'A value was found, its confidence is under `min_confidence`.',
    retry_suggested: false,
  },
  source_busy: {
    meaning: "Past `max_live_lookups`, or the live register's allowance is spent.",
    retry_suggested: true,
  },
  not_looked_up: {
    meaning: 'A live step would tell and this request did not take it, or the loaded edition is only a part.',
    retry_suggested: false,
  },
  owner_website_is_this_companys_own: {
    meaning: "The owner's site on file is this company's own accepted site.",
    retry_suggested: false,
  },
  no_majority_controller: {
    meaning: 'Corporate owners exist and nobody, company or person, holds half or more.',
    retry_suggested: false,
  },
  dormant_company: {
    meaning: 'Dormant accounts; as B only where there is no figure to serve.',
    retry_suggested: false,
  },
  modelled_profit_implausible: {
    meaning: 'A modelled profit contradicts filed reserves.',
    retry_suggested: false,
  },
  modelled_repeated_across_periods: {
    meaning: 'The model gives the same figure three periods running though inputs changed.',
    retry_suggested: false,
  },
  ratio_implausible: {
    meaning: 'Denominator about zero or ratio over 1,000; withheld.',
    retry_suggested: false,
  },
  accounts_read_no_figures: { meaning: 'Document read, no figure in it.', retry_suggested: false },
  sources_disagree: {
    meaning: 'Two sources are more than 2 bands apart; the better one is served.',
    retry_suggested: false,
  },
  estimate_input_failed_balance_sheet_check: {
    meaning: 'The assets it would rest on do not balance.',
    retry_suggested: false,
  },
} as const satisfies Record<string, ReasonDefinition>;

export type ReasonCode = keyof typeof REASONS;

export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];

export const isReasonCode = (value: string): value is ReasonCode => Object.hasOwn(REASONS, value);

/** Whether a client that meets this reason may usefully try again (Contract 2.17). */
export const retrySuggested = (reason: ReasonCode): boolean => REASONS[reason].retry_suggested;

/** What a row comes to that fails as a whole for this reason. */
export function rowFailure(reason: ReasonCode): RowFailure {
  const { whole_row }: ReasonDefinition = REASONS[reason];
  return whole_row ?? UNRESOLVED;
}

/** The reason, of a row or of one of its blocks, that says that a website would not open. */
export const saysSiteUnreachable = (reason: ReasonCode): boolean => reason === 'site_unreachable';

/** The reason, of a row, that lies in the row as it was asked, whatever is on file. */
export const saysNamesNoCompany = (reason: ReasonCode): boolean =>
  reason === 'no_company_key' || reason === 'invalid_company_number';
