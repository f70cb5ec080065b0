/** A reason code (Spec 8.3). One outside the list is published as `error`. /v1 may get new ones. */
export interface ReasonDefinition {
  /** The meaning of the code for the client, in one sentence. */
  readonly meaning: string;
  /** True if asking again may help. */
  readonly retry_suggested: boolean;
  /** The result of a row that fails as a whole for this reason. Default: `UNRESOLVED`. */
  readonly whole_row?: RowFailure;
}

export interface RowFailure {
  /**
   * `no_company`: there is nothing to deliver. `ambiguous`: several companies fit. Both are final
   * answers, so the idempotency key of a resolve keeps them. `unresolved`: nothing was found out, and the key
   * is free for another try.
   */
  readonly kind: 'no_company' | 'ambiguous' | 'unresolved';
  /** HTTP status of a resolve (Contract 2.12). */
  readonly status: 404 | 409 | 502;
  /** The count of its job that includes the row (Contract 1.3). */
  readonly count: 'not_found' | 'failed';
}

const NO_COMPANY = { kind: 'no_company', status: 404, count: 'not_found' } as const;
const SITE_SHUT = { kind: 'no_company', status: 404, count: 'failed' } as const;
const AMBIGUOUS = { kind: 'ambiguous', status: 409, count: 'failed' } as const;
const UNRESOLVED = { kind: 'unresolved', status: 502, count: 'failed' } as const;

/** A reason that asking again doesn't change. */
const final = (meaning: string, whole_row?: RowFailure): ReasonDefinition => ({
  meaning,
  retry_suggested: false,
  ...(whole_row === undefined ? {} : { whole_row }),
});

/** A reason that may have passed when the client asks again. */
const retryable = (meaning: string, whole_row?: RowFailure): ReasonDefinition => ({
  ...final(meaning, whole_row),
  retry_suggested: true,
});

/** Every published code, in the specification's order. */
export const REASONS = {
  error: retryable('A fault that no other code describes.'),
  not_matched: final(
    'Nothing on file for the number, name or domain, or the best match is under `min_confidence` (404).',
    NO_COMPANY,
  ),
  no_company_key: final(
    'The row names no identifier, an empty one, or more than one (on resolve a 400 field error).',
  ),
  ambiguous_match: final(
    'Two or more live companies fit the name or domain; candidates given, not billed (409).',
    AMBIGUOUS,
  ),
  source_unavailable: retryable(
    "A source that is loaded or configured can't be read now; says nothing about the company (502 on a row).",
  ),
  resolver_error: retryable('Our matching failed on this row (502).'),
  worker_lost: retryable("The row's worker stopped more often than is retried."),
  invalid_company_number: final(
    'Not 8 characters of a known UK form (400); detail hints at a lost leading zero.',
  ),
  no_company_identified_on_site: final(
    "The domain's site opens but names no live company by number or exact legal name (resolve: 404 `not_matched`, this code beside it as `reason`).",
    NO_COMPANY,
  ),
  site_lookup_not_run: final(
    'Unknown domain in a job of more than ten rows; or a website search that such a job did not budget with `max_live_lookups`.',
  ),
  only_related_company_domain: final(
    "The only website on file is a related company's, served under related_company_domain.",
  ),
  inheritance_flag_without_a_related_url: final(
    "The site may belong to a related company that can't be named; served, flagged.",
  ),
  provenance_uncertain_but_validated: final(
    'The record naming the site is weak, yet validation accepted it; flag cleared.',
  ),
  not_found_after_search: final('The search ran to its end and no candidate was accepted.'),
  search_unavailable: retryable('The search asked for could not run (network, provider down or over quota).'),
  no_domain_found: final('No website on file and `discover` does not name domain.'),
  no_corporate_owner_on_the_register: final('Control records exist and none is a current corporate owner.'),
  owner_has_no_website: final('A related company is on file, none of them has a website on file.'),
  no_psc_data_on_file: final(
    'No control record, statement or current listing of this company at all (an exempt plc among others).',
  ),
  ultimate_owner_not_resolved: final(
    'The climb ended in a cycle, past depth 20, or in a tie no rule breaks.',
  ),
  no_address_on_file: final('The register row has no address.'),
  no_charges_data_on_file: final(
    'The register counts charges, their items are not held, and no live register is configured here.',
  ),
  no_property_titles_on_file: final('The loaded title file holds no title under this number.'),
  no_officers_on_file: final('No appointment on file, or a type without officers.'),
  no_identity_on_file: final('Known through another edition, absent from the companies edition.'),
  no_filing_dates_on_file: final('No usable accounts or confirmation statement date.'),
  no_registry_dates_on_file: final('Not one dated register fact is held.'),
  no_headcount_on_file: final('Accounts are held and state no headcount.'),
  no_employee_estimate_on_file: final(
    'Some evidence, too old or thin for a figure, and no input for an estimate.',
  ),
  not_available_yet: final('This deployment has no source or provider for the block.'),
  owner_not_on_file: final(
    "A named owner can't be tied to a company on file (no, foreign or mistyped number).",
  ),
  domain_name_mismatch: final(
    "The site carries another business's name and nothing hard ties it to this company.",
  ),
  not_own_site: final(
    'The host is a register, directory, social, document or site-builder host (404).',
    NO_COMPANY,
  ),
  validation_not_requested: final('Asked for with `validation=none`.'),
  site_unreachable: retryable(
    'DNS, TLS, connection or time limit failed on every address tried; counted in `counts.site_unreachable`.',
    SITE_SHUT,
  ),
  name_matches_no_address_evidence: final('The name fits, no number, address or director does.'),
  filed_value_implausible: final("A filed figure can't be right (scale error, fraction of a person, sign)."),
  no_entitlement: final("`not_enabled`: the key's account lacks the block; 403 when it lacks all asked for."),
  not_for_demo_key: final('Block withheld from demonstration keys.'),
  site_not_readable: final('It answers, but without text to judge (script shell, image only, other media).'),
  site_blocked: final('Refused: 401, 403, 429, challenge page or robots rule.'),
  no_description_on_file: final('Site and accounts text were read or are absent, no usable description.'),
  no_domain_to_read: final('No domain on file or found, hence nothing to read.'),
  site_unreadable: final(
    "Accepted site whose text can't serve as description (other language, no sentences).",
  ),
  site_read_unavailable: retryable('Our own reader or crawler is down or over budget.'),
  no_accounts_filed: final('No accounts were ever filed and no due date is known (a type that never files).'),
  accounts_not_machine_readable: final('The accounts are an image PDF and reading PDFs was not asked for.'),
  register_unavailable: retryable('The live register failed or timed out.'),
  accounts_unreadable: final('The held document is a placeholder, truncated or not parsable.'),
  no_events_in_window: final('History held, nothing dated within 24 months before as_of.'),
  events_unavailable: retryable("Event history is held but can't be read now."),
  accounts_ocr_unavailable: retryable('PDF reading was asked for and the text recogniser is down.'),
  contacts_disabled: final('Live contact look-up is switched off here, or `cached_only` and nothing kept.'),
  contacts_unavailable: retryable('The contact step failed as a whole.'),
  no_people_found: final('No active natural officer and no person named on the site.'),
  no_emails_found: final('People found, no e-mail or phone for any of them or for the company.'),
  no_domain_for_email: final('No accepted website, so no e-mail was looked for.'),
  no_domain_for_phone: final('The same for a phone.'),
  no_email_found: final('Site read, no e-mail printed for this person.'),
  no_phone_found: final('Site read, no phone printed for this person.'),
  non_uk_only: final('Only numbers outside the UK were found; withheld.'),
  shared_number_only: final('The number also stands on several unrelated sites (agency, serviced office).'),
  lookup_failed: retryable('Looking up this one field broke off.'),
  no_planning_applications: final(
    'The authorities of its addresses are loaded and hold no application of it.',
  ),
  no_planning_on_file: final('None of those authorities is loaded.'),
  planning_register_unavailable: retryable("A loaded planning register can't be read now."),
  no_scores_on_file: final('No accounts, so no score.'),
  no_website_to_match: final('Matched by website, and the company has no accepted one.'),
  no_funding_on_record: final('Loaded funding sources hold nothing under this number.'),
  enrichment_unavailable: retryable('A configured outside enrichment provider failed.'),
  no_validated_website: final('No website on file at all.'),
  no_address_on_site: final('Site read, no UK address on it, no register record either.'),
  insufficient_corroboration: final('One weak mention only.'),
  conflicting_sources: final('Sources of equal weight name different places.'),
  postcode_register_unavailable: retryable(
    "The postcode edition can't be read, so a postcode could not be checked.",
  ),
  google_business_unavailable: retryable('The listing check was asked for and its provider failed.'),
  lookups_incomplete: final('Time or budget ended before all look-ups; the value rests on the rest.'),
  not_completed: retryable('Skipped by a cancel before it started.'),
  no_sic_on_file: final('The register row gives no code.'),
  no_financials_on_file: final("Filed by the register's dates, document not in the loaded edition."),
  no_modelled_revenue: final('No filed turnover, and no driver or fewer than 30 peers.'),
  no_ratios_to_benchmark: final('Figures on file allow no ratio.'),
  cohort_too_small: final('Fewer than 20 peers of its SIC and size.'),
  benchmark_unavailable: retryable('The cohort table is not built or unreadable.'),
  accounts_read_failed: final('The document was fetched, its reading broke.'),
  financials_in_live_filing_only: final(
    'Only (A: newer) accounts are at the live register: ask for the live block.',
  ),
  bank_income_line_unconfirmed: final('Bank or insurer: no line surely stands for income.'),
  bank_profit_line_unconfirmed: final('The same for profit.'),
  holding_company_no_trading_revenue: final('Holding company (64209, 70100) without employees.'),
  share_capital_as_equity: final('The only equity fact is share capital; net assets withheld.'),
  equity_implausible_against_balance_sheet: final('Equity does not fit assets less liabilities; withheld.'),
  balance_sheet_breaks_from_adjacent_year: final(
    "This year's comparatives differ from last year's filed figures beyond rounding.",
  ),
  modelled_implausible_against_filed_turnover: final(
    'The model is over 5 times off an earlier filed turnover.',
  ),
  subsidiary_search_unavailable: retryable('The reverse index of this edition is not built or unreadable.'),
  no_profile_on_file: final('No identity to profile.'),
  no_comparables_found: final('No peer over the least score.'),
  peer_search_unavailable: retryable('The peer table is not built or unreadable.'),
  few_comparable_peers: final('One or two peers only.'),
  label_contradicts_filed_sic: final('The text points to another SIC section than the filed code.'),
  no_business_intelligence_on_file: final('Fewer than three blocks to draw from.'),
  site_describes_another_company: final("The site's text is about another business."),
  no_summary_on_file: final('Identity alone; nothing to summarise.'),
  summary_unavailable: retryable('The writer failed.'),
  no_signals_on_file: final('No loaded feed covers this type of company.'),
  no_signals_on_record: final('Feeds were read, nothing in the window.'),
  signals_unavailable: retryable("A loaded feed can't be read now."),
  web_profile_not_enabled: final('The account has no web-profile provider switched on.'),
  no_web_profile_found: final('The provider knows no profile of the domain.'),
  web_profile_unavailable: retryable("The provider, or the loaded ranking, can't be read now."),
  no_web_traffic_on_profile: final('The domain is not in the loaded ranking (or profile without traffic).'),
  no_technologies_on_file: final('Site read, no rule fired.'),
  no_web_presence_on_file: final('Site read, no profile or feature found.'),
  no_employee_figures_on_file: final('No headcount evidence of any kind.'),
  web_profile_outside_uk: final("The provider's profile is of a firm outside the UK."),
  no_accounts_reading_on_file: final(
    'The live register is off in this deployment and no earlier reading of this company is kept.',
  ),
  no_headcount_in_accounts_reading: final('Document read, no headcount in it.'),
  no_workforce_on_profile: final("A provider's profile shows no workforce."),
  org_enrichment_not_held: final('Organisation enrichment was never bought for this company.'),
  website_not_validated: final('A website is on file, no verdict exists, and this request allowed none.'),
  website_needs_review: final('Verdict `review`: not used.'),
  website_unverified: final('Verdict `reject`: not used.'),
  website_not_verifiable: final('No verdict possible: the site was shut, blocked or unreadable.'),
  accounts_made_up_date_off_reference_date: final(
    'Period is not about 12 months, or ends over 7 days off the reference day; nothing is annualised.',
  ),
  bank_no_modelled_turnover: final('SIC 64xxx or 65xxx with no filed income: not modelled.'),
  none_on_register: final('Looked up in full: there are none.'),
  first_accounts_not_yet_due: final('Nothing filed yet, first due date not before as_of.'),
  accounts_overdue: final('The due date lies before as_of (B: and nothing was ever filed).'),
  group_site_prefer_uk_domain: final("A group's world site was set aside for its linked UK site."),
  not_confirmed: final('A value was found, its confidence is under `min_confidence`.'),
  source_busy: retryable("Past `max_live_lookups`, or the live register's allowance is spent."),
  not_looked_up: final(
    'A live step would tell and this request did not take it, or the loaded edition is only a part.',
  ),
  owner_website_is_this_companys_own: final("The owner's site on file is this company's own accepted site."),
  no_majority_controller: final('Corporate owners exist and nobody, company or person, holds half or more.'),
  dormant_company: final('Dormant accounts; as B only where there is no figure to serve.'),
  modelled_profit_implausible: final('A modelled profit contradicts filed reserves.'),
  modelled_repeated_across_periods: final(
    'The model gives the same figure three periods running though inputs changed.',
  ),
  ratio_implausible: final('Denominator about zero or ratio over 1,000; withheld.'),
  accounts_read_no_figures: final('Document read, no figure in it.'),
  sources_disagree: final('Two sources are more than 2 bands apart; the better one is served.'),
  estimate_input_failed_balance_sheet_check: final('The assets it would rest on do not balance.'),
} satisfies Record<string, ReasonDefinition>;

export type ReasonCode = keyof typeof REASONS;

export const REASON_CODES = Object.keys(REASONS) as readonly ReasonCode[];

export const isReasonCode = (value: string): value is ReasonCode => Object.hasOwn(REASONS, value);

/** True if a client that meets this reason may usefully try again (Contract 2.17). */
export const retrySuggested = (reason: ReasonCode): boolean => REASONS[reason].retry_suggested;

/** The result of a row that fails as a whole for this reason. */
export function rowFailure(reason: ReasonCode): RowFailure {
  const { whole_row }: ReasonDefinition = REASONS[reason];
  return whole_row ?? UNRESOLVED;
}

/** True if the reason, of a row or a block, says that a website would not open. */
export const saysSiteUnreachable = (reason: ReasonCode): boolean => reason === 'site_unreachable';

/** True if the reason is a fault of the row as sent, whatever is on file. */
export const isUnusableIdentifier = (reason: ReasonCode): boolean =>
  reason === 'no_company_key' || reason === 'invalid_company_number';
