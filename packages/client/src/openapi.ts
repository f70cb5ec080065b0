/* Made of docs/openapi.json: `npm run client:types`. */
export interface paths {
    readonly "/v1/resolve": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Resolve one company
         * @description Answers for one company in one request, as a job of one row, within 30 seconds. Blocks
         * that are not ready by then are `pending`; collect them from `results_url`. Billed: one unit for
         * each block answered `available`.
         *
         *     Scope `enrich`. Billed.
         */
        readonly get: operations["resolve"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/enrich/jobs": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Submit a job
         * @description Submits a list of companies, and the blocks that are wanted for each, as a background
         * job. Poll the job, then page through its results. An invalid request is refused as a whole, and
         * nothing is recorded. A row that names no company fails alone.
         *
         *     Scope `enrich`. Billed.
         */
        readonly post: operations["submitJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/enrich/jobs/{job_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow a job
         * @description Returns the job in its current state. While the job runs, `retry_after_ms` says when
         * to ask again.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["getJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/enrich/jobs/{job_id}/results": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Page through results
         * @description Returns all rows in the order of submission, whatever their status. A resolve with
         * `defer_live` is collected here too.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["getResults"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/enrich/jobs/{job_id}/errors": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Page through errors
         * @description Returns the rows that could not be resolved at all, each with a reason, and whether a
         * retry may help. While the job runs, these are the rows that have failed so far.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["getErrors"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/enrich/jobs/{job_id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a job
         * @description Cancels the job. Rows that were started are delivered; the others are skipped and
         * never billed. A finished job is returned unchanged. The request can be repeated safely.
         *
         *     Scope `enrich`. Not billed.
         */
        readonly post: operations["cancelJob"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Usage
         * @description Returns the figures that invoices are made from: delivered rows and billed units, by
         * block or by day. They are exact up to `as_of`.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/whoami": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What this key is and may do
         * @description Scopes, blocks and limits of the key.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["whoami"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/blocks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The catalogue of blocks
         * @description Returns every block, option and reason code, and what a confidence means. From
         * `coverage_share`, `matched_share` and `unit_price` the probable cost of a list can be computed
         * before it is sent.
         *
         *     Scope `read`. Not billed.
         */
        readonly get: operations["listBlocks"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This description
         * @description Redirects to where the machine-readable description is published. No key needed.
         */
        readonly get: operations["getDescription"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/openapi": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * This description (alias)
         * @description Redirects to where the machine-readable description is published. No key needed.
         */
        readonly get: operations["getDescriptionAlias"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A block: one unit of data about a company.
         * @enum {string}
         */
        readonly BlockKey: "domain" | "domain_validation" | "registered_address" | "corporate_owners" | "controllers" | "charges" | "officers" | "company_identity" | "filing_status" | "registry_events" | "industry" | "related_company_domain" | "nature_of_business" | "property" | "financials_filed" | "ultimate_owner" | "employees_filed" | "contacts" | "signals" | "news_signals" | "financials_live" | "employees_live" | "web_traffic" | "web_presence" | "technologies" | "employees" | "planning" | "financial_benchmarks" | "revenue_estimate" | "scores" | "funding" | "trading_address" | "subsidiaries" | "firmographics" | "comparables" | "business_intelligence" | "company_summary";
        /**
         * @description The reason. New codes may be added within /v1: treat a code that you don't know as
         * `error`.
         *
         *     - `error`: A fault that no other code describes.
         *     - `not_matched`: Nothing on file for the number, name or domain, or the best match is under
         * `min_confidence` (404).
         *     - `no_company_key`: The row names no identifier, an empty one, or more than one (on resolve a
         * 400 field error).
         *     - `ambiguous_match`: Two or more live companies fit the name or domain; candidates given, not
         * billed (409).
         *     - `source_unavailable`: A source that is loaded or configured can't be read now; says nothing
         * about the company (502 on a row).
         *     - `resolver_error`: Our matching failed on this row (502).
         *     - `worker_lost`: The row's worker stopped more often than is retried.
         *     - `invalid_company_number`: Not 8 characters of a known UK form (400); detail hints at a lost
         * leading zero.
         *     - `no_company_identified_on_site`: The domain's site opens but names no live company by number
         * or exact legal name (resolve: 404 `not_matched`, this code beside it as `reason`).
         *     - `site_lookup_not_run`: Unknown domain in a job of more than ten rows; or a website search
         * that such a job did not budget with `max_live_lookups`.
         *     - `only_related_company_domain`: The only website on file is a related company's, served under
         * related_company_domain.
         *     - `inheritance_flag_without_a_related_url`: The site may belong to a related company that can't
         * be named; served, flagged.
         *     - `provenance_uncertain_but_validated`: The record naming the site is weak, yet validation
         * accepted it; flag cleared.
         *     - `not_found_after_search`: The search ran to its end and no candidate was accepted.
         *     - `search_unavailable`: The search asked for could not run (network, provider down or over
         * quota).
         *     - `no_domain_found`: No website on file and `discover` does not name domain.
         *     - `no_corporate_owner_on_the_register`: Control records exist and none is a current corporate
         * owner.
         *     - `owner_has_no_website`: A related company is on file, none of them has a website on file.
         *     - `no_psc_data_on_file`: No control record, statement or current listing of this company at all
         * (an exempt plc among others).
         *     - `ultimate_owner_not_resolved`: The climb ended in a cycle, past depth 20, or in a tie no rule
         * breaks.
         *     - `no_address_on_file`: The register row has no address.
         *     - `no_charges_data_on_file`: The register counts charges, their items are not held, and no live
         * register is configured here.
         *     - `no_property_titles_on_file`: The loaded title file holds no title under this number.
         *     - `no_officers_on_file`: No appointment on file, or a type without officers.
         *     - `no_identity_on_file`: Known through another edition, absent from the companies edition.
         *     - `no_filing_dates_on_file`: No usable accounts or confirmation statement date.
         *     - `no_registry_dates_on_file`: Not one dated register fact is held.
         *     - `no_headcount_on_file`: Accounts are held and state no headcount.
         *     - `no_employee_estimate_on_file`: Some evidence, too old or thin for a figure, and no input for
         * an estimate.
         *     - `not_available_yet`: This deployment has no source or provider for the block.
         *     - `owner_not_on_file`: A named owner can't be tied to a company on file (no, foreign or
         * mistyped number).
         *     - `domain_name_mismatch`: The site carries another business's name and nothing hard ties it to
         * this company.
         *     - `not_own_site`: The host is a register, directory, social, document or site-builder host
         * (404).
         *     - `validation_not_requested`: Asked for with `validation=none`.
         *     - `site_unreachable`: DNS, TLS, connection or time limit failed on every address tried; counted
         * in `counts.site_unreachable`.
         *     - `name_matches_no_address_evidence`: The name fits, no number, address or director does.
         *     - `filed_value_implausible`: A filed figure can't be right (scale error, fraction of a person,
         * sign).
         *     - `no_entitlement`: `not_enabled`: the key's account lacks the block; 403 when it lacks all
         * asked for.
         *     - `not_for_demo_key`: Block withheld from demonstration keys.
         *     - `site_not_readable`: It answers, but without text to judge (script shell, image only, other
         * media).
         *     - `site_blocked`: Refused: 401, 403, 429, challenge page or robots rule.
         *     - `no_description_on_file`: Site and accounts text were read or are absent, no usable
         * description.
         *     - `no_domain_to_read`: No domain on file or found, hence nothing to read.
         *     - `site_unreadable`: Accepted site whose text can't serve as description (other language, no
         * sentences).
         *     - `site_read_unavailable`: Our own reader or crawler is down or over budget.
         *     - `no_accounts_filed`: No accounts were ever filed and no due date is known (a type that never
         * files).
         *     - `accounts_not_machine_readable`: The accounts are an image PDF and reading PDFs was not asked
         * for.
         *     - `register_unavailable`: The live register failed or timed out.
         *     - `accounts_unreadable`: The held document is a placeholder, truncated or not parsable.
         *     - `no_events_in_window`: History held, nothing dated within 24 months before as_of.
         *     - `events_unavailable`: Event history is held but can't be read now.
         *     - `accounts_ocr_unavailable`: PDF reading was asked for and the text recogniser is down.
         *     - `contacts_disabled`: Live contact look-up is switched off here, or `cached_only` and nothing
         * kept.
         *     - `contacts_unavailable`: The contact step failed as a whole.
         *     - `no_people_found`: No active natural officer and no person named on the site.
         *     - `no_emails_found`: People found, no e-mail or phone for any of them or for the company.
         *     - `no_domain_for_email`: No accepted website, so no e-mail was looked for.
         *     - `no_domain_for_phone`: The same for a phone.
         *     - `no_email_found`: Site read, no e-mail printed for this person.
         *     - `no_phone_found`: Site read, no phone printed for this person.
         *     - `non_uk_only`: Only numbers outside the UK were found; withheld.
         *     - `shared_number_only`: The number also stands on several unrelated sites (agency, serviced
         * office).
         *     - `lookup_failed`: Looking up this one field broke off.
         *     - `no_planning_applications`: The authorities of its addresses are loaded and hold no
         * application of it.
         *     - `no_planning_on_file`: None of those authorities is loaded.
         *     - `planning_register_unavailable`: A loaded planning register can't be read now.
         *     - `no_scores_on_file`: No accounts, so no score.
         *     - `no_website_to_match`: Matched by website, and the company has no accepted one.
         *     - `no_funding_on_record`: Loaded funding sources hold nothing under this number.
         *     - `enrichment_unavailable`: A configured outside enrichment provider failed.
         *     - `no_validated_website`: No website on file at all.
         *     - `no_address_on_site`: Site read, no UK address on it, no register record either.
         *     - `insufficient_corroboration`: One weak mention only.
         *     - `conflicting_sources`: Sources of equal weight name different places.
         *     - `postcode_register_unavailable`: The postcode edition can't be read, so a postcode could not
         * be checked.
         *     - `google_business_unavailable`: The listing check was asked for and its provider failed.
         *     - `lookups_incomplete`: Time or budget ended before all look-ups; the value rests on the rest.
         *     - `not_completed`: Skipped by a cancel before it started.
         *     - `no_sic_on_file`: The register row gives no code.
         *     - `no_financials_on_file`: Filed by the register's dates, document not in the loaded edition.
         *     - `no_modelled_revenue`: No filed turnover, and no driver or fewer than 30 peers.
         *     - `no_ratios_to_benchmark`: Figures on file allow no ratio.
         *     - `cohort_too_small`: Fewer than 20 peers of its SIC and size.
         *     - `benchmark_unavailable`: The cohort table is not built or unreadable.
         *     - `accounts_read_failed`: The document was fetched, its reading broke.
         *     - `financials_in_live_filing_only`: Only (A: newer) accounts are at the live register: ask for
         * the live block.
         *     - `bank_income_line_unconfirmed`: Bank or insurer: no line surely stands for income.
         *     - `bank_profit_line_unconfirmed`: The same for profit.
         *     - `holding_company_no_trading_revenue`: Holding company (64209, 70100) without employees.
         *     - `share_capital_as_equity`: The only equity fact is share capital; net assets withheld.
         *     - `equity_implausible_against_balance_sheet`: Equity does not fit assets less liabilities;
         * withheld.
         *     - `balance_sheet_breaks_from_adjacent_year`: This year's comparatives differ from last year's
         * filed figures beyond rounding.
         *     - `modelled_implausible_against_filed_turnover`: The model is over 5 times off an earlier filed
         * turnover.
         *     - `subsidiary_search_unavailable`: The reverse index of this edition is not built or
         * unreadable.
         *     - `no_profile_on_file`: No identity to profile.
         *     - `no_comparables_found`: No peer over the least score.
         *     - `peer_search_unavailable`: The peer table is not built or unreadable.
         *     - `few_comparable_peers`: One or two peers only.
         *     - `label_contradicts_filed_sic`: The text points to another SIC section than the filed code.
         *     - `no_business_intelligence_on_file`: Fewer than three blocks to draw from.
         *     - `site_describes_another_company`: The site's text is about another business.
         *     - `no_summary_on_file`: Identity alone; nothing to summarise.
         *     - `summary_unavailable`: The writer failed.
         *     - `no_signals_on_file`: No loaded feed covers this type of company.
         *     - `no_signals_on_record`: Feeds were read, nothing in the window.
         *     - `signals_unavailable`: A loaded feed can't be read now.
         *     - `web_profile_not_enabled`: The account has no web-profile provider switched on.
         *     - `no_web_profile_found`: The provider knows no profile of the domain.
         *     - `web_profile_unavailable`: The provider, or the loaded ranking, can't be read now.
         *     - `no_web_traffic_on_profile`: The domain is not in the loaded ranking (or profile without
         * traffic).
         *     - `no_technologies_on_file`: Site read, no rule fired.
         *     - `no_web_presence_on_file`: Site read, no profile or feature found.
         *     - `no_employee_figures_on_file`: No headcount evidence of any kind.
         *     - `web_profile_outside_uk`: The provider's profile is of a firm outside the UK.
         *     - `no_accounts_reading_on_file`: The live register is off in this deployment and no earlier
         * reading of this company is kept.
         *     - `no_headcount_in_accounts_reading`: Document read, no headcount in it.
         *     - `no_workforce_on_profile`: A provider's profile shows no workforce.
         *     - `org_enrichment_not_held`: Organisation enrichment was never bought for this company.
         *     - `website_not_validated`: A website is on file, no verdict exists, and this request allowed
         * none.
         *     - `website_needs_review`: Verdict `review`: not used.
         *     - `website_unverified`: Verdict `reject`: not used.
         *     - `website_not_verifiable`: No verdict possible: the site was shut, blocked or unreadable.
         *     - `accounts_made_up_date_off_reference_date`: Period is not about 12 months, or ends over 7
         * days off the reference day; nothing is annualised.
         *     - `bank_no_modelled_turnover`: SIC 64xxx or 65xxx with no filed income: not modelled.
         *     - `none_on_register`: Looked up in full: there are none.
         *     - `first_accounts_not_yet_due`: Nothing filed yet, first due date not before as_of.
         *     - `accounts_overdue`: The due date lies before as_of (B: and nothing was ever filed).
         *     - `group_site_prefer_uk_domain`: A group's world site was set aside for its linked UK site.
         *     - `not_confirmed`: A value was found, its confidence is under `min_confidence`.
         *     - `source_busy`: Past `max_live_lookups`, or the live register's allowance is spent.
         *     - `not_looked_up`: A live step would tell and this request did not take it, or the loaded
         * edition is only a part.
         *     - `owner_website_is_this_companys_own`: The owner's site on file is this company's own accepted
         * site.
         *     - `no_majority_controller`: Corporate owners exist and nobody, company or person, holds half or
         * more.
         *     - `dormant_company`: Dormant accounts; as B only where there is no figure to serve.
         *     - `modelled_profit_implausible`: A modelled profit contradicts filed reserves.
         *     - `modelled_repeated_across_periods`: The model gives the same figure three periods running
         * though inputs changed.
         *     - `ratio_implausible`: Denominator about zero or ratio over 1,000; withheld.
         *     - `accounts_read_no_figures`: Document read, no figure in it.
         *     - `sources_disagree`: Two sources are more than 2 bands apart; the better one is served.
         *     - `estimate_input_failed_balance_sheet_check`: The assets it would rest on do not balance.
         */
        readonly ReasonCode: string;
        /** @description The block is not enabled for the key's account. Never billed. */
        readonly NotEnabledBlock: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_enabled";
            /**
             * @description The block is not enabled for the account.
             * @enum {string}
             */
            readonly reason: "no_entitlement";
        };
        /** @description A live lookup is still running. Collect the block from `results_url`. */
        readonly PendingBlock: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "pending";
        };
        /** @description How fresh the value is. */
        readonly Freshness: {
            /** @description Whether this request asked the source itself. */
            readonly checked_live: boolean;
            /**
             * Format: date-time
             * @description When the source was asked.
             */
            readonly checked_at?: string;
            /** @description The edition that it was read from. */
            readonly edition?: string;
            /**
             * @description True: the edition is older than it should be, since its source is published more
             * often.
             */
            readonly stale?: boolean;
        };
        /** @description How much of a list is served. */
        readonly CutList: {
            /** @description The number of all items. */
            readonly total: number;
            /** @description The number of items that are served. */
            readonly returned: number;
            /** @description Whether the list was cut. */
            readonly truncated: boolean;
            /** @description Items left out because they are suppressed. No other count includes them. */
            readonly suppressed?: number;
            /** @description Items left out because their confidence is below `min_confidence`. */
            readonly below_confidence?: number;
        };
        /** @description A source that the value rests on. */
        readonly DetailInput: {
            /**
             * @description The block that the input came from; null: it came from a source.
             * @enum {string|null}
             */
            readonly block: "domain" | "domain_validation" | "registered_address" | "corporate_owners" | "controllers" | "charges" | "officers" | "company_identity" | "filing_status" | "registry_events" | "industry" | "related_company_domain" | "nature_of_business" | "property" | "financials_filed" | "ultimate_owner" | "employees_filed" | "contacts" | "signals" | "news_signals" | "financials_live" | "employees_live" | "web_traffic" | "web_presence" | "technologies" | "employees" | "planning" | "financial_benchmarks" | "revenue_estimate" | "scores" | "funding" | "trading_address" | "subsidiaries" | "firmographics" | "comparables" | "business_intelligence" | "company_summary" | null;
            /** @description The name of the field that was used. */
            readonly field: string;
            /** @description Where the value of the field came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the source’s data.
             */
            readonly as_of: string | null;
            /** @description The value that was used; of a list, the number of its items. */
            readonly value: string | number | null;
            /** @description The page that states the value. */
            readonly page_url?: string;
        };
        /** @description The caveats of an input that the value was computed from. */
        readonly InputTerms: {
            readonly block: components["schemas"]["BlockKey"];
            /**
             * @description Whose figures they are: those of the company, of its whole group, or unknown.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            /** @description The period of the figures. */
            readonly period: components["schemas"]["Period"] | null;
            /** @description The currency of the figures, ISO 4217. */
            readonly currency: string | null;
            /** @description Whether the input is flagged for review. */
            readonly flagged_for_review: boolean;
            /** @description The advisories of the input. */
            readonly advisories: readonly components["schemas"]["ReasonCode"][];
            /** @description Figures of the input that are withheld. */
            readonly withheld?: readonly components["schemas"]["WithheldInput"][];
        };
        /** @description A figure of an input that is withheld, and why. */
        readonly WithheldInput: {
            /**
             * Format: date
             * @description The last day of the figure’s period.
             */
            readonly period_end: string;
            /** @description The name of the figure’s field. */
            readonly field: string;
            readonly reason: components["schemas"]["ReasonCode"];
        };
        /** @description The verdict on a website, and its basis. */
        readonly WebsiteVerdict: {
            /** @description The host that was judged. */
            readonly domain: string;
            /**
             * @description Whether the website is the company’s own: yes, unclear, or no.
             * @enum {string}
             */
            readonly outcome: "accept" | "review" | "reject";
            /** @description The points of the website, 0 to 100. */
            readonly score: number;
            /** @description The share of such verdicts that are right, 0 to 1. */
            readonly confidence: number;
            /**
             * Format: date-time
             * @description When the site was read.
             */
            readonly checked_at: string;
            /**
             * @description True: the site was read for this request, although `domain_validation` was not
             * requested.
             */
            readonly auto_run: boolean;
            /** @description Whether the value was taken from this website. */
            readonly served: boolean;
        };
        /** @description A public record that names a website. */
        readonly WebsiteRecord: {
            /** @description The register that names the website. */
            readonly source: string;
            /** @description The address as published; null where only the host is kept. */
            readonly url: string | null;
            /**
             * Format: date
             * @description When the record was published.
             */
            readonly seen_on: string;
        };
        /** @description A passage of a page, as evidence. */
        readonly Sighting: {
            /** @description The address of the page. */
            readonly url: string;
            /** @description The text that the page prints there, at most 300 characters. */
            readonly snippet: string;
        };
        /** @description A fact of the register that a page of the website prints. */
        readonly HardMatch: {
            /** @description The address of the page. */
            readonly url: string;
            /** @description The text that the page prints there, at most 300 characters. */
            readonly snippet: string;
            /** @description The surname of the director whom the page names. */
            readonly surname?: string;
        };
        /** @description The facts of the register that the pages print, by kind. */
        readonly HardMatches: {
            readonly company_number?: components["schemas"]["HardMatch"];
            readonly postcode?: components["schemas"]["HardMatch"];
            readonly registered_address?: components["schemas"]["HardMatch"];
            readonly director?: components["schemas"]["HardMatch"];
        };
        /** @description A page that bears the company’s name. */
        readonly NameMatch: {
            /**
             * @description Which name was found.
             * @enum {string}
             */
            readonly kind: "legal_name" | "previous_name" | "trading_name";
            /** @description The address of the page. */
            readonly url: string;
            /** @description The text that the page prints there, at most 300 characters. */
            readonly snippet: string;
        };
        /** @description The evidence for the verdict. */
        readonly ValidationEvidence: {
            readonly hard_matches: components["schemas"]["HardMatches"];
            /** @description The page that bears the company’s name; null: no page does. */
            readonly name_match: components["schemas"]["NameMatch"] | null;
        };
        /** @description The opinion of a second reader of the website. */
        readonly SecondReader: {
            /**
             * @description Who the second reader was. `ai`: a model.
             * @enum {string}
             */
            readonly method: "ai";
            /**
             * @description Whose website it is, in the second reader’s opinion: the company’s own, another’s,
             * or unclear.
             * @enum {string}
             */
            readonly whose: "own" | "other" | "unclear";
            /** @description The passages on which that opinion rests. */
            readonly quotes: readonly components["schemas"]["Sighting"][];
        };
        /** @description An earlier verdict that accepted the website, which can’t be read now. */
        readonly AcceptedEarlier: {
            /**
             * Format: date
             * @description When the website was read and accepted.
             */
            readonly on: string;
            /** @description The points of that verdict. */
            readonly score: number;
            /** @description The version of the weights that gave those points. */
            readonly weights: string;
        };
        /** @description The search for a website. */
        readonly WebsiteSearch: {
            /**
             * @description Hosts that no public record names: made from the company’s name, or found by a
             * search provider.
             */
            readonly candidates: readonly string[];
            /** @description How many of these hosts were looked up. */
            readonly tried: number;
            /** @description The search providers that were asked. */
            readonly providers: readonly string[];
        };
        /** @description The group’s worldwide website, which was set aside in favour of its UK website. */
        readonly WebsiteSetAside: {
            /** @description The host of the website. */
            readonly domain: string;
            /** @description The page of the worldwide website that links to the UK website. */
            readonly page_url: string;
            /** @description Public records that name the worldwide website. */
            readonly evidence: readonly components["schemas"]["WebsiteRecord"][];
        };
        /** @description A website that may belong to a related company. Nothing confirms it. */
        readonly RelatedCandidate: {
            /** @description The host of the website. */
            readonly domain: string;
            readonly company: components["schemas"]["CompanyRef"];
            /** @description The relation of that company to this one. */
            readonly relation: string;
            /** @description Where the website was found. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of that source.
             */
            readonly seen_on: string;
        };
        /** @description A fact about a charge that the value has no field for. */
        readonly ChargeEvidence: {
            /**
             * @description Which fact: the number of a charge without a code, or a release without a
             * satisfaction.
             * @enum {string}
             */
            readonly kind: "charge_number" | "release_without_satisfaction";
            /** @description The register’s number of the charge. */
            readonly charge_number: number | null;
            /**
             * Format: date
             * @description When the charge was created.
             */
            readonly created_on?: string | null;
            /** @description The form that released the charge. */
            readonly filing_type?: string;
            /**
             * Format: date
             * @description When that form was delivered.
             */
            readonly delivered_on?: string | null;
        };
        /** @description The counts in the register's file, where the charges themselves are not held. */
        readonly RegisterCounts: {
            /** @description All charges, as the register’s own file counts them. */
            readonly charges: number | null;
            /** @description Outstanding charges, as the register’s own file counts them. */
            readonly outstanding: number | null;
            /** @description Charges that are satisfied in part, as the register’s own file counts them. */
            readonly part_satisfied: number | null;
            /** @description Satisfied charges, as the register’s own file counts them. */
            readonly satisfied: number | null;
        };
        /** @description Whether a person has verified their identity for a role, on the day `as_of`. */
        readonly IdentityVerification: {
            /** @description One of `verified`, `due`, `overdue`, `ended`, `not_told` and `not_required`. */
            readonly status: string;
            /**
             * Format: date
             * @description The day of the person’s statement that the identity is verified; null: not known.
             */
            readonly statement_on: string | null;
            /**
             * Format: date
             * @description The day by which that statement is due; null: not known.
             */
            readonly due_on: string | null;
            /**
             * @description `provider`: an authorised corporate service provider verified the identity;
             * `direct`: the registrar did; null: nobody has yet.
             */
            readonly route: string | null;
            /** @description The name of that provider; null: not published. */
            readonly verified_by: string | null;
            /** @description The bodies that supervise that provider. */
            readonly supervisors: readonly string[];
        };
        /** @description A note of the registrar on the company's entry. */
        readonly RegistrarAnnotation: {
            /** @description The register's key for the kind of note. */
            readonly type: string;
            /** @description The note in the registrar's own words. */
            readonly description: string | null;
            /**
             * Format: date
             * @description When the note was made.
             */
            readonly created_on: string | null;
        };
        /** @description What a limited partner put into the partnership. */
        readonly Contribution: {
            /** @description The name of the partner. */
            readonly name: string;
            /** @description The partner's role, in the register's own word. */
            readonly role: string;
            /** @description The amount; null: it can’t be read. */
            readonly amount: components["schemas"]["Money"] | null;
            /**
             * @description The register's keys for what was put in, such as `money` or `land-or-property`.
             */
            readonly kinds: readonly string[];
        };
        /** @description A name that the company had before. */
        readonly PreviousName: {
            /** @description The earlier name. */
            readonly name: string;
            /**
             * Format: date
             * @description The day until which the company had this name.
             */
            readonly ceased_on: string | null;
        };
        /** @description The ultimate owner by another register, to compare with the value. */
        readonly OwnerByIdentifiers: {
            /** @description The other register. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of that register’s data.
             */
            readonly as_of: string;
            /** @description The ultimate owner that it names. */
            readonly company_name: string;
            /** @description The number of that owner; null where the owner is foreign. */
            readonly company_number: string | null;
            /** @description Whether it is the same owner as in the value. */
            readonly agrees: boolean;
        };
        /** @description Accounts that replaced earlier ones. */
        readonly AmendedAccounts: {
            /**
             * @description The kind of evidence.
             * @enum {string}
             */
            readonly kind: "amended_accounts";
            /** @description The document that is used. */
            readonly document_id: string;
            /** @description Whether the document itself says that it is an amendment. */
            readonly says_so: boolean;
            /** @description The documents that it replaced. */
            readonly replaces: readonly string[];
        };
        /** @description A figure that other content of its document contradicts. */
        readonly ContradictedFigure: {
            /**
             * Format: date
             * @description The last day of the figure’s period.
             */
            readonly period_end: string;
            /** @description The name of the figure’s field. */
            readonly field: string;
            /** @description The sum that does not hold, where a sum contradicts the figure. */
            readonly identity?: string;
            /** @description What else contradicts the figure. */
            readonly by?: string;
        };
        /** @description A figure as filed, which its page contradicts. */
        readonly UnbelievedFigure: {
            /**
             * Format: date
             * @description The last day of the figure’s period.
             */
            readonly period_end: string;
            /** @description The name of the figure’s field. */
            readonly field: string;
            /** @description The name of the fact in the document’s markup. */
            readonly concept: string;
            /** @description The text on the page, before its scale and sign are applied. */
            readonly printed: string;
        };
        /** @description The accounts that were read, or from which nothing could be read. */
        readonly AccountsDocument: {
            /** @description The name under which the document was published. */
            readonly id?: string;
            /** @description The register's id of the document. */
            readonly document_id?: string | null;
            /**
             * Format: date
             * @description The date of the balance sheet.
             */
            readonly made_up_to: string;
            /** @description The name of the document’s schema. */
            readonly taxonomy?: string | null;
            /**
             * Format: date
             * @description When the document was filed.
             */
            readonly filed_on?: string | null;
            /** @description Why the document can’t be read. */
            readonly why?: string;
        };
        /** @description A headcount as filed, which is not believed. */
        readonly UnbelievedHeadcount: {
            /** @description The name of the fact in the document’s markup. */
            readonly concept: string;
            /** @description The text on the page, before its scale and sign are applied. */
            readonly printed?: string;
        };
        /** @description How a turnover was scaled to a year. */
        readonly ScaledTurnover: {
            /** @description The days of the period for which the turnover was filed. */
            readonly from_days: number;
            /** @description The days of a year. */
            readonly to_days: number;
        };
        /** @description An amount of money. */
        readonly Money: {
            /**
             * @description Decimal string: sign, no grouping, two decimals when there are pence, else none.
             */
            readonly amount: string;
            /** @description ISO 4217. */
            readonly currency: string;
        };
        /** @description A range of money, both ends included. */
        readonly MoneyBand: {
            readonly min: components["schemas"]["Money"];
            /** @description Null: open to the top. */
            readonly max: components["schemas"]["Money"] | null;
            /** @description The band or class in words. */
            readonly label: string;
        };
        /** @description A range of whole numbers, both ends included. */
        readonly Band: {
            /** @description The low end. */
            readonly min: number;
            /** @description Null: open to the top. */
            readonly max: number | null;
            /** @description The band or class in words. */
            readonly label: string;
        };
        readonly Period: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly start: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly end: string;
            /** @description Whole months, rounded; null: the start is not known. */
            readonly months: number | null;
        };
        readonly CompanyRef: {
            /** @description A UK company number, 8 characters. */
            readonly company_number: string | null;
            /** @description The name as published. */
            readonly company_name: string;
        };
        readonly ComputedInput: {
            /**
             * @description The block that the input came from; null: it came from a source.
             * @enum {string|null}
             */
            readonly block: "domain" | "domain_validation" | "registered_address" | "corporate_owners" | "controllers" | "charges" | "officers" | "company_identity" | "filing_status" | "registry_events" | "industry" | "related_company_domain" | "nature_of_business" | "property" | "financials_filed" | "ultimate_owner" | "employees_filed" | "contacts" | "signals" | "news_signals" | "financials_live" | "employees_live" | "web_traffic" | "web_presence" | "technologies" | "employees" | "planning" | "financial_benchmarks" | "revenue_estimate" | "scores" | "funding" | "trading_address" | "subsidiaries" | "firmographics" | "comparables" | "business_intelligence" | "company_summary" | null;
            /** @description Name of the field. */
            readonly field: string;
            /** @description Where it came from. */
            readonly source: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly as_of: string | null;
            /** @description The value. */
            readonly value: string | number | null;
        };
        readonly WithheldField: {
            /** @description Name of the field. */
            readonly field: string;
            readonly reason: components["schemas"]["ReasonCode"];
        };
        readonly ModelVersion: {
            /** @description The name of the model. */
            readonly name: string;
            /** @description The version of the model. */
            readonly version: string;
        };
        readonly DayWindow: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly from: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly to: string;
        };
        /** @description A host name: lower case, punycode, no "www.". */
        readonly DomainValue: string;
        readonly DomainValidationChecks: {
            /** @description The site bears the exact legal name: whether, or how nearly. */
            readonly legal_name_exact: boolean | number | null;
            /** @description The site bears the name without its legal ending. */
            readonly business_name: boolean | null;
            /** @description The site prints the postcode of the registered office. */
            readonly same_postcode: boolean | null;
            /** @description The site prints a postcode of the same area. */
            readonly similar_postcode: boolean | null;
            /** @description The site prints the post town. */
            readonly city_match: boolean | null;
            /** @description The site prints the county. */
            readonly county_match: boolean | null;
            /** @description The site prints the registered address. */
            readonly address_match: boolean | null;
            /** @description The site names a director. */
            readonly director_match: boolean | null;
            /** @description Company register number. */
            readonly company_number: boolean | null;
            /** @description The site says that another company runs it. */
            readonly other_company_number: boolean | null;
            /** @description The site names a register of another country. */
            readonly foreign_registration: boolean | null;
            /** @description The host ends in .uk. */
            readonly uk_domain: boolean | null;
            /** @description The site prints a phone number. */
            readonly phone_present: boolean | null;
            /** @description It is a page of a platform or builder. */
            readonly generic_platform: boolean | null;
            /** @description The host is parked or for sale. */
            readonly parked: boolean | null;
        };
        readonly DomainValidationValue: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            /** @description Whether the host has an address; null: not asked. */
            readonly dns_resolves: boolean | null;
            /** @description Whether the host takes mail; null: not asked. */
            readonly email_deliverable: boolean | null;
            /** @description The last answer was a 2xx. */
            readonly site_live: boolean | null;
            /** @description The HTTP status of the last answer; null: none came. */
            readonly http_status: number | null;
            /** @description The address that was reached; null: none answered. */
            readonly final_url: string | null;
            /**
             * @description The result of the search for names of directors.
             * @enum {string}
             */
            readonly director_check: "matched" | "not_matched" | "no_officers" | "not_requested";
            /** @description Points, 0 to 100. */
            readonly score: number;
            /**
             * @description `accept`: the website may be used.
             * @enum {string}
             */
            readonly outcome: "accept" | "review" | "reject";
            readonly checks: components["schemas"]["DomainValidationChecks"];
            /** @description Points by check; they sum to the score after clamping. */
            readonly contributions: {
                readonly [key: string]: number;
            };
            /** @description The checks that decided. */
            readonly reasons: readonly string[];
        };
        readonly RegisteredAddressValue: {
            /** @description First line of the address. */
            readonly address_line_1: string | null;
            /** @description Second line. */
            readonly address_line_2: string | null;
            /** @description Post town. */
            readonly locality: string | null;
            /** @description County. */
            readonly region: string | null;
            /** @description The postcode; null: none. */
            readonly postal_code: string | null;
        };
        readonly CorporateOwnersOwnersItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description The kinds of control, by the register's keys. */
            readonly natures_of_control: readonly string[];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly notified_on: string | null;
            /** @description Where the owner is registered, as published; null: not given. */
            readonly country_registered: string | null;
            /** @description A UK company number, 8 characters. */
            readonly company_number: string | null;
            /**
             * @description An envelope of its own: what the owner does, read from file only. Never billed.
             */
            readonly nature_of_business: components["schemas"]["NatureOfBusinessBlock"];
        };
        readonly CorporateOwnersValue: {
            /** @description Whether a company is among the current controllers. */
            readonly has_corporate_owner: boolean;
            /** @description Companies that control it, newest first. */
            readonly owners: readonly components["schemas"]["CorporateOwnersOwnersItem"][];
        };
        readonly ControllersControllersItem: {
            /**
             * @description What kind it is.
             * @enum {string}
             */
            readonly type: "individual" | "corporate" | "legal_person" | "super_secure";
            /** @description The name as published. */
            readonly name: string | null;
            /** @description Where the owner is registered, as published; null: not given. */
            readonly country_registered: string | null;
            /** @description The kinds of control, by the register's keys. */
            readonly natures_of_control: readonly string[];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly notified_on: string | null;
            /** @description A UK company number, 8 characters. */
            readonly company_number: string | null;
        };
        readonly ControllersControl: {
            /** @description True: a company is among the controllers. */
            readonly has_corporate_controller: boolean;
            /** @description True: a person is among the controllers. */
            readonly has_individual_controller: boolean;
            /** @description True: the register says that nobody controls the company. */
            readonly no_controller_on_register: boolean;
            /**
             * @description The register's own key of the gravest statement that stands; all stand in
             * `detail`.
             */
            readonly statement: string | null;
        };
        readonly ControllersCeasedControllersItem: {
            /**
             * @description What kind it is.
             * @enum {string}
             */
            readonly type: "individual" | "corporate" | "legal_person" | "super_secure";
            /** @description The name as published. */
            readonly name: string | null;
            /** @description Where the owner is registered, as published; null: not given. */
            readonly country_registered: string | null;
            /** @description The kinds of control, by the register's keys. */
            readonly natures_of_control: readonly string[];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly notified_on: string | null;
            /** @description A UK company number, 8 characters. */
            readonly company_number: string | null;
            /**
             * Format: date
             * @description Null of super-secure persons, of whom no day is shown.
             */
            readonly ceased_on: string | null;
        };
        readonly ControllersValue: {
            /**
             * @description The persons and companies that control the company, newest first; empty: no
             * controller is recorded.
             */
            readonly controllers: readonly components["schemas"]["ControllersControllersItem"][];
            /** @description Whether a company is among the current controllers. */
            readonly has_corporate_owner: boolean;
            readonly control: components["schemas"]["ControllersControl"];
            /** @description Those who controlled the company before. */
            readonly ceased_controllers: readonly components["schemas"]["ControllersCeasedControllersItem"][];
        };
        readonly ChargesChargesItem: {
            /** @description Null before April 2013. */
            readonly charge_code: string | null;
            /** @description The register's key of the charge's status. */
            readonly status: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly created_on: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly registered_on: string | null;
            /** @description Those who are entitled to the charge. */
            readonly persons_entitled: readonly string[];
            /** @description What is charged, as published; null: not given. */
            readonly particulars: string | null;
            /** @description fixed_charge, floating_charge, floating_charge_covers_all, negative_pledge. */
            readonly contains: readonly string[];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly satisfied_on: string | null;
        };
        readonly ChargesValue: {
            /** @description Part-satisfied charges count as outstanding. */
            readonly outstanding_count: number;
            /** @description Charges that are satisfied. */
            readonly satisfied_count: number;
            /** @description Charges in all. */
            readonly total_count: number;
            /** @description Distinct names as filed on outstanding charges. */
            readonly holders: readonly string[];
            /** @description Outstanding charges, newest first. */
            readonly charges: readonly components["schemas"]["ChargesChargesItem"][];
            /** @description Satisfied charges, newest first. */
            readonly satisfied_charges: readonly components["schemas"]["ChargesChargesItem"][];
            /** @description The holders of charges that are satisfied. */
            readonly past_holders: readonly string[];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly latest_created_on: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly latest_satisfied_on: string | null;
        };
        readonly OfficersCurrentItemDateOfBirth: {
            /** @description Month of birth, 1 to 12. */
            readonly month: number;
            /** @description Year of birth. */
            readonly year: number;
        };
        readonly OfficersCurrentItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description The register's own word. */
            readonly role: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly appointed_on: string | null;
            /** @description As published; null: not given. */
            readonly nationality: string | null;
            /** @description As published; null: not given. */
            readonly country_of_residence: string | null;
            /** @description As published; null: not given. */
            readonly occupation: string | null;
            /** @description The register's number of the appointment's person; null: not published. */
            readonly person_number: string | null;
            /** @description The part of the person number that stays with a person; null: not known. */
            readonly person_key?: string | null;
            /** @description Month and year of birth; null: not given, or no person. */
            readonly date_of_birth: components["schemas"]["OfficersCurrentItemDateOfBirth"] | null;
            /** @description Whether the officer is a company. */
            readonly is_corporate: boolean;
        };
        readonly OfficersFormerItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description The register's own word. */
            readonly role: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly appointed_on: string | null;
            /** @description As published; null: not given. */
            readonly nationality: string | null;
            /** @description As published; null: not given. */
            readonly country_of_residence: string | null;
            /** @description As published; null: not given. */
            readonly occupation: string | null;
            /** @description The register's number of the appointment's person; null: not published. */
            readonly person_number: string | null;
            /** @description The part of the person number that stays with a person; null: not known. */
            readonly person_key?: string | null;
            /** @description Month and year of birth; null: not given, or no person. */
            readonly date_of_birth: components["schemas"]["OfficersCurrentItemDateOfBirth"] | null;
            /** @description Whether the officer is a company. */
            readonly is_corporate: boolean;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly resigned_on: string | null;
        };
        /** @description Whole years at as_of over active natural persons; the average to one decimal. */
        readonly OfficersAges: {
            /** @description The mean age in years; null: none is known. */
            readonly average: number | null;
            /** @description The least age in years; null: none is known. */
            readonly youngest: number | null;
            /** @description The greatest age in years; null: none is known. */
            readonly oldest: number | null;
        };
        readonly OfficersValue: {
            /** @description The number of all items. */
            readonly total: number;
            /** @description The number of persons who hold office now. */
            readonly active: number;
            /** @description The number of persons who have left office. */
            readonly resigned: number;
            /** @description Those who hold office now, newest first. */
            readonly current: readonly components["schemas"]["OfficersCurrentItem"][];
            /** @description Those who held office before, the last to resign first. */
            readonly former: readonly components["schemas"]["OfficersFormerItem"][];
            readonly ages: components["schemas"]["OfficersAges"];
        };
        readonly CompanyIdentityValue: {
            /**
             * Format: date
             * @description Null for what is registered and not incorporated: `detail.registered_on`.
             */
            readonly incorporated_on: string | null;
            /** @description As published. */
            readonly company_category: string | null;
            /** @description As published. */
            readonly country_of_origin: string | null;
            /** @description The register's key, such as ltd, plc or llp. */
            readonly legal_form: string | null;
            /**
             * @description The register's key.
             * @enum {string|null}
             */
            readonly company_status: "active" | "dissolved" | "liquidation" | "receivership" | "converted-closed" | "voluntary-arrangement" | "insolvency-proceedings" | "administration" | "open" | "closed" | "registered" | "removed" | null;
            /**
             * @description The status, in one of a few words; null: not known.
             * @enum {string|null}
             */
            readonly status_group: "active" | "distressed" | "closed" | null;
            /** @description The name that it trades under; null: none is known. */
            readonly trading_name: string | null;
            /**
             * @description Where that name came from; null: there is none.
             * @enum {string|null}
             */
            readonly trading_name_source: "registered_name" | "website" | "contract_notices" | null;
        };
        readonly FilingStatusValue: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly accounts_last_made_up_on: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly accounts_next_due_on: string | null;
            /** @description The register's key, such as micro-entity or total-exemption-full. */
            readonly accounts_category: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly confirmation_statement_last_made_up_on: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly confirmation_statement_next_due_on: string | null;
        };
        readonly RegistryEventsEventsItem: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly date: string;
            /**
             * @description What kind it is.
             * @enum {string}
             */
            readonly type: "incorporated" | "name_changed" | "address_changed" | "officer_appointed" | "officer_resigned" | "controller_notified" | "controller_ceased" | "control_statement" | "charge_created" | "charge_satisfied" | "accounts_filed" | "confirmation_statement_filed" | "capital_changed" | "insolvency_started" | "insolvency_ended" | "strike_off_proposed" | "dissolved" | "restored" | "identity_verified" | "identity_verification_overdue" | "identity_verification_ended" | "registrar_annotation" | "other_filing";
            /** @description What happened, in words. */
            readonly title: string;
            /** @description The form filed, such as CS01. */
            readonly form: string | null;
            /** @description Filed parameters. */
            readonly values: {
                readonly [key: string]: string;
            };
            /** @description Where it came from. */
            readonly source: string;
        };
        readonly RegistryEventsEvents: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["RegistryEventsEventsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly RegistryEventsMilestonesItem: {
            /** @description What kind it is. */
            readonly type: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly date: string;
        };
        readonly RegistryEventsValue: {
            /** @description 24 months up to as_of. */
            readonly window: components["schemas"]["DayWindow"];
            readonly events: components["schemas"]["RegistryEventsEvents"];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly latest_event_on: string | null;
            /** @description Of any age; served without events in the window, too. */
            readonly milestones: readonly components["schemas"]["RegistryEventsMilestonesItem"][];
        };
        readonly IndustrySicItem: {
            /** @description Five digits, or four of an older row. */
            readonly code: string;
            /** @description The description as published. */
            readonly description: string | null;
            /**
             * @description By the list that has the code; null: no list that was in use then has it.
             * @enum {string|null}
             */
            readonly scheme: "uk_sic_2007" | "uk_sic_2003" | null;
            /** @description Filed first. */
            readonly is_primary: boolean;
        };
        readonly IndustryNaceItem: {
            /** @description Such as 62.01. */
            readonly code: string;
            /** @description The SIC code that it follows from. */
            readonly from_sic: string;
        };
        readonly IndustryValue: {
            /** @description The SIC codes as filed. */
            readonly sic: readonly components["schemas"]["IndustrySicItem"][];
            /**
             * @description The description of the first code that is not generic; else of the code that a
             * text tells.
             */
            readonly label: string | null;
            /**
             * @description Where the label came from; null: there is none.
             * @enum {string|null}
             */
            readonly label_source: "filed_sic" | "website" | "accounts_text" | null;
            /** @description The NACE classes that the codes fall into. */
            readonly nace: readonly components["schemas"]["IndustryNaceItem"][];
            /** @description No filed code tells the trade. */
            readonly sic_is_generic: boolean;
        };
        readonly RelatedCompanyDomainAlternativesItem: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            readonly company: components["schemas"]["CompanyRef"];
            /** @description What that company is to this one. */
            readonly relation: string;
        };
        readonly RelatedCompanyDomainValue: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            readonly company: components["schemas"]["CompanyRef"];
            /**
             * @description What that company is to this one.
             * @enum {string}
             */
            readonly relation: "owner" | "ultimate_owner" | "subsidiary" | "sister" | "group";
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "register_ownership" | "site_statement" | "shared_vat_number";
            /** @description From this company to that one. */
            readonly path: readonly components["schemas"]["CompanyRef"][];
            /** @description Other websites of related companies. */
            readonly alternatives: readonly components["schemas"]["RelatedCompanyDomainAlternativesItem"][];
        };
        readonly NatureOfBusinessValue: {
            /** @description Sentences as published; rewritten only where the method is ai. */
            readonly description: string;
            /**
             * @description Whether the text is quoted or written.
             * @enum {string}
             */
            readonly method: "quoted" | "ai";
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "website" | "accounts_text";
            /** @description The page that says so; null: none does. */
            readonly page_url: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly period_end: string | null;
            /** @description Words of the description. */
            readonly keywords: readonly string[];
            /** @description ISO 639-1. */
            readonly language: string;
        };
        readonly PropertyValue: {
            /** @description Distinct titles. */
            readonly title_count: number;
            /** @description Freehold, leasehold or both. */
            readonly tenure: readonly string[];
            /** @description Postcodes of the titles. */
            readonly postcodes: readonly string[];
            /** @description Addresses of the titles. */
            readonly addresses: readonly string[];
        };
        /** @description Whole units; null: not filed, or read and withheld. */
        readonly FinancialsFiledPeriodsItemFigures: {
            /** @description Turnover. */
            readonly turnover: components["schemas"]["Money"] | null;
            /** @description Gross profit. */
            readonly gross_profit: components["schemas"]["Money"] | null;
            /** @description Operating profit. */
            readonly operating_profit: components["schemas"]["Money"] | null;
            /** @description Profit before tax. */
            readonly profit_before_tax: components["schemas"]["Money"] | null;
            /** @description Profit after tax. */
            readonly profit_after_tax: components["schemas"]["Money"] | null;
            /** @description Fixed assets. */
            readonly fixed_assets: components["schemas"]["Money"] | null;
            /** @description Current assets. */
            readonly current_assets: components["schemas"]["Money"] | null;
            /** @description Cash at bank and in hand. */
            readonly cash: components["schemas"]["Money"] | null;
            /** @description Debtors. */
            readonly debtors: components["schemas"]["Money"] | null;
            /** @description Creditors due within one year. */
            readonly creditors_within_one_year: components["schemas"]["Money"] | null;
            /** @description Creditors due after one year. */
            readonly creditors_after_one_year: components["schemas"]["Money"] | null;
            /** @description Net current assets. */
            readonly net_current_assets: components["schemas"]["Money"] | null;
            /** @description Total assets less current liabilities. */
            readonly total_assets_less_current_liabilities: components["schemas"]["Money"] | null;
            /** @description Total assets. */
            readonly total_assets: components["schemas"]["Money"] | null;
            /** @description Net assets. */
            readonly net_assets: components["schemas"]["Money"] | null;
        };
        readonly FinancialsFiledPeriodsItemDerivedFiguresItem: {
            /** @description Name of the field. */
            readonly field: string;
            /** @description The figures that it was computed from. */
            readonly from: readonly string[];
        };
        readonly FinancialsFiledPeriodsItem: {
            readonly period: components["schemas"]["Period"];
            readonly figures: components["schemas"]["FinancialsFiledPeriodsItemFigures"];
            /** @description Figures that were computed from others. */
            readonly derived_figures: readonly components["schemas"]["FinancialsFiledPeriodsItemDerivedFiguresItem"][];
            /** @description The fields that are null for a reason. */
            readonly withheld: readonly components["schemas"]["WithheldField"][];
        };
        readonly FinancialsFiledDocument: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly made_up_to: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly filed_on: string | null;
            /** @description Name of the document's schema; null: not told. */
            readonly taxonomy: string | null;
            /** @description The register's id of the document; null: not known. */
            readonly document_id: string | null;
            /**
             * @description How the document was read.
             * @enum {string}
             */
            readonly read_by: "ixbrl" | "pdf_text" | "ocr";
        };
        readonly FinancialsFiledValue: {
            /** @description What kind of accounts they are, such as `full` or `micro`; null: not told. */
            readonly accounts_type: string | null;
            /**
             * @description Whose figures these are, such as those of the company or of its group.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            /** @description Whether they say that the company is dormant; null: not told. */
            readonly dormant: boolean | null;
            /** @description Whether they were audited; null: not told. */
            readonly audited: boolean | null;
            /** @description Newest first. */
            readonly periods: readonly components["schemas"]["FinancialsFiledPeriodsItem"][];
            readonly document: components["schemas"]["FinancialsFiledDocument"];
        };
        readonly UltimateOwnerChainItem: {
            /** @description The name as published. */
            readonly company_name: string;
            /** @description A UK company number, 8 characters. */
            readonly company_number: string | null;
        };
        readonly UltimateOwnerValue: {
            /** @description The name as published. */
            readonly company_name: string;
            /** @description Null when the owner is foreign. */
            readonly company_number: string | null;
            /** @description How many steps up the owner is; 0: the company itself. */
            readonly depth: number;
            /**
             * @description How the owner was found.
             * @enum {string}
             */
            readonly resolved_by: "self" | "majority_control" | "foreign_owner" | "entity_identifier_register";
            /** @description From the direct owner up to the top; empty for self. */
            readonly chain: readonly components["schemas"]["UltimateOwnerChainItem"][];
        };
        readonly EmployeesFiledPrior: {
            /** @description Employees, the average over the period; null: a band alone is known. */
            readonly headcount: number;
            readonly period: components["schemas"]["Period"];
        };
        readonly EmployeesFiledDocument: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly made_up_to: string;
            /** @description The register's id of the document; null: not known. */
            readonly document_id: string | null;
            /**
             * @description How the document was read.
             * @enum {string}
             */
            readonly read_by: "ixbrl" | "pdf_text" | "ocr";
        };
        readonly EmployeesFiledValue: {
            /** @description Employees, the average over the period. */
            readonly headcount: number;
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "average_over_period";
            /**
             * @description Whose figures these are, such as those of the company or of its group.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            readonly period: components["schemas"]["Period"];
            /** @description The year before; null: not stated. */
            readonly prior: components["schemas"]["EmployeesFiledPrior"] | null;
            readonly document: components["schemas"]["EmployeesFiledDocument"];
        };
        readonly ContactsPeopleItemEmail: {
            /** @description The address. */
            readonly address: string;
            /**
             * @description The kind.
             * @enum {string}
             */
            readonly kind: "personal" | "role";
            /** @description Whether its host takes mail; null: not asked. */
            readonly deliverable: boolean | null;
            /** @description The page that says so; null: none does. */
            readonly page_url: string;
        };
        readonly ContactsPeopleItemPhone: {
            /** @description E.164. */
            readonly number: string;
            /** @description The page that says so; null: none does. */
            readonly page_url: string;
        };
        readonly ContactsPeopleItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description The role as published. */
            readonly role: string;
            /**
             * @description The kind of role.
             * @enum {string}
             */
            readonly role_group: "owner" | "director" | "finance" | "operations" | "other";
            /** @description The part of the person number that stays with a person; null: not known. */
            readonly person_key: string | null;
            /** @description The e-mail address; null: none is printed. */
            readonly email: components["schemas"]["ContactsPeopleItemEmail"] | null;
            /** @description The phone number; null: none is printed. */
            readonly phone: components["schemas"]["ContactsPeopleItemPhone"] | null;
            /** @description Address of the profile; null: none is printed. */
            readonly linkedin_url: string | null;
            /** @description Where the person was found. */
            readonly found_in: readonly ("officers" | "website")[];
            /** @description The fields that are null for a reason. */
            readonly withheld: readonly components["schemas"]["WithheldField"][];
        };
        readonly ContactsPeople: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["ContactsPeopleItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly ContactsCompanyChannelsEmailsItem: {
            /** @description The address. */
            readonly address: string;
            /** @description Whether its host takes mail; null: not asked. */
            readonly deliverable: boolean | null;
            /** @description The page that says so; null: none does. */
            readonly page_url: string;
        };
        readonly ContactsCompanyChannelsPhonesItem: {
            /** @description The number, E.164. */
            readonly number: string;
            /** @description The page that says so; null: none does. */
            readonly page_url: string;
        };
        readonly ContactsCompanyChannels: {
            /** @description E-mail addresses that the site prints. */
            readonly emails: readonly components["schemas"]["ContactsCompanyChannelsEmailsItem"][];
            /** @description Phone numbers that the site prints. */
            readonly phones: readonly components["schemas"]["ContactsCompanyChannelsPhonesItem"][];
        };
        readonly ContactsValue: {
            readonly people: components["schemas"]["ContactsPeople"];
            readonly company_channels: components["schemas"]["ContactsCompanyChannels"];
        };
        readonly SignalsSignalsItemDetail: {
            /**
             * @description What the day brought: it began or took place, was halted, was given up or undone,
             * or ended.
             * @enum {string}
             */
            readonly state: "opened" | "suspended" | "discontinued" | "ended";
        };
        readonly SignalsSignalsItem: {
            /**
             * @description What kind it is.
             * @enum {string}
             */
            readonly type: "contract_award" | "grant" | "new_charge" | "charge_satisfied" | "insolvency" | "strike_off" | "director_change" | "control_change" | "name_change" | "address_change" | "late_accounts" | "capital_raised" | "identity_verification" | "registrar_annotation";
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly date: string;
            /** @description What happened, in words. */
            readonly title: string;
            /**
             * @description Whether it speaks for the company or against it.
             * @enum {string}
             */
            readonly direction: "positive" | "neutral" | "negative";
            /** @description The amount; null: none is told. */
            readonly amount: components["schemas"]["Money"] | null;
            /** @description The other side; null: none is named. */
            readonly counterparty: string | null;
            /** @description The address; null: none is published. */
            readonly url: string | null;
            /** @description Where it came from. */
            readonly source: string;
            /** @description The name or number of the item at its source. */
            readonly source_ref: string;
            /** @description Share of such values that are right, 0 to 1. */
            readonly confidence: number;
            readonly detail: components["schemas"]["SignalsSignalsItemDetail"];
        };
        readonly SignalsSignals: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["SignalsSignalsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly SignalsValue: {
            /** @description 12 months up to the newest day of the feeds. */
            readonly window: components["schemas"]["DayWindow"];
            readonly signals: components["schemas"]["SignalsSignals"];
            /** @description The number of each. */
            readonly counts: {
                readonly [key: string]: number;
            };
        };
        readonly NewsSignalsItemsItem: {
            /** @description The headline as published. */
            readonly headline: string;
            /** @description The address; null: none is published. */
            readonly url: string;
            /** @description A host name: lower case, punycode, no "www.". */
            readonly publisher_host: string;
            /**
             * Format: date
             * @description When the feed first saw it.
             */
            readonly published_on: string;
            /**
             * @description By words of the headline.
             * @enum {string}
             */
            readonly type: "insolvency" | "legal" | "acquisition" | "funding" | "contract" | "jobs" | "appointment" | "results" | "expansion" | "award" | "other";
            /**
             * @description What tied it to the company, such as the number or the name.
             * @enum {string}
             */
            readonly matched_on: "company_number" | "domain" | "exact_name_and_place";
            /** @description Share of such values that are right, 0 to 1. */
            readonly confidence: number;
        };
        readonly NewsSignalsItems: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["NewsSignalsItemsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly NewsSignalsValue: {
            /** @description 90 days up to as_of. */
            readonly window: components["schemas"]["DayWindow"];
            readonly items: components["schemas"]["NewsSignalsItems"];
        };
        readonly FinancialsLiveValue: {
            /** @description What kind of accounts they are, such as `full` or `micro`; null: not told. */
            readonly accounts_type: string | null;
            /**
             * @description Whose figures these are, such as those of the company or of its group.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            /** @description Whether they say that the company is dormant; null: not told. */
            readonly dormant: boolean | null;
            /** @description Whether they were audited; null: not told. */
            readonly audited: boolean | null;
            /** @description Newest first. */
            readonly periods: readonly components["schemas"]["FinancialsFiledPeriodsItem"][];
            readonly document: components["schemas"]["FinancialsFiledDocument"];
        };
        readonly EmployeesLiveValue: {
            /** @description Employees, the average over the period. */
            readonly headcount: number;
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "average_over_period";
            /**
             * @description Whose figures these are, such as those of the company or of its group.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            readonly period: components["schemas"]["Period"];
            /** @description The year before; null: not stated. */
            readonly prior: components["schemas"]["EmployeesFiledPrior"] | null;
            readonly document: components["schemas"]["EmployeesFiledDocument"];
        };
        readonly WebTrafficValue: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            /** @description Place in the list; null: not in it. */
            readonly rank: number | null;
            readonly rank_band: components["schemas"]["Band"];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly list_date: string;
            /** @description Place 90 days before; null: not known. */
            readonly rank_90_days_before: number | null;
            /**
             * @description What the rank measures.
             * @enum {string}
             */
            readonly measures: "popularity_rank";
        };
        readonly WebPresenceProfilesItem: {
            /** @description The platform. */
            readonly platform: string;
            /** @description The name of the account; null: none can be read. */
            readonly handle: string | null;
            /** @description The address; null: none is published. */
            readonly url: string;
            /** @description The page that says so; null: none does. */
            readonly page_url: string;
        };
        readonly WebPresenceValue: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            /** @description Profiles elsewhere that the site links to. */
            readonly profiles: readonly components["schemas"]["WebPresenceProfilesItem"][];
            /** @description Languages of the pages, ISO 639-1. */
            readonly languages: readonly string[];
            /** @description Whether something can be bought there. */
            readonly has_online_shop: boolean;
            /** @description Whether it has a sitemap. */
            readonly has_sitemap: boolean;
            /** @description The page of contacts; null: none was found. */
            readonly contact_page_url: string | null;
            /** @description The page of imprint or terms; null: none was found. */
            readonly legal_page_url: string | null;
            /** @description How many pages were read. */
            readonly pages_read: number;
        };
        readonly TechnologiesTechnologiesItemEvidence: {
            /**
             * @description The kind.
             * @enum {string}
             */
            readonly kind: "header" | "script" | "link" | "meta" | "cookie" | "dns";
            /** @description The value. */
            readonly value: string;
            /** @description The address; null: none is published. */
            readonly url: string | null;
        };
        readonly TechnologiesTechnologiesItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description What kind of technology it is. */
            readonly category: string;
            /** @description The version; null: not shown. */
            readonly version: string | null;
            readonly evidence: components["schemas"]["TechnologiesTechnologiesItemEvidence"];
            /** @description Share of such values that are right, 0 to 1. */
            readonly confidence: number;
        };
        readonly TechnologiesTechnologies: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["TechnologiesTechnologiesItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly TechnologiesValue: {
            /** @description A host name: lower case, punycode, no "www.". */
            readonly domain: string;
            readonly technologies: components["schemas"]["TechnologiesTechnologies"];
            /** @description Categories of the technologies. */
            readonly categories: readonly string[];
        };
        readonly EmployeesValue: {
            /** @description Employees, the average over the period; null: a band alone is known. */
            readonly headcount: number | null;
            /** @description Number of employees. */
            readonly band: components["schemas"]["Band"];
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "filed" | "pay_gap_band" | "website_statement" | "modelled";
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly at: string;
            /**
             * @description Whose figures these are, such as those of the company or of its group.
             * @enum {string}
             */
            readonly scope: "company" | "group" | "unknown";
            /** @description What the value was computed from. */
            readonly inputs: readonly components["schemas"]["ComputedInput"][];
            /** @description The model that computed it; null: none did. */
            readonly model: components["schemas"]["ModelVersion"] | null;
        };
        readonly PlanningApplicationsItem: {
            /** @description The authority's reference. */
            readonly reference: string;
            /** @description The planning authority. */
            readonly authority: string;
            /** @description The description as published. */
            readonly description: string;
            /** @description What kind it is. */
            readonly type: string | null;
            /** @description The status. */
            readonly status: string;
            /** @description The decision as published; null: none is told. */
            readonly decision: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly received_on: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly decided_on: string | null;
            /** @description The site; null: not told. */
            readonly site_address: string | null;
            /** @description The postcode; null: none. */
            readonly postal_code: string | null;
            /**
             * @description What tied it to the company, such as the number or the name.
             * @enum {string}
             */
            readonly matched_on: "applicant_name" | "property_title" | "site_address";
            /** @description The address; null: none is published. */
            readonly url: string | null;
            /** @description Share of such values that are right, 0 to 1. */
            readonly confidence: number;
        };
        readonly PlanningApplications: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["PlanningApplicationsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly PlanningValue: {
            readonly applications: components["schemas"]["PlanningApplications"];
            /** @description The number of items by status. */
            readonly by_status: {
                readonly [key: string]: number;
            };
            /** @description Planning authorities whose registers were looked at. */
            readonly authorities_covered: readonly string[];
        };
        /** @description The narrowest with enough peers. */
        readonly FinancialBenchmarksCohort: {
            /**
             * @description Five, three or two digits of the Standard Industrial Classification, or a section.
             */
            readonly sic: string;
            /** @description Employees; any: no headcount is filed. */
            readonly size_band: string;
            /** @description Peers with a ratio that is compared; the company itself is none. */
            readonly companies: number;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly period_from: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly period_to: string;
        };
        readonly FinancialBenchmarksRatiosItem: {
            /**
             * @description The key of the ratio or score.
             * @enum {string}
             */
            readonly key: "current_ratio" | "cash_to_creditors" | "gearing" | "net_assets_to_total" | "assets_per_head" | "turnover_per_head" | "operating_margin" | "turnover_growth" | "net_assets_growth";
            /** @description At most four decimals. */
            readonly value: number;
            /**
             * @description The unit of the value.
             * @enum {string}
             */
            readonly unit: "ratio" | "percent" | "gbp_per_head";
            /** @description Share of peers with less. */
            readonly percentile: number;
            /** @description First quartile, median and third quartile of the peers. */
            readonly quartiles: readonly number[];
            /** @description What the value was computed from. */
            readonly inputs: readonly components["schemas"]["ComputedInput"][];
        };
        readonly FinancialBenchmarksValue: {
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly period_end: string;
            readonly cohort: components["schemas"]["FinancialBenchmarksCohort"];
            /** @description The ratios that can be compared. */
            readonly ratios: readonly components["schemas"]["FinancialBenchmarksRatiosItem"][];
            /** @description The fields that are null for a reason. */
            readonly withheld: readonly components["schemas"]["WithheldField"][];
        };
        readonly RevenueEstimateCohort: {
            /** @description Codes of the Standard Industrial Classification. */
            readonly sic: string;
            /** @description How many companies the cohort has. */
            readonly companies: number;
        };
        readonly RevenueEstimateValue: {
            /**
             * @description What the value rests on.
             * @enum {string}
             */
            readonly basis: "filed" | "modelled";
            readonly low: components["schemas"]["Money"];
            readonly mid: components["schemas"]["Money"];
            readonly high: components["schemas"]["Money"];
            readonly band: components["schemas"]["MoneyBand"];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly period_end: string;
            /** @description The legal size limit that capped it. */
            readonly capped_by: string | null;
            /** @description The companies that it is compared with. */
            readonly cohort: components["schemas"]["RevenueEstimateCohort"] | null;
            /** @description What the value was computed from. */
            readonly inputs: readonly components["schemas"]["ComputedInput"][];
            /** @description The model that computed it; null: none did. */
            readonly model: components["schemas"]["ModelVersion"] | null;
        };
        readonly ScoresScoresItemPointsItem: {
            readonly input: components["schemas"]["ComputedInput"];
            /** @description Points that it adds. */
            readonly points: number;
        };
        readonly ScoresScoresItem: {
            /**
             * @description The key of the ratio or score.
             * @enum {string}
             */
            readonly key: "financial_position" | "filing_discipline" | "stability" | "growth";
            /** @description The value. */
            readonly value: number;
            /**
             * @description The band or class in words.
             * @enum {string}
             */
            readonly label: "low" | "fair" | "good" | "strong";
            /**
             * @description They sum to the value. An input that is not known (null) has half of its points.
             */
            readonly points: readonly components["schemas"]["ScoresScoresItemPointsItem"][];
        };
        readonly ScoresValue: {
            /** @description The scores, each with its points. */
            readonly scores: readonly components["schemas"]["ScoresScoresItem"][];
            readonly model: components["schemas"]["ModelVersion"];
            /** @description A reminder that a score is not a credit rating. */
            readonly not_a_credit_rating: boolean;
        };
        readonly FundingTotalsItem: {
            /** @description The kind. */
            readonly kind: string;
            readonly amount: components["schemas"]["Money"];
            /** @description How many there are. */
            readonly count: number;
        };
        readonly FundingRoundsItem: {
            /**
             * @description The kind.
             * @enum {string}
             */
            readonly kind: "grant" | "research_award" | "share_issue" | "secured_loan";
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly date: string;
            /** @description Null where nobody publishes it, as for share issues and secured loans. */
            readonly amount: components["schemas"]["Money"] | null;
            /** @description Who gave it; null: not told. */
            readonly funder: string | null;
            /** @description What happened, in words. */
            readonly title: string | null;
            /** @description Where it came from. */
            readonly source: string;
            /** @description The name or number of the item at its source. */
            readonly source_ref: string;
            /** @description Share of such values that are right, 0 to 1. */
            readonly confidence: number;
        };
        readonly FundingRounds: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["FundingRoundsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly FundingValue: {
            /** @description One currency a total; of rounds whose amount is told. */
            readonly totals: readonly components["schemas"]["FundingTotalsItem"][];
            readonly rounds: components["schemas"]["FundingRounds"];
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly latest_on: string;
        };
        readonly TradingAddressPrimaryEvidenceItem: {
            /** @description Where it came from. */
            readonly source: string;
            /** @description The address; null: none is published. */
            readonly url: string | null;
            /** @description What it prints; null: nothing is quoted. */
            readonly snippet: string | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly seen_on: string;
        };
        readonly TradingAddressPrimary: {
            /** @description First line of the address. */
            readonly address_line_1: string | null;
            /** @description Second line. */
            readonly address_line_2: string | null;
            /** @description Post town. */
            readonly locality: string | null;
            /** @description County. */
            readonly region: string | null;
            /** @description The postcode; null: none. */
            readonly postal_code: string | null;
            /**
             * @description The kind.
             * @enum {string}
             */
            readonly kind: "head_office" | "branch" | "unknown";
            /** @description What shows it. */
            readonly evidence: readonly components["schemas"]["TradingAddressPrimaryEvidenceItem"][];
            /** @description Independent sources. */
            readonly corroborations: number;
            /** @description Whether a business listing was asked. */
            readonly listing_checked: boolean;
        };
        readonly TradingAddressOthers: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["TradingAddressPrimary"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly TradingAddressValue: {
            readonly primary: components["schemas"]["TradingAddressPrimary"];
            readonly others: components["schemas"]["TradingAddressOthers"];
            /** @description Whether it is the registered office. */
            readonly same_as_registered: boolean;
        };
        readonly SubsidiariesSubsidiariesItem: {
            /** @description A UK company number, 8 characters. */
            readonly company_number: string;
            /** @description The name as published. */
            readonly company_name: string;
            /** @description The register's key of the status; null: not told. */
            readonly company_status: string | null;
            /** @description The kinds of control, by the register's keys. */
            readonly natures_of_control: readonly string[];
            /**
             * @description How much of it is held.
             * @enum {string}
             */
            readonly ownership_band: "75-100" | "50-75" | "25-50" | "25+" | "control_without_stake";
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly notified_on: string | null;
            /** @description What tied it to the company, such as the number or the name. */
            readonly matched_on: string;
        };
        readonly SubsidiariesValue: {
            /** @description Companies that it controls, newest first. */
            readonly subsidiaries: readonly components["schemas"]["SubsidiariesSubsidiariesItem"][];
            /** @description How many there are. */
            readonly count: number;
            /** @description Subsidiaries that are active. */
            readonly active_count: number;
        };
        readonly FirmographicsSicSection: {
            /** @description The code of the class. */
            readonly code: string;
            /** @description The name as published. */
            readonly name: string;
        };
        readonly FirmographicsValue: {
            /** @description Whole years at the newest day of the register among its inputs. */
            readonly age_years: number | null;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly incorporated_on: string | null;
            /** @description The register's key, such as ltd; null: not known. */
            readonly legal_form: string | null;
            /** @description Null where the register prints a status that its list lacks. */
            readonly status_group: string | null;
            /** @description Of the first filed code that is not generic. */
            readonly sic_section: components["schemas"]["FirmographicsSicSection"] | null;
            /**
             * @description Two of the three limits in force for the newest period of its own accounts.
             * @enum {string|null}
             */
            readonly size_class: "micro" | "small" | "medium" | "large" | null;
            /** @description The band of its headcount; null: not known. */
            readonly employees_band: components["schemas"]["Band"] | null;
            /** @description Of the middle of revenue_estimate. */
            readonly turnover_band: components["schemas"]["MoneyBand"] | null;
            /** @description Of the registered office, by its postcode; only England has regions. */
            readonly region: components["schemas"]["FirmographicsSicSection"] | null;
            /** @description Of the registered office, by its postcode. */
            readonly country: string | null;
            /** @description Whether the company is dormant; null: not known. */
            readonly is_dormant: boolean | null;
            /** @description A company holds half or more of it, or it holds half or more of another. */
            readonly in_group: boolean | null;
            /** @description What the value was computed from. */
            readonly inputs: readonly components["schemas"]["ComputedInput"][];
        };
        readonly ComparablesCompaniesItem: {
            /** @description A UK company number, 8 characters. */
            readonly company_number: string;
            /** @description The name as published. */
            readonly company_name: string;
            /** @description How much alike the two companies are. */
            readonly score: number;
            /** @description What the two companies have in common. */
            readonly shared: readonly ("sic" | "sic_group" | "size" | "region" | "age")[];
            /** @description The band of its headcount; null: not known. */
            readonly employees_band: components["schemas"]["Band"] | null;
            /** @description The region; null: not known. */
            readonly region: string | null;
        };
        /** @description Of those that were looked at; total counts the ones over the least score. */
        readonly ComparablesCompanies: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["ComparablesCompaniesItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        /** @description Live companies of the group of its code. */
        readonly ComparablesCohort: {
            /** @description Codes of the Standard Industrial Classification. */
            readonly sic: string;
            /** @description How many companies were looked at. */
            readonly considered: number;
        };
        readonly ComparablesValue: {
            readonly companies: components["schemas"]["ComparablesCompanies"];
            readonly cohort: components["schemas"]["ComparablesCohort"];
            /** @description The weight of each thing that companies can have in common. */
            readonly weights: {
                readonly [key: string]: number;
            };
            readonly model: components["schemas"]["ModelVersion"];
        };
        readonly BusinessIntelligenceItemsItem: {
            /**
             * @description What it is about.
             * @enum {string}
             */
            readonly topic: "growth" | "risk" | "ownership" | "people" | "property" | "funding" | "activity";
            /** @description The sentence. */
            readonly statement: string;
            /**
             * Format: date
             * @description A day, YYYY-MM-DD.
             */
            readonly date: string | null;
            /** @description The blocks that this is about. */
            readonly blocks: readonly ("domain" | "domain_validation" | "registered_address" | "corporate_owners" | "controllers" | "charges" | "officers" | "company_identity" | "filing_status" | "registry_events" | "industry" | "related_company_domain" | "nature_of_business" | "property" | "financials_filed" | "ultimate_owner" | "employees_filed" | "contacts" | "signals" | "news_signals" | "financials_live" | "employees_live" | "web_traffic" | "web_presence" | "technologies" | "employees" | "planning" | "financial_benchmarks" | "revenue_estimate" | "scores" | "funding" | "trading_address" | "subsidiaries" | "firmographics" | "comparables" | "business_intelligence" | "company_summary")[];
            /** @description What the value was computed from. */
            readonly inputs: readonly components["schemas"]["ComputedInput"][];
        };
        readonly BusinessIntelligenceItems: {
            /** @description The items that are served. */
            readonly items: readonly components["schemas"]["BusinessIntelligenceItemsItem"][];
            /** @description The number of all items. */
            readonly total: number;
            /** @description True: not all items are served. */
            readonly truncated: boolean;
        };
        readonly BusinessIntelligenceValue: {
            readonly items: components["schemas"]["BusinessIntelligenceItems"];
        };
        readonly CompanySummarySentencesItem: {
            /** @description The text. */
            readonly text: string;
            /** @description The blocks that this is about. */
            readonly blocks: readonly ("domain" | "domain_validation" | "registered_address" | "corporate_owners" | "controllers" | "charges" | "officers" | "company_identity" | "filing_status" | "registry_events" | "industry" | "related_company_domain" | "nature_of_business" | "property" | "financials_filed" | "ultimate_owner" | "employees_filed" | "contacts" | "signals" | "news_signals" | "financials_live" | "employees_live" | "web_traffic" | "web_presence" | "technologies" | "employees" | "planning" | "financial_benchmarks" | "revenue_estimate" | "scores" | "funding" | "trading_address" | "subsidiaries" | "firmographics" | "comparables" | "business_intelligence" | "company_summary")[];
        };
        readonly CompanySummaryValue: {
            /** @description The text. */
            readonly text: string;
            /** @description The sentences, each with the blocks that it rests on. */
            readonly sentences: readonly components["schemas"]["CompanySummarySentencesItem"][];
            /**
             * @description Whether the text is quoted or written.
             * @enum {string}
             */
            readonly method: "template" | "ai";
            /**
             * @description ISO 639-1.
             * @enum {string}
             */
            readonly language: "en";
        };
        /** @description Further facts and evidence about the value. */
        readonly DomainDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
            /** @description Public records that name the website. */
            readonly evidence?: readonly components["schemas"]["WebsiteRecord"][];
            readonly set_aside?: components["schemas"]["WebsiteSetAside"];
            readonly search?: components["schemas"]["WebsiteSearch"];
            /** @description Why the website was not read this time. */
            readonly not_validated?: string;
        };
        /**
         * @description Billed: one unit. Possible advisories: `provenance_uncertain_but_validated`,
         * `inheritance_flag_without_a_related_url`, `group_site_prefer_uk_domain`.
         * @example {
         *       "status": "available",
         *       "value": "shown-pumps.co.uk",
         *       "source": "pay_gap_register",
         *       "as_of": "2024-07-01",
         *       "confidence": 0.97,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": true,
         *           "served": true
         *         },
         *         "evidence": [
         *           {
         *             "source": "pay_gap_register",
         *             "url": "https://shown-pumps.co.uk/",
         *             "seen_on": "2024-03-06"
         *           }
         *         ]
         *       },
         *       "final_url": "https://shown-pumps.co.uk/"
         *     }
         */
        readonly DomainAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["DomainValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["DomainDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description The address that was reached. */
            readonly final_url?: string;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `only_related_company_domain`, `not_own_site`, `domain_name_mismatch`,
         * `name_matches_no_address_evidence`, `no_domain_found`, `not_found_after_search`,
         * `search_unavailable`, `site_unreachable`, `site_lookup_not_run`, `source_busy`, `not_looked_up`,
         * `not_confirmed`.
         */
        readonly DomainNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["DomainDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The website that is this company's own, never a related company's. */
        readonly DomainBlock: components["schemas"]["DomainAvailable"] | components["schemas"]["DomainNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly DomainValidationDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
            readonly domain_reason?: components["schemas"]["ReasonCode"];
            readonly evidence?: components["schemas"]["ValidationEvidence"];
            /** @description The version of the weights of the checks. */
            readonly weights?: string;
            readonly second_reader?: components["schemas"]["SecondReader"];
            /** @description What was wrong with the site. */
            readonly faults?: readonly string[];
            /** @description The HTTP status of the last answer. */
            readonly http_status?: number | null;
            /** @description The address that was reached. */
            readonly final_url?: string | null;
        };
        /**
         * @description Billed: one unit. Possible advisories: `domain_name_mismatch`,
         * `name_matches_no_address_evidence`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "domain": "shown-pumps.co.uk",
         *         "dns_resolves": true,
         *         "email_deliverable": null,
         *         "site_live": true,
         *         "http_status": 200,
         *         "final_url": "https://shown-pumps.co.uk/",
         *         "director_check": "not_requested",
         *         "score": 100,
         *         "outcome": "accept",
         *         "checks": {
         *           "legal_name_exact": true,
         *           "business_name": false,
         *           "same_postcode": true,
         *           "similar_postcode": true,
         *           "city_match": true,
         *           "county_match": false,
         *           "address_match": false,
         *           "director_match": null,
         *           "company_number": true,
         *           "other_company_number": false,
         *           "foreign_registration": false,
         *           "uk_domain": true,
         *           "phone_present": true,
         *           "generic_platform": false,
         *           "parked": false
         *         },
         *         "contributions": {
         *           "company_number": 60,
         *           "legal_name_exact": 20,
         *           "domain_name": 10,
         *           "same_postcode": 4,
         *           "city_match": 4,
         *           "uk_domain": 3,
         *           "phone_present": 2,
         *           "public_record": 12
         *         },
         *         "reasons": [
         *           "company_number",
         *           "legal_name_exact"
         *         ]
         *       },
         *       "source": "service_validator",
         *       "as_of": "2024-07-01",
         *       "confidence": 0.97,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "evidence": {
         *           "hard_matches": {
         *             "company_number": {
         *               "url": "https://shown-pumps.co.uk/",
         *               "snippet": "LinkedIn | Shown Pumps Limited. Registered in England and Wales No.
         * 44000025."
         *             }
         *           },
         *           "name_match": {
         *             "kind": "legal_name",
         *             "url": "https://shown-pumps.co.uk/",
         *             "snippet": "Shown Pumps Limited. Registered in England and Wales No. 44000025."
         *           }
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": false,
         *           "served": true
         *         },
         *         "weights": "websites-1"
         *       },
         *       "final_url": "https://shown-pumps.co.uk/"
         *     }
         */
        readonly DomainValidationAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["DomainValidationValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["DomainValidationDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description The address that was reached. */
            readonly final_url?: string;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `site_unreachable`, `site_blocked`, `site_not_readable`, `no_domain_to_read`,
         * `validation_not_requested`, `not_looked_up`.
         */
        readonly DomainValidationNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["DomainValidationDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Whether that website belongs to the company: checks, score and verdict. */
        readonly DomainValidationBlock: components["schemas"]["DomainValidationAvailable"] | components["schemas"]["DomainValidationNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly RegisteredAddressDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The country as published. */
            readonly country?: string | null;
            /** @description `ok`, or what the register says about the address. */
            readonly address_status?: string;
            /** @description True: a UK postcode is expected, and this is none. */
            readonly postcode_malformed?: boolean;
            /** @description True: the directory of postcodes does not have this postcode. */
            readonly postcode_unknown?: boolean;
            /** @description The month, YYYY-MM, in which the postcode went out of use. */
            readonly postcode_terminated_on?: string;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "address_line_1": null,
         *         "address_line_2": null,
         *         "locality": null,
         *         "region": null,
         *         "postal_code": "EC4M 9BT"
         *       },
         *       "source": "company_register",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "country": null,
         *         "address_status": "ok"
         *       }
         *     }
         */
        readonly RegisteredAddressAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["RegisteredAddressValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["RegisteredAddressDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_address_on_file`.
         */
        readonly RegisteredAddressNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["RegisteredAddressDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The registered office as filed. */
        readonly RegisteredAddressBlock: components["schemas"]["RegisteredAddressAvailable"] | components["schemas"]["RegisteredAddressNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        readonly CorporateOwnersDetailNumberAsFiledItem: {
            /** @description The name as published. */
            readonly name: string | null;
            /** @description The number, E.164. */
            readonly number: string | null;
        };
        readonly CorporateOwnersDetailHeldThroughItem: {
            /** @description The name as published. */
            readonly name: string | null;
            /** @description `trust`, `firm`, or both. */
            readonly through: readonly string[];
        };
        /** @description Further facts and evidence about the value. */
        readonly CorporateOwnersDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description `part`: only a part of the publisher’s file is loaded. */
            readonly coverage?: string;
            /**
             * @description Owners that were filed with the number of another company. The number is not
             * believed.
             */
            readonly number_as_filed?: readonly components["schemas"]["CorporateOwnersDetailNumberAsFiledItem"][];
            /**
             * @description Those who hold a stake through the trustees of a `trust` or the members of a
             * `firm`.
             */
            readonly held_through?: readonly components["schemas"]["CorporateOwnersDetailHeldThroughItem"][];
            /** @description Those who are under sanctions, by the register. */
            readonly is_sanctioned?: readonly (string | null)[];
            /** @description Owners that the register of companies does not hold. */
            readonly owners_not_on_file?: readonly (string | null)[];
            /** @description Why the company does not have to say who controls it. */
            readonly exemption?: string;
        };
        /**
         * @description Billed: one unit. Possible advisories: `owner_not_on_file`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "has_corporate_owner": true,
         *         "owners": [
         *           {
         *             "name": "Financial Times Group Limited",
         *             "natures_of_control": [
         *               "ownership-of-shares-75-to-100-percent",
         *               "voting-rights-75-to-100-percent"
         *             ],
         *             "notified_on": "2016-04-06",
         *             "country_registered": "United Kingdom",
         *             "company_number": "00879531",
         *             "nature_of_business": {
         *               "status": "not_found",
         *               "reason": "no_description_on_file"
         *             }
         *           }
         *         ]
         *       },
         *       "source": "company_register_psc",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly CorporateOwnersAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["CorporateOwnersValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["CorporateOwnersDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_corporate_owner_on_the_register`, `no_psc_data_on_file`, `not_looked_up`.
         */
        readonly CorporateOwnersNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["CorporateOwnersDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Companies and other legal persons that control the company now. */
        readonly CorporateOwnersBlock: components["schemas"]["CorporateOwnersAvailable"] | components["schemas"]["CorporateOwnersNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        readonly ControllersDetailStatementsItem: {
            /** @description The sentence. */
            readonly statement: string;
            /** @description The statement in words. */
            readonly words: string;
            /**
             * Format: date
             * @description When the register was told; null: not given.
             */
            readonly notified_on: string | null;
        };
        /** @description Further facts and evidence about the value. */
        readonly ControllersDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description `part`: only a part of the publisher’s file is loaded. */
            readonly coverage?: string;
            /**
             * @description Owners that were filed with the number of another company. The number is not
             * believed.
             */
            readonly number_as_filed?: readonly components["schemas"]["CorporateOwnersDetailNumberAsFiledItem"][];
            /**
             * @description Those who hold a stake through the trustees of a `trust` or the members of a
             * `firm`.
             */
            readonly held_through?: readonly components["schemas"]["CorporateOwnersDetailHeldThroughItem"][];
            /** @description Those who are under sanctions, by the register. */
            readonly is_sanctioned?: readonly (string | null)[];
            /**
             * @description Whether each current person has verified their identity for this role, in the
             * order of the persons.
             */
            readonly identity_verification?: readonly components["schemas"]["IdentityVerification"][];
            /** @description The number of all current persons, by that status. */
            readonly identity_verification_counts?: {
                readonly [key: string]: number;
            };
            /** @description Why the company does not have to say who controls it. */
            readonly exemption?: string;
            /** @description All statements in force, the gravest first. */
            readonly statements?: readonly components["schemas"]["ControllersDetailStatementsItem"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "controllers": [
         *           {
         *             "type": "corporate",
         *             "name": "Financial Times Group Limited",
         *             "country_registered": "United Kingdom",
         *             "natures_of_control": [
         *               "ownership-of-shares-75-to-100-percent",
         *               "voting-rights-75-to-100-percent"
         *             ],
         *             "notified_on": "2016-04-06",
         *             "company_number": "00879531"
         *           }
         *         ],
         *         "has_corporate_owner": true,
         *         "control": {
         *           "has_corporate_controller": true,
         *           "has_individual_controller": false,
         *           "no_controller_on_register": false,
         *           "statement": null
         *         },
         *         "ceased_controllers": []
         *       },
         *       "source": "company_register_psc",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "identity_verification": [
         *           {
         *             "status": "not_required",
         *             "statement_on": null,
         *             "due_on": null,
         *             "route": null,
         *             "verified_by": null,
         *             "supervisors": []
         *           }
         *         ],
         *         "identity_verification_counts": {
         *           "not_required": 1
         *         }
         *       }
         *     }
         */
        readonly ControllersAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["ControllersValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["ControllersDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_psc_data_on_file`, `not_looked_up`.
         */
        readonly ControllersNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["ControllersDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description Everyone with significant control, and those who ceased to have it. An empty list is
         * an answer.
         */
        readonly ControllersBlock: components["schemas"]["ControllersAvailable"] | components["schemas"]["ControllersNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly ChargesDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Facts about the charges that the value has no field for. */
            readonly evidence?: readonly components["schemas"]["ChargeEvidence"][];
            readonly register_counts?: components["schemas"]["RegisterCounts"];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "outstanding_count": 1,
         *         "satisfied_count": 3,
         *         "total_count": 4,
         *         "holders": [
         *           "The Mayor and Commonalty and Citizens of the City of London"
         *         ],
         *         "charges": [
         *           {
         *             "charge_code": null,
         *             "status": "outstanding",
         *             "created_on": "2012-02-24",
         *             "registered_on": "2012-03-02",
         *             "persons_entitled": [
         *               "The Mayor and Commonalty and Citizens of the City of London"
         *             ],
         *             "particulars": "With full title guarantee its interest in £45,573.75 or such other sum
         * as is from time to time held.",
         *             "contains": [],
         *             "satisfied_on": null
         *           }
         *         ],
         *         "satisfied_charges": [
         *           {
         *             "charge_code": null,
         *             "status": "fully-satisfied",
         *             "created_on": "1984-10-19",
         *             "registered_on": "1984-10-26",
         *             "persons_entitled": [
         *               "The Prudential Assurance Company LTD."
         *             ],
         *             "particulars": "Charge by way of first legal mortgage & upon an underlease between
         * pearson PLC & the company dated 26/6/84 of bracken house. 10 cannon st. London EC4. Togeher with
         * all buildings and errections thereon and all fixtures whatsoever now or at any time hereafter
         * affixed or attached to the property or any part thereof.",
         *             "contains": [],
         *             "satisfied_on": "1987-07-28"
         *           },
         *           {
         *             "charge_code": null,
         *             "status": "fully-satisfied",
         *             "created_on": "1984-06-26",
         *             "registered_on": "1984-07-16",
         *             "persons_entitled": [
         *               "The Prudential Assurance Company Limited."
         *             ],
         *             "particulars": "Legal mortgage- brackenhouse, 10 cannon street, london EC4. T.n-
         * LN188794.",
         *             "contains": [],
         *             "satisfied_on": "1987-07-28"
         *           }
         *         ],
         *         "past_holders": [
         *           "The Prudential Assurance Company LTD.",
         *           "The Prudential Assurance Company Limited."
         *         ],
         *         "latest_created_on": "2012-02-24",
         *         "latest_satisfied_on": "1987-07-28"
         *       },
         *       "source": "company_register_charges",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "evidence": [
         *           {
         *             "kind": "charge_number",
         *             "charge_number": 4,
         *             "created_on": "2012-02-24"
         *           },
         *           {
         *             "kind": "release_without_satisfaction",
         *             "charge_number": 4,
         *             "filing_type": "charge-whole-release",
         *             "delivered_on": "2016-12-13"
         *           }
         *         ]
         *       }
         *     }
         */
        readonly ChargesAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["ChargesValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["ChargesDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `none_on_register`, `not_looked_up`, `no_charges_data_on_file`, `register_unavailable`,
         * `source_busy`.
         */
        readonly ChargesNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["ChargesDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description Charges registered against the company, outstanding and satisfied, with their holders.
         */
        readonly ChargesBlock: components["schemas"]["ChargesAvailable"] | components["schemas"]["ChargesNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly OfficersDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description `full`, or `current_only`: those who have resigned are not known. */
            readonly coverage?: string;
            /**
             * @description Whether each current person has verified their identity for this role, in the
             * order of the persons.
             */
            readonly identity_verification?: readonly components["schemas"]["IdentityVerification"][];
            /** @description The number of all current persons, by that status. */
            readonly identity_verification_counts?: {
                readonly [key: string]: number;
            };
            /**
             * @description What the current partners of a limited partnership put in, as far as they told it.
             */
            readonly contributions?: readonly components["schemas"]["Contribution"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "total": 48,
         *         "active": 6,
         *         "resigned": 42,
         *         "current": [
         *           {
         *             "name": "Finola Mary MCDONNELL",
         *             "role": "director",
         *             "appointed_on": "2025-06-30",
         *             "nationality": "Irish",
         *             "country_of_residence": "England",
         *             "occupation": null,
         *             "person_number": null,
         *             "person_key": null,
         *             "date_of_birth": {
         *               "month": 12,
         *               "year": 1975
         *             },
         *             "is_corporate": false
         *           },
         *           {
         *             "name": "Daisuke ARAKAWA",
         *             "role": "director",
         *             "appointed_on": "2022-03-29",
         *             "nationality": "Japanese",
         *             "country_of_residence": "Japan",
         *             "occupation": null,
         *             "person_number": null,
         *             "person_key": null,
         *             "date_of_birth": {
         *               "month": 8,
         *               "year": 1962
         *             },
         *             "is_corporate": false
         *           }
         *         ],
         *         "former": [
         *           {
         *             "name": "John Joseph RIDDING",
         *             "role": "director",
         *             "appointed_on": "2006-06-12",
         *             "nationality": "British",
         *             "country_of_residence": "United Kingdom",
         *             "occupation": null,
         *             "person_number": null,
         *             "person_key": null,
         *             "date_of_birth": {
         *               "month": 6,
         *               "year": 1965
         *             },
         *             "is_corporate": false,
         *             "resigned_on": "2025-06-30"
         *           },
         *           {
         *             "name": "Motohiro MATSUMOTO",
         *             "role": "director",
         *             "appointed_on": "2020-03-26",
         *             "nationality": "Japanese",
         *             "country_of_residence": "Japan",
         *             "occupation": null,
         *             "person_number": null,
         *             "person_key": null,
         *             "date_of_birth": {
         *               "month": 7,
         *               "year": 1962
         *             },
         *             "is_corporate": false,
         *             "resigned_on": "2022-03-29"
         *           }
         *         ],
         *         "ages": {
         *           "average": 55.6,
         *           "youngest": 50,
         *           "oldest": 63
         *         }
         *       },
         *       "source": "company_register_officers",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "coverage": "full",
         *         "identity_verification": [
         *           {
         *             "status": "not_told",
         *             "statement_on": null,
         *             "due_on": null,
         *             "route": null,
         *             "verified_by": null,
         *             "supervisors": []
         *           },
         *           {
         *             "status": "not_told",
         *             "statement_on": null,
         *             "due_on": null,
         *             "route": null,
         *             "verified_by": null,
         *             "supervisors": []
         *           }
         *         ],
         *         "identity_verification_counts": {
         *           "not_told": 5,
         *           "not_required": 1
         *         }
         *       }
         *     }
         */
        readonly OfficersAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["OfficersValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["OfficersDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_officers_on_file`, `not_looked_up`, `register_unavailable`, `source_busy`.
         */
        readonly OfficersNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["OfficersDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description Directors, secretaries and members, current and former, with month and year of birth
         * only.
         */
        readonly OfficersBlock: components["schemas"]["OfficersAvailable"] | components["schemas"]["OfficersNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly CompanyIdentityDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
            /** @description The status in the register's own words. */
            readonly status_detail?: string;
            /**
             * Format: date
             * @description When the company was dissolved; beside a live status, before it was restored.
             */
            readonly dissolved_on?: string;
            /**
             * Format: date
             * @description When it was registered, where registration is no incorporation.
             */
            readonly registered_on?: string;
            /** @description The register's key for the kind of legal form, such as `slp` or `pflp`. */
            readonly subtype?: string;
            /** @description The term of a limited partnership, by the register's key. */
            readonly term?: string;
            /** @description True: the register holds a case of insolvency. */
            readonly has_insolvency_history?: boolean;
            /** @description Notes of the registrar. */
            readonly annotations?: readonly components["schemas"]["RegistrarAnnotation"][];
            /** @description Earlier names, newest first. */
            readonly previous_names?: readonly components["schemas"]["PreviousName"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "incorporated_on": "1928-01-26",
         *         "company_category": "Private Limited Company",
         *         "country_of_origin": "United Kingdom",
         *         "legal_form": "ltd",
         *         "company_status": "active",
         *         "status_group": "active",
         *         "trading_name": null,
         *         "trading_name_source": null
         *       },
         *       "source": "company_register",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly CompanyIdentityAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["CompanyIdentityValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["CompanyIdentityDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_identity_on_file`.
         */
        readonly CompanyIdentityNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["CompanyIdentityDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description What the company is: form, status, origin and day of incorporation, and the name it
         * trades under.
         */
        readonly CompanyIdentityBlock: components["schemas"]["CompanyIdentityAvailable"] | components["schemas"]["CompanyIdentityNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FilingStatusDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
        };
        /**
         * @description Billed: one unit. Possible advisories: `accounts_overdue`, `no_accounts_filed`,
         * `first_accounts_not_yet_due`, `dormant_company`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "accounts_last_made_up_on": "2023-09-30",
         *         "accounts_next_due_on": "2025-06-30",
         *         "accounts_category": "dormant",
         *         "confirmation_statement_last_made_up_on": "2024-09-11",
         *         "confirmation_statement_next_due_on": "2025-09-25"
         *       },
         *       "source": "company_register",
         *       "as_of": "2024-12-01",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "advisories": [
         *           "dormant_company"
         *         ]
         *       }
         *     }
         */
        readonly FilingStatusAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FilingStatusValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FilingStatusDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_filing_dates_on_file`.
         */
        readonly FilingStatusNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FilingStatusDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description When accounts and confirmation statement were last made up and are next due. */
        readonly FilingStatusBlock: components["schemas"]["FilingStatusAvailable"] | components["schemas"]["FilingStatusNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        readonly RegistryEventsDetailMilestonesItem: {
            /** @description What kind it is. */
            readonly type: string;
            /**
             * Format: date
             * @description The day.
             */
            readonly date: string;
        };
        /** @description Further facts and evidence about the value. */
        readonly RegistryEventsDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
            /** @description `with_filings`, or `dates_only`: no list of filings was read. */
            readonly coverage?: string;
            /**
             * Format: date
             * @description The day of the newest event, which lies before the window.
             */
            readonly latest_event_on?: string;
            /** @description Milestones of any age. */
            readonly milestones?: readonly components["schemas"]["RegistryEventsDetailMilestonesItem"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "window": {
         *           "from": "2024-02-28",
         *           "to": "2026-02-28"
         *         },
         *         "events": {
         *           "items": [
         *             {
         *               "date": "2025-06-30",
         *               "type": "officer_appointed",
         *               "title": "Appointment of Finola Mary MCDONNELL as director",
         *               "form": null,
         *               "values": {
         *                 "officer_name": "Finola Mary MCDONNELL",
         *                 "officer_role": "director"
         *               },
         *               "source": "company_register_officers"
         *             },
         *             {
         *               "date": "2025-06-30",
         *               "type": "officer_resigned",
         *               "title": "Termination of appointment of John Joseph RIDDING as director",
         *               "form": null,
         *               "values": {
         *                 "officer_name": "John Joseph RIDDING",
         *                 "officer_role": "director"
         *               },
         *               "source": "company_register_officers"
         *             }
         *           ],
         *           "total": 4,
         *           "truncated": false
         *         },
         *         "latest_event_on": "2025-06-30",
         *         "milestones": [
         *           {
         *             "type": "incorporated",
         *             "date": "1928-01-26"
         *           }
         *         ]
         *       },
         *       "source": "company_register_filings",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "coverage": "with_filings",
         *         "inputs": [
         *           {
         *             "block": null,
         *             "field": "events",
         *             "source": "company_register",
         *             "as_of": "2026-02-28",
         *             "value": 1
         *           },
         *           {
         *             "block": null,
         *             "field": "events",
         *             "source": "company_register_officers",
         *             "as_of": "2026-02-28",
         *             "value": 80
         *           }
         *         ]
         *       }
         *     }
         */
        readonly RegistryEventsAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["RegistryEventsValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["RegistryEventsDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_registry_dates_on_file`, `no_events_in_window`, `events_unavailable`, `register_unavailable`,
         * `source_busy`.
         */
        readonly RegistryEventsNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["RegistryEventsDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description What happened to the company on the register in the last 24 months, and its
         * milestones.
         */
        readonly RegistryEventsBlock: components["schemas"]["RegistryEventsAvailable"] | components["schemas"]["RegistryEventsNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly IndustryDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
            /** @description The revision of the European classification that `nace` uses. */
            readonly nace_revision?: string;
        };
        /**
         * @description Billed: one unit. Possible advisories: `label_contradicts_filed_sic`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "sic": [
         *           {
         *             "code": "58130",
         *             "description": "Publishing of newspapers",
         *             "scheme": "uk_sic_2007",
         *             "is_primary": true
         *           }
         *         ],
         *         "label": "Publishing of newspapers",
         *         "label_source": "filed_sic",
         *         "nace": [
         *           {
         *             "code": "58.13",
         *             "from_sic": "58130"
         *           }
         *         ],
         *         "sic_is_generic": false
         *       },
         *       "source": "company_register",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "nace_revision": "2"
         *       },
         *       "derived": true
         *     }
         */
        readonly IndustryAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["IndustryValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["IndustryDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_sic_on_file`.
         */
        readonly IndustryNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["IndustryDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description The trade as filed: SIC codes with descriptions, the NACE classes they fall into, and
         * a label.
         */
        readonly IndustryBlock: components["schemas"]["IndustryAvailable"] | components["schemas"]["IndustryNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly RelatedCompanyDomainDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Websites that may belong to a related company. Nothing confirms them. */
            readonly candidates?: readonly components["schemas"]["RelatedCandidate"][];
        };
        /**
         * @description Billed: one unit. Possible advisories: `group_site_prefer_uk_domain`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "domain": "holding-pumps.co.uk",
         *         "company": {
         *           "company_number": "44000018",
         *           "company_name": "HOLDING PUMPS LIMITED"
         *         },
         *         "relation": "owner",
         *         "basis": "register_ownership",
         *         "path": [
         *           {
         *             "company_number": "44000001",
         *             "company_name": "PLAIN PUMPS LIMITED"
         *           },
         *           {
         *             "company_number": "44000018",
         *             "company_name": "HOLDING PUMPS LIMITED"
         *           }
         *         ],
         *         "alternatives": [
         *           {
         *             "domain": "shown-pumps.co.uk",
         *             "company": {
         *               "company_number": "44000025",
         *               "company_name": "SHOWN PUMPS LIMITED"
         *             },
         *             "relation": "sister"
         *           }
         *         ]
         *       },
         *       "source": "own_website",
         *       "as_of": "2024-07-01",
         *       "confidence": 0.922,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         }
         *       },
         *       "derived": true
         *     }
         */
        readonly RelatedCompanyDomainAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["RelatedCompanyDomainValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["RelatedCompanyDomainDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `owner_has_no_website`, `owner_not_on_file`, `no_corporate_owner_on_the_register`,
         * `no_psc_data_on_file`, `not_looked_up`, `owner_website_is_this_companys_own`, `not_confirmed`.
         */
        readonly RelatedCompanyDomainNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["RelatedCompanyDomainDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description The website of an owner, parent, subsidiary or sister, where the company shares it or
         * has none.
         */
        readonly RelatedCompanyDomainBlock: components["schemas"]["RelatedCompanyDomainAvailable"] | components["schemas"]["RelatedCompanyDomainNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly NatureOfBusinessDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
            /** @description The passages of the pages on which the value rests. */
            readonly evidence?: readonly components["schemas"]["Sighting"][];
        };
        /**
         * @description Billed: one unit. Possible advisories: `label_contradicts_filed_sic`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "description": "The company provides staff and support services to Mazars LLP and its
         * fellow subsidiary companies.",
         *         "method": "quoted",
         *         "basis": "accounts_text",
         *         "page_url": null,
         *         "period_end": "2020-08-31",
         *         "keywords": [
         *           "staff",
         *           "support"
         *         ],
         *         "language": "en"
         *       },
         *       "source": "company_register_accounts",
         *       "as_of": "2020-08-31",
         *       "confidence": 0.85,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly NatureOfBusinessAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["NatureOfBusinessValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["NatureOfBusinessDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `website_not_validated`, `website_needs_review`, `website_unverified`, `website_not_verifiable`,
         * `site_unreachable`, `site_blocked`, `site_read_unavailable`, `no_domain_to_read`,
         * `site_unreadable`, `site_describes_another_company`, `no_description_on_file`, `not_confirmed`.
         */
        readonly NatureOfBusinessNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["NatureOfBusinessDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description What the company does, in the words of its website or its accounts. */
        readonly NatureOfBusinessBlock: components["schemas"]["NatureOfBusinessAvailable"] | components["schemas"]["NatureOfBusinessNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly PropertyDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The number of titles by tenure. */
            readonly by_tenure?: {
                readonly [key: string]: number;
            };
            /** @description The number of titles held together with others. */
            readonly joint_titles?: number;
            /**
             * @description The number of titles whose owner is entered under another name than the company’s.
             */
            readonly name_differs?: number;
            /**
             * @description `part`: only a part of the publisher’s file is loaded. For a charity it says that
             * the publisher leaves charities out.
             */
            readonly coverage?: string;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "title_count": 3,
         *         "tenure": [
         *           "Freehold",
         *           "Leasehold"
         *         ],
         *         "postcodes": [
         *           "BA1 9ZZ",
         *           "EC4M 9ZZ"
         *         ],
         *         "addresses": [
         *           "1 Synthetic Street, London (EC4M 9ZZ)",
         *           "5 Synthetic Row, Bath (BA1 9ZZ)"
         *         ]
         *       },
         *       "source": "land_registry",
         *       "as_of": "2025-09-01",
         *       "confidence": 0.98,
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "coverage": "part",
         *         "by_tenure": {
         *           "Freehold": 2,
         *           "Leasehold": 1
         *         },
         *         "joint_titles": 2,
         *         "name_differs": 0
         *       }
         *     }
         */
        readonly PropertyAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["PropertyValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["PropertyDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_property_titles_on_file`, `not_looked_up`, `not_confirmed`.
         */
        readonly PropertyNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["PropertyDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Registered titles that the company owns in England and Wales. */
        readonly PropertyBlock: components["schemas"]["PropertyAvailable"] | components["schemas"]["PropertyNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FinancialsFiledDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly document?: components["schemas"]["AccountsDocument"];
            /** @description Another company, which the document names in place of this one. */
            readonly other_company?: string;
            /** @description Documents that this one replaces. */
            readonly evidence?: readonly components["schemas"]["AmendedAccounts"][];
            /** @description How the pages were read, where the document has no markup. */
            readonly pdf_reading?: string;
            /** @description Figures that were read from pages and that nothing confirms. */
            readonly unconfirmed_figures?: readonly string[];
            /** @description Figures that are withheld because something contradicts them. */
            readonly contradicted?: readonly components["schemas"]["ContradictedFigure"][];
            /** @description Figures as filed, which are not believed. */
            readonly filed?: readonly components["schemas"]["UnbelievedFigure"][];
        };
        /**
         * @description Billed: one unit. Possible advisories: `balance_sheet_breaks_from_adjacent_year`,
         * `accounts_made_up_date_off_reference_date`, `financials_in_live_filing_only`, `dormant_company`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "accounts_type": "full",
         *         "scope": "company",
         *         "dormant": false,
         *         "audited": true,
         *         "periods": [
         *           {
         *             "period": {
         *               "start": "2019-09-01",
         *               "end": "2020-08-31",
         *               "months": 12
         *             },
         *             "figures": {
         *               "turnover": {
         *                 "amount": "105758329",
         *                 "currency": "GBP"
         *               },
         *               "gross_profit": {
         *                 "amount": "105758329",
         *                 "currency": "GBP"
         *               },
         *               "operating_profit": {
         *                 "amount": "4814862",
         *                 "currency": "GBP"
         *               },
         *               "profit_before_tax": {
         *                 "amount": "4840466",
         *                 "currency": "GBP"
         *               },
         *               "profit_after_tax": {
         *                 "amount": "3879534",
         *                 "currency": "GBP"
         *               },
         *               "fixed_assets": {
         *                 "amount": "6903761",
         *                 "currency": "GBP"
         *               },
         *               "current_assets": {
         *                 "amount": "12199295",
         *                 "currency": "GBP"
         *               },
         *               "cash": {
         *                 "amount": "2403",
         *                 "currency": "GBP"
         *               },
         *               "debtors": {
         *                 "amount": "12196892",
         *                 "currency": "GBP"
         *               },
         *               "creditors_within_one_year": {
         *                 "amount": "13961829",
         *                 "currency": "GBP"
         *               },
         *               "creditors_after_one_year": null,
         *               "net_current_assets": {
         *                 "amount": "-1762534",
         *                 "currency": "GBP"
         *               },
         *               "total_assets_less_current_liabilities": {
         *                 "amount": "5141227",
         *                 "currency": "GBP"
         *               },
         *               "total_assets": {
         *                 "amount": "19103056",
         *                 "currency": "GBP"
         *               },
         *               "net_assets": {
         *                 "amount": "5141227",
         *                 "currency": "GBP"
         *               }
         *             },
         *             "derived_figures": [
         *               {
         *                 "field": "total_assets",
         *                 "from": [
         *                   "fixed_assets",
         *                   "current_assets"
         *                 ]
         *               }
         *             ],
         *             "withheld": []
         *           },
         *           {
         *             "period": {
         *               "start": "2018-09-01",
         *               "end": "2019-08-31",
         *               "months": 12
         *             },
         *             "figures": {
         *               "turnover": {
         *                 "amount": "94346342",
         *                 "currency": "GBP"
         *               },
         *               "gross_profit": {
         *                 "amount": "94346342",
         *                 "currency": "GBP"
         *               },
         *               "operating_profit": {
         *                 "amount": "4376303",
         *                 "currency": "GBP"
         *               },
         *               "profit_before_tax": {
         *                 "amount": "5776303",
         *                 "currency": "GBP"
         *               },
         *               "profit_after_tax": {
         *                 "amount": "4917029",
         *                 "currency": "GBP"
         *               },
         *               "fixed_assets": {
         *                 "amount": "6903761",
         *                 "currency": "GBP"
         *               },
         *               "current_assets": {
         *                 "amount": "13065441",
         *                 "currency": "GBP"
         *               },
         *               "cash": {
         *                 "amount": "2982",
         *                 "currency": "GBP"
         *               },
         *               "debtors": {
         *                 "amount": "13062459",
         *                 "currency": "GBP"
         *               },
         *               "creditors_within_one_year": {
         *                 "amount": "14707509",
         *                 "currency": "GBP"
         *               },
         *               "creditors_after_one_year": null,
         *               "net_current_assets": {
         *                 "amount": "-1642068",
         *                 "currency": "GBP"
         *               },
         *               "total_assets_less_current_liabilities": {
         *                 "amount": "5261693",
         *                 "currency": "GBP"
         *               },
         *               "total_assets": {
         *                 "amount": "19969202",
         *                 "currency": "GBP"
         *               },
         *               "net_assets": {
         *                 "amount": "5261693",
         *                 "currency": "GBP"
         *               }
         *             },
         *             "derived_figures": [
         *               {
         *                 "field": "total_assets",
         *                 "from": [
         *                   "fixed_assets",
         *                   "current_assets"
         *                 ]
         *               }
         *             ],
         *             "withheld": []
         *           }
         *         ],
         *         "document": {
         *           "made_up_to": "2020-08-31",
         *           "filed_on": null,
         *           "taxonomy": "FRS-102-2019-01-01",
         *           "document_id": "Prod223_2911_05380971_20200831",
         *           "read_by": "ixbrl"
         *         }
         *       },
         *       "source": "company_register_accounts",
         *       "as_of": "2020-08-31",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly FinancialsFiledAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FinancialsFiledValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FinancialsFiledDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
         * `financials_in_live_filing_only`, `no_financials_on_file`, `accounts_not_machine_readable`,
         * `accounts_unreadable`, `dormant_company`.
         */
        readonly FinancialsFiledNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FinancialsFiledDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Figures of the last filed accounts, up to five periods. */
        readonly FinancialsFiledBlock: components["schemas"]["FinancialsFiledAvailable"] | components["schemas"]["FinancialsFiledNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        readonly UltimateOwnerDetailHeldThroughItem: {
            /** @description The name as published. */
            readonly name: string;
            /** @description `trust`, `firm`, or both. */
            readonly through: readonly string[];
        };
        /** @description Further facts and evidence about the value. */
        readonly UltimateOwnerDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
            /** @description The chain as far as it could be followed. */
            readonly chain?: readonly components["schemas"]["UltimateOwnerChainItem"][];
            /** @description Why the chain ends there. */
            readonly stopped_at?: string;
            /**
             * @description Where the chain ends at an overseas entity: the number of its registered
             * beneficial owners.
             */
            readonly beneficial_owners?: number;
            /** @description Others who hold as much as the owner. */
            readonly ties?: readonly string[];
            /**
             * @description Those who hold a stake through the trustees of a `trust` or the members of a
             * `firm`.
             */
            readonly held_through?: readonly components["schemas"]["UltimateOwnerDetailHeldThroughItem"][];
            readonly cross_check?: components["schemas"]["OwnerByIdentifiers"];
            /** @description Why the company does not have to say who controls it. */
            readonly exemption?: string;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "company_name": "POWERLEAGUE FIVES LIMITED",
         *         "company_number": "03867954",
         *         "depth": 0,
         *         "resolved_by": "self",
         *         "chain": []
         *       },
         *       "source": "service_model",
         *       "as_of": "2026-02-28",
         *       "confidence": 1,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "stopped_at": "no_controller"
         *       },
         *       "derived": true
         *     }
         */
        readonly UltimateOwnerAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["UltimateOwnerValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["UltimateOwnerDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_majority_controller`, `owner_not_on_file`, `ultimate_owner_not_resolved`,
         * `no_psc_data_on_file`, `not_looked_up`, `not_confirmed`.
         */
        readonly UltimateOwnerNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["UltimateOwnerDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The top of the chain of majority control. */
        readonly UltimateOwnerBlock: components["schemas"]["UltimateOwnerAvailable"] | components["schemas"]["UltimateOwnerNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly EmployeesFiledDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly document?: components["schemas"]["AccountsDocument"];
            /** @description Another company, which the document names in place of this one. */
            readonly other_company?: string;
            /** @description Documents that this one replaces. */
            readonly evidence?: readonly components["schemas"]["AmendedAccounts"][];
            /** @description How the pages were read, where the document has no markup. */
            readonly pdf_reading?: string;
            /** @description Figures that were read from pages and that nothing confirms. */
            readonly unconfirmed_figures?: readonly string[];
            readonly filed?: components["schemas"]["UnbelievedHeadcount"];
        };
        /**
         * @description Billed: one unit. Possible advisories: `dormant_company`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "headcount": 1920,
         *         "basis": "average_over_period",
         *         "scope": "company",
         *         "period": {
         *           "start": "2019-09-01",
         *           "end": "2020-08-31",
         *           "months": 12
         *         },
         *         "prior": {
         *           "headcount": 1678,
         *           "period": {
         *             "start": "2018-09-01",
         *             "end": "2019-08-31",
         *             "months": 12
         *           }
         *         },
         *         "document": {
         *           "made_up_to": "2020-08-31",
         *           "document_id": "Prod223_2911_05380971_20200831",
         *           "read_by": "ixbrl"
         *         }
         *       },
         *       "source": "company_register_accounts",
         *       "as_of": "2020-08-31",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly EmployeesFiledAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["EmployeesFiledValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["EmployeesFiledDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
         * `financials_in_live_filing_only`, `no_financials_on_file`, `accounts_not_machine_readable`,
         * `accounts_unreadable`, `no_headcount_on_file`, `filed_value_implausible`.
         */
        readonly EmployeesFiledNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["EmployeesFiledDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The average headcount stated in the last filed accounts. */
        readonly EmployeesFiledBlock: components["schemas"]["EmployeesFiledAvailable"] | components["schemas"]["EmployeesFiledNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly ContactsDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
            /** @description What was not looked for, and why. */
            readonly withheld?: readonly components["schemas"]["WithheldField"][];
        };
        /**
         * @description Billed: one unit. Possible advisories: `lookups_incomplete`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "people": {
         *           "items": [
         *             {
         *               "name": "ASHWORTH, Jane",
         *               "role": "director",
         *               "role_group": "director",
         *               "person_key": null,
         *               "found_in": [
         *                 "officers",
         *                 "website"
         *               ],
         *               "email": {
         *                 "address": "jane.ashworth@shown-pumps.co.uk",
         *                 "kind": "personal",
         *                 "deliverable": null,
         *                 "page_url": "https://shown-pumps.co.uk/our-team"
         *               },
         *               "phone": {
         *                 "number": "+441134960155",
         *                 "page_url": "https://shown-pumps.co.uk/our-team"
         *               },
         *               "linkedin_url": null,
         *               "withheld": []
         *             }
         *           ],
         *           "total": 1,
         *           "truncated": false
         *         },
         *         "company_channels": {
         *           "emails": [
         *             {
         *               "address": "info@shown-pumps.co.uk",
         *               "deliverable": null,
         *               "page_url": "https://shown-pumps.co.uk/contact"
         *             }
         *           ],
         *           "phones": [
         *             {
         *               "number": "+441134960123",
         *               "page_url": "https://shown-pumps.co.uk/contact"
         *             }
         *           ]
         *         }
         *       },
         *       "source": "own_website",
         *       "as_of": "2024-07-01",
         *       "confidence": 0.9,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": true,
         *           "served": true
         *         }
         *       }
         *     }
         */
        readonly ContactsAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["ContactsValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["ContactsDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_emails_found`, `no_people_found`, `contacts_disabled`, `contacts_unavailable`, `not_confirmed`.
         */
        readonly ContactsNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["ContactsDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description People to talk to and the e-mail addresses and phone numbers that the company prints
         * itself.
         */
        readonly ContactsBlock: components["schemas"]["ContactsAvailable"] | components["schemas"]["ContactsNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly SignalsDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "window": {
         *           "from": "2025-02-28",
         *           "to": "2026-02-28"
         *         },
         *         "signals": {
         *           "items": [
         *             {
         *               "type": "director_change",
         *               "date": "2025-06-30",
         *               "title": "Appointment of Finola Mary MCDONNELL as director",
         *               "direction": "neutral",
         *               "amount": null,
         *               "counterparty": null,
         *               "url": null,
         *               "source": "company_register_officers",
         *               "source_ref": "FINOLA MARY MCDONNELL director 2025-06-30",
         *               "confidence": 0.98,
         *               "detail": {
         *                 "state": "opened"
         *               }
         *             },
         *             {
         *               "type": "director_change",
         *               "date": "2025-06-30",
         *               "title": "Termination of appointment of John Joseph RIDDING as director",
         *               "direction": "neutral",
         *               "amount": null,
         *               "counterparty": null,
         *               "url": null,
         *               "source": "company_register_officers",
         *               "source_ref": "JOHN JOSEPH RIDDING director 2006-06-12",
         *               "confidence": 0.98,
         *               "detail": {
         *                 "state": "ended"
         *               }
         *             }
         *           ],
         *           "total": 2,
         *           "truncated": false
         *         },
         *         "counts": {
         *           "director_change": 2
         *         }
         *       },
         *       "source": "service_model",
         *       "as_of": "2026-02-28",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "inputs": [
         *           {
         *             "block": null,
         *             "field": "signals",
         *             "source": "company_register_officers",
         *             "as_of": "2026-02-28",
         *             "value": 2
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly SignalsAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["SignalsValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["SignalsDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_signals_on_record`, `no_signals_on_file`, `not_looked_up`, `signals_unavailable`,
         * `not_confirmed`.
         */
        readonly SignalsNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["SignalsDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description Dated facts of the last 12 months that say something about how the company is doing.
         */
        readonly SignalsBlock: components["schemas"]["SignalsAvailable"] | components["schemas"]["SignalsNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly NewsSignalsDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "window": {
         *           "from": "2024-04-02",
         *           "to": "2024-07-01"
         *         },
         *         "items": {
         *           "items": [
         *             {
         *               "headline": "Ten firms to watch",
         *               "url": "https://www.paper.co.uk/ten-firms",
         *               "publisher_host": "paper.co.uk",
         *               "published_on": "2024-06-20",
         *               "type": "other",
         *               "matched_on": "exact_name_and_place",
         *               "confidence": 0.6
         *             }
         *           ],
         *           "total": 1,
         *           "truncated": false
         *         }
         *       },
         *       "source": "news_provider",
         *       "as_of": "2024-07-01",
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T09:00:00.000Z"
         *         }
         *       }
         *     }
         */
        readonly NewsSignalsAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["NewsSignalsValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["NewsSignalsDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_signals_on_record`, `signals_unavailable`, `search_unavailable`, `not_confirmed`.
         */
        readonly NewsSignalsNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["NewsSignalsDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Headlines about the company of the last 90 days, with links. */
        readonly NewsSignalsBlock: components["schemas"]["NewsSignalsAvailable"] | components["schemas"]["NewsSignalsNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FinancialsLiveDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly document?: components["schemas"]["AccountsDocument"];
            /** @description Another company, which the document names in place of this one. */
            readonly other_company?: string;
            /** @description Documents that this one replaces. */
            readonly evidence?: readonly components["schemas"]["AmendedAccounts"][];
            /** @description How the pages were read, where the document has no markup. */
            readonly pdf_reading?: string;
            /** @description Figures that were read from pages and that nothing confirms. */
            readonly unconfirmed_figures?: readonly string[];
            /** @description Figures that are withheld because something contradicts them. */
            readonly contradicted?: readonly components["schemas"]["ContradictedFigure"][];
            /** @description Figures as filed, which are not believed. */
            readonly filed?: readonly components["schemas"]["UnbelievedFigure"][];
        };
        /**
         * @description Billed: one unit. Possible advisories: `balance_sheet_breaks_from_adjacent_year`,
         * `accounts_made_up_date_off_reference_date`, `dormant_company`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "accounts_type": "full",
         *         "scope": "company",
         *         "dormant": false,
         *         "audited": null,
         *         "periods": [
         *           {
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "figures": {
         *               "turnover": null,
         *               "gross_profit": null,
         *               "operating_profit": null,
         *               "profit_before_tax": null,
         *               "profit_after_tax": null,
         *               "fixed_assets": null,
         *               "current_assets": {
         *                 "amount": "9000",
         *                 "currency": "GBP"
         *               },
         *               "cash": null,
         *               "debtors": null,
         *               "creditors_within_one_year": null,
         *               "creditors_after_one_year": null,
         *               "net_current_assets": null,
         *               "total_assets_less_current_liabilities": {
         *                 "amount": "5000",
         *                 "currency": "GBP"
         *               },
         *               "total_assets": null,
         *               "net_assets": {
         *                 "amount": "5000",
         *                 "currency": "GBP"
         *               }
         *             },
         *             "derived_figures": [],
         *             "withheld": []
         *           },
         *           {
         *             "period": {
         *               "start": null,
         *               "end": "2022-12-31",
         *               "months": null
         *             },
         *             "figures": {
         *               "turnover": null,
         *               "gross_profit": null,
         *               "operating_profit": null,
         *               "profit_before_tax": null,
         *               "profit_after_tax": null,
         *               "fixed_assets": null,
         *               "current_assets": {
         *                 "amount": "1000",
         *                 "currency": "GBP"
         *               },
         *               "cash": null,
         *               "debtors": null,
         *               "creditors_within_one_year": null,
         *               "creditors_after_one_year": null,
         *               "net_current_assets": null,
         *               "total_assets_less_current_liabilities": {
         *                 "amount": "5000",
         *                 "currency": "GBP"
         *               },
         *               "total_assets": null,
         *               "net_assets": {
         *                 "amount": "5000",
         *                 "currency": "GBP"
         *               }
         *             },
         *             "derived_figures": [],
         *             "withheld": []
         *           }
         *         ],
         *         "document": {
         *           "made_up_to": "2023-12-31",
         *           "filed_on": "2024-06-20",
         *           "taxonomy": null,
         *           "document_id": "doc-restated",
         *           "read_by": "ixbrl"
         *         }
         *       },
         *       "source": "company_register_accounts",
         *       "as_of": "2023-12-31",
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2025-07-01T09:00:00.000Z"
         *         },
         *         "advisories": [
         *           "balance_sheet_breaks_from_adjacent_year"
         *         ]
         *       }
         *     }
         */
        readonly FinancialsLiveAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FinancialsLiveValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FinancialsLiveDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
         * `accounts_not_machine_readable`, `accounts_ocr_unavailable`, `accounts_read_failed`,
         * `no_accounts_reading_on_file`, `source_busy`, `register_unavailable`, `accounts_read_no_figures`,
         * `dormant_company`, `not_confirmed`.
         */
        readonly FinancialsLiveNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FinancialsLiveDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Figures read now from the newest accounts at the register, PDF on request. */
        readonly FinancialsLiveBlock: components["schemas"]["FinancialsLiveAvailable"] | components["schemas"]["FinancialsLiveNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly EmployeesLiveDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly document?: components["schemas"]["AccountsDocument"];
            /** @description Another company, which the document names in place of this one. */
            readonly other_company?: string;
            /** @description Documents that this one replaces. */
            readonly evidence?: readonly components["schemas"]["AmendedAccounts"][];
            /** @description How the pages were read, where the document has no markup. */
            readonly pdf_reading?: string;
            /** @description Figures that were read from pages and that nothing confirms. */
            readonly unconfirmed_figures?: readonly string[];
            readonly filed?: components["schemas"]["UnbelievedHeadcount"];
        };
        /**
         * @description Billed: one unit. Possible advisories: `dormant_company`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "headcount": 3,
         *         "basis": "average_over_period",
         *         "scope": "company",
         *         "period": {
         *           "start": "2023-01-01",
         *           "end": "2023-12-31",
         *           "months": 12
         *         },
         *         "prior": null,
         *         "document": {
         *           "made_up_to": "2023-12-31",
         *           "document_id": "doc-small",
         *           "read_by": "ixbrl"
         *         }
         *       },
         *       "source": "company_register_accounts",
         *       "as_of": "2023-12-31",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2025-07-01T09:00:00.000Z"
         *         }
         *       }
         *     }
         */
        readonly EmployeesLiveAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["EmployeesLiveValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["EmployeesLiveDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
         * `accounts_not_machine_readable`, `accounts_ocr_unavailable`, `accounts_read_failed`,
         * `no_accounts_reading_on_file`, `source_busy`, `register_unavailable`,
         * `no_headcount_in_accounts_reading`, `filed_value_implausible`, `not_confirmed`.
         */
        readonly EmployeesLiveNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["EmployeesLiveDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The average headcount read now from the newest accounts at the register. */
        readonly EmployeesLiveBlock: components["schemas"]["EmployeesLiveAvailable"] | components["schemas"]["EmployeesLiveNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly WebTrafficDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "domain": "talking-pumps.co.uk",
         *         "rank": 2,
         *         "rank_band": {
         *           "min": 1,
         *           "max": 1000,
         *           "label": "1-1,000"
         *         },
         *         "list_date": "2024-07-01",
         *         "rank_90_days_before": null,
         *         "measures": "popularity_rank"
         *       },
         *       "source": "site_ranking",
         *       "as_of": "2024-07-01",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly WebTrafficAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["WebTrafficValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["WebTrafficDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_website_to_match`, `no_web_traffic_on_profile`, `web_profile_not_enabled`,
         * `no_web_profile_found`, `web_profile_unavailable`, `web_profile_outside_uk`.
         */
        readonly WebTrafficNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["WebTrafficDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description How popular the website is: a rank, never a number of visits. */
        readonly WebTrafficBlock: components["schemas"]["WebTrafficAvailable"] | components["schemas"]["WebTrafficNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly WebPresenceDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "domain": "shown-pumps.co.uk",
         *         "profiles": [
         *           {
         *             "platform": "linkedin",
         *             "handle": "shown-pumps",
         *             "url": "https://www.linkedin.com/company/shown-pumps",
         *             "page_url": "https://shown-pumps.co.uk/"
         *           }
         *         ],
         *         "languages": [
         *           "en-GB"
         *         ],
         *         "has_online_shop": false,
         *         "has_sitemap": true,
         *         "contact_page_url": "https://shown-pumps.co.uk/contact",
         *         "legal_page_url": null,
         *         "pages_read": 3
         *       },
         *       "source": "own_website",
         *       "as_of": "2024-07-01",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": true,
         *           "served": true
         *         }
         *       }
         *     }
         */
        readonly WebPresenceAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["WebPresenceValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["WebPresenceDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_validated_website`, `website_not_validated`, `website_needs_review`, `website_unverified`,
         * `website_not_verifiable`, `site_unreachable`, `site_blocked`, `site_read_unavailable`,
         * `no_web_presence_on_file`.
         */
        readonly WebPresenceNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["WebPresenceDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Profiles that the website itself links to, its languages and its standing pages. */
        readonly WebPresenceBlock: components["schemas"]["WebPresenceAvailable"] | components["schemas"]["WebPresenceNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly TechnologiesDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "domain": "shown-pumps.co.uk",
         *         "technologies": {
         *           "items": [
         *             {
         *               "name": "WordPress",
         *               "category": "cms",
         *               "version": "6.4",
         *               "evidence": {
         *                 "kind": "meta",
         *                 "value": "generator=WordPress 6.4",
         *                 "url": "https://shown-pumps.co.uk/"
         *               },
         *               "confidence": 0.95
         *             },
         *             {
         *               "name": "nginx",
         *               "category": "web server",
         *               "version": "1.24.0",
         *               "evidence": {
         *                 "kind": "header",
         *                 "value": "server: nginx/1.24.0",
         *                 "url": "https://shown-pumps.co.uk/"
         *               },
         *               "confidence": 0.95
         *             }
         *           ],
         *           "total": 2,
         *           "truncated": false
         *         },
         *         "categories": [
         *           "cms",
         *           "web server"
         *         ]
         *       },
         *       "source": "own_website",
         *       "as_of": "2024-07-01",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": true,
         *           "served": true
         *         }
         *       }
         *     }
         */
        readonly TechnologiesAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["TechnologiesValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["TechnologiesDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_validated_website`, `website_not_validated`, `website_needs_review`, `website_unverified`,
         * `website_not_verifiable`, `site_unreachable`, `site_blocked`, `site_read_unavailable`,
         * `no_technologies_on_file`, `not_confirmed`.
         */
        readonly TechnologiesNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["TechnologiesDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description What the website and its mail run on, each with the evidence. */
        readonly TechnologiesBlock: components["schemas"]["TechnologiesAvailable"] | components["schemas"]["TechnologiesNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly EmployeesDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
        };
        /**
         * @description Billed: one unit. Possible advisories: `sources_disagree`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "headcount": null,
         *         "band": {
         *           "min": 1000,
         *           "max": 4999,
         *           "label": "1000-4999"
         *         },
         *         "basis": "pay_gap_band",
         *         "at": "2021-04-05",
         *         "scope": "company",
         *         "inputs": [
         *           {
         *             "block": null,
         *             "field": "EmployerSize",
         *             "source": "pay_gap_register",
         *             "as_of": "2021-04-05",
         *             "value": "1000 to 4999"
         *           }
         *         ],
         *         "model": null
         *       },
         *       "source": "service_model",
         *       "as_of": "2021-04-05",
         *       "confidence": 0.85,
         *       "flagged_for_review": false,
         *       "derived": true
         *     }
         */
        readonly EmployeesAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["EmployeesValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["EmployeesDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_employee_figures_on_file`, `no_employee_estimate_on_file`, `not_looked_up`,
         * `no_workforce_on_profile`, `org_enrichment_not_held`, `enrichment_unavailable`, `not_confirmed`.
         */
        readonly EmployeesNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["EmployeesDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The best available headcount or band of headcounts, and what it rests on. */
        readonly EmployeesBlock: components["schemas"]["EmployeesAvailable"] | components["schemas"]["EmployeesNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly PlanningDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description `part`: only a part of the platform’s file is loaded. */
            readonly coverage?: string;
            /** @description Which registers of each authority are loaded. */
            readonly registers?: {
                readonly [key: string]: readonly string[];
            };
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "applications": {
         *           "items": [
         *             {
         *               "reference": "B0",
         *               "authority": "Harrogate",
         *               "description": "",
         *               "type": "full planning permission",
         *               "status": "permissioned",
         *               "decision": null,
         *               "received_on": null,
         *               "decided_on": "2023-03-01",
         *               "site_address": "9 Princes Square, Harrogate HG1 1ND",
         *               "postal_code": "HG1 1ND",
         *               "matched_on": "site_address",
         *               "url": "https://example.gov.uk/b0",
         *               "confidence": 0.6
         *             }
         *           ],
         *           "total": 1,
         *           "truncated": false
         *         },
         *         "by_status": {
         *           "permissioned": 1
         *         },
         *         "authorities_covered": [
         *           "Harrogate"
         *         ]
         *       },
         *       "source": "planning_register",
         *       "as_of": "2024-07-01",
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "registers": {
         *           "Harrogate": [
         *             "brownfield_land"
         *           ]
         *         }
         *       }
         *     }
         */
        readonly PlanningAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["PlanningValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["PlanningDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_planning_applications`, `no_planning_on_file`, `not_looked_up`,
         * `planning_register_unavailable`, `not_confirmed`.
         */
        readonly PlanningNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["PlanningDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Planning applications by the company or for its sites. */
        readonly PlanningBlock: components["schemas"]["PlanningAvailable"] | components["schemas"]["PlanningNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FinancialBenchmarksDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
            /**
             * Format: date
             * @description The last day of the newest figures, which are too old to compare.
             */
            readonly figures_until?: string;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "period_end": "2023-12-31",
         *         "cohort": {
         *           "sic": "62020",
         *           "size_band": "1-9",
         *           "companies": 50,
         *           "period_from": "2023-12-31",
         *           "period_to": "2023-12-31"
         *         },
         *         "ratios": [
         *           {
         *             "key": "current_ratio",
         *             "value": 2,
         *             "unit": "ratio",
         *             "percentile": 50,
         *             "quartiles": [
         *               2,
         *               2,
         *               2
         *             ],
         *             "inputs": [
         *               {
         *                 "block": "financials_filed",
         *                 "field": "current_assets",
         *                 "source": "company_register_accounts",
         *                 "as_of": "2023-12-31",
         *                 "value": "60000"
         *               },
         *               {
         *                 "block": "financials_filed",
         *                 "field": "creditors_within_one_year",
         *                 "source": "company_register_accounts",
         *                 "as_of": "2023-12-31",
         *                 "value": "30000"
         *               }
         *             ]
         *           },
         *           {
         *             "key": "net_assets_to_total",
         *             "value": 0.625,
         *             "unit": "ratio",
         *             "percentile": 50,
         *             "quartiles": [
         *               0.625,
         *               0.625,
         *               0.625
         *             ],
         *             "inputs": [
         *               {
         *                 "block": "financials_filed",
         *                 "field": "net_assets",
         *                 "source": "company_register_accounts",
         *                 "as_of": "2023-12-31",
         *                 "value": "50000"
         *               },
         *               {
         *                 "block": "financials_filed",
         *                 "field": "total_assets",
         *                 "source": "company_register_accounts",
         *                 "as_of": "2023-12-31",
         *                 "value": "80000"
         *               }
         *             ]
         *           }
         *         ],
         *         "withheld": []
         *       },
         *       "source": "service_model",
         *       "as_of": "2023-12-31",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "input_terms": [
         *           {
         *             "block": "financials_filed",
         *             "scope": "company",
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "currency": "GBP",
         *             "flagged_for_review": false,
         *             "advisories": []
         *           },
         *           {
         *             "block": "employees_filed",
         *             "scope": "company",
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "currency": null,
         *             "flagged_for_review": false,
         *             "advisories": []
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly FinancialBenchmarksAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FinancialBenchmarksValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FinancialBenchmarksDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_ratios_to_benchmark`, `cohort_too_small`, `benchmark_unavailable`.
         */
        readonly FinancialBenchmarksNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FinancialBenchmarksDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Ratios of the filed figures against companies of the same trade and size. */
        readonly FinancialBenchmarksBlock: components["schemas"]["FinancialBenchmarksAvailable"] | components["schemas"]["FinancialBenchmarksNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly RevenueEstimateDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
            readonly scaled?: components["schemas"]["ScaledTurnover"];
            /**
             * Format: date
             * @description The last day of the newest figures, which are too old to model from.
             */
            readonly figures_until?: string;
        };
        /**
         * @description Billed: one unit. Possible advisories: `sources_disagree`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "basis": "modelled",
         *         "low": {
         *           "amount": "440000",
         *           "currency": "GBP"
         *         },
         *         "mid": {
         *           "amount": "480000",
         *           "currency": "GBP"
         *         },
         *         "high": {
         *           "amount": "510000",
         *           "currency": "GBP"
         *         },
         *         "band": {
         *           "min": {
         *             "amount": "250000",
         *             "currency": "GBP"
         *           },
         *           "max": {
         *             "amount": "499999",
         *             "currency": "GBP"
         *           },
         *           "label": "250000-499999"
         *         },
         *         "period_end": "2023-12-31",
         *         "capped_by": null,
         *         "cohort": {
         *           "sic": "62020",
         *           "companies": 46
         *         },
         *         "inputs": [
         *           {
         *             "block": "employees_filed",
         *             "field": "headcount",
         *             "source": "company_register_accounts",
         *             "as_of": "2023-12-31",
         *             "value": 4
         *           },
         *           {
         *             "block": "financials_filed",
         *             "field": "total_assets",
         *             "source": "company_register_accounts",
         *             "as_of": "2023-12-31",
         *             "value": "80000"
         *           }
         *         ],
         *         "model": {
         *           "name": "turnover-of-peers",
         *           "version": "1"
         *         }
         *       },
         *       "source": "service_model",
         *       "as_of": "2023-12-31",
         *       "confidence": 0.5,
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "input_terms": [
         *           {
         *             "block": "financials_filed",
         *             "scope": "company",
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "currency": "GBP",
         *             "flagged_for_review": false,
         *             "advisories": []
         *           },
         *           {
         *             "block": "employees_filed",
         *             "scope": "company",
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "currency": null,
         *             "flagged_for_review": false,
         *             "advisories": []
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly RevenueEstimateAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["RevenueEstimateValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["RevenueEstimateDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_modelled_revenue`, `dormant_company`, `bank_no_modelled_turnover`,
         * `holding_company_no_trading_revenue`, `modelled_implausible_against_filed_turnover`,
         * `estimate_input_failed_balance_sheet_check`, `modelled_repeated_across_periods`, `not_confirmed`.
         */
        readonly RevenueEstimateNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["RevenueEstimateDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Turnover as filed, else a range modelled from peers. */
        readonly RevenueEstimateBlock: components["schemas"]["RevenueEstimateAvailable"] | components["schemas"]["RevenueEstimateNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly ScoresDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "scores": [
         *           {
         *             "key": "financial_position",
         *             "value": 92,
         *             "label": "strong",
         *             "points": [
         *               {
         *                 "input": {
         *                   "block": "financials_filed",
         *                   "field": "net_assets",
         *                   "source": "company_register_accounts",
         *                   "as_of": "2023-12-31",
         *                   "value": 50000
         *                 },
         *                 "points": 30
         *               },
         *               {
         *                 "input": {
         *                   "block": "financials_filed",
         *                   "field": "current_ratio",
         *                   "source": "company_register_accounts",
         *                   "as_of": "2023-12-31",
         *                   "value": 2
         *                 },
         *                 "points": 30
         *               }
         *             ]
         *           },
         *           {
         *             "key": "stability",
         *             "value": 80,
         *             "label": "strong",
         *             "points": [
         *               {
         *                 "input": {
         *                   "block": "company_identity",
         *                   "field": "incorporated_on",
         *                   "source": "company_register",
         *                   "as_of": "2024-07-01",
         *                   "value": "2003-02-01"
         *                 },
         *                 "points": 30
         *               },
         *               {
         *                 "input": {
         *                   "block": "company_identity",
         *                   "field": "company_status",
         *                   "source": "company_register",
         *                   "as_of": "2024-07-01",
         *                   "value": "active"
         *                 },
         *                 "points": 30
         *               }
         *             ]
         *           }
         *         ],
         *         "model": {
         *           "name": "company-scores",
         *           "version": "3"
         *         },
         *         "not_a_credit_rating": true
         *       },
         *       "source": "service_model",
         *       "as_of": "2023-12-31",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "input_terms": [
         *           {
         *             "block": "financials_filed",
         *             "scope": "company",
         *             "period": {
         *               "start": "2023-01-01",
         *               "end": "2023-12-31",
         *               "months": 12
         *             },
         *             "currency": "GBP",
         *             "flagged_for_review": false,
         *             "advisories": []
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly ScoresAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["ScoresValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["ScoresDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_scores_on_file`.
         */
        readonly ScoresNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["ScoresDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Points from 0 to 100 by a published formula. Not a credit rating. */
        readonly ScoresBlock: components["schemas"]["ScoresAvailable"] | components["schemas"]["ScoresNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FundingDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description Sources on which the value rests. */
            readonly inputs?: readonly components["schemas"]["DetailInput"][];
            /** @description `part`: only a part of the publisher’s file is loaded. */
            readonly coverage?: string;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "totals": [],
         *         "rounds": {
         *           "items": [
         *             {
         *               "kind": "secured_loan",
         *               "date": "1984-10-19",
         *               "amount": null,
         *               "funder": "The Prudential Assurance Company LTD.",
         *               "title": "Supplemental trust deed.",
         *               "source": "company_register_charges",
         *               "source_ref": "3",
         *               "confidence": 0.8
         *             },
         *             {
         *               "kind": "secured_loan",
         *               "date": "1984-06-26",
         *               "amount": null,
         *               "funder": "The Prudential Assurance Company Limited.",
         *               "title": "Supplemental trust deed.",
         *               "source": "company_register_charges",
         *               "source_ref": "2",
         *               "confidence": 0.8
         *             }
         *           ],
         *           "total": 2,
         *           "truncated": false
         *         },
         *         "latest_on": "1984-10-19"
         *       },
         *       "source": "company_register_charges",
         *       "as_of": "1984-10-19",
         *       "flagged_for_review": true,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "coverage": "part"
         *       }
         *     }
         */
        readonly FundingAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FundingValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FundingDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_funding_on_record`, `not_looked_up`, `enrichment_unavailable`, `not_confirmed`.
         */
        readonly FundingNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FundingDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Published grants and awards, share issues and secured loans. */
        readonly FundingBlock: components["schemas"]["FundingAvailable"] | components["schemas"]["FundingNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly TradingAddressDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            readonly website_verdict?: components["schemas"]["WebsiteVerdict"];
            /** @description The host of the website that was looked at. */
            readonly domain?: string;
            /**
             * Format: date-time
             * @description When the website was looked at.
             */
            readonly checked_at?: string;
            readonly accepted?: components["schemas"]["AcceptedEarlier"];
            /** @description Postcodes as printed that the directory does not have. */
            readonly refused_postcodes?: readonly string[];
            /** @description True: the directory of postcodes does not have this postcode. */
            readonly postcode_unknown?: boolean;
            /** @description The month, YYYY-MM, in which the postcode went out of use. */
            readonly postcode_terminated_on?: string;
        };
        /**
         * @description Billed: one unit. Possible advisories: `postcode_register_unavailable`,
         * `google_business_unavailable`, `lookups_incomplete`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "primary": {
         *           "address_line_1": "Unit 4",
         *           "address_line_2": "Mill Lane",
         *           "locality": "Leeds",
         *           "region": null,
         *           "postal_code": "LS13 4AB",
         *           "kind": "head_office",
         *           "evidence": [
         *             {
         *               "source": "own_website",
         *               "url": "https://shown-pumps.co.uk/contact",
         *               "snippet": "Head office: Unit 4, Mill Lane, Leeds LS13 4AB | Bradford branch: 2 Mill
         * Street,",
         *               "seen_on": "2024-07-01"
         *             }
         *           ],
         *           "corroborations": 2,
         *           "listing_checked": false
         *         },
         *         "others": {
         *           "items": [
         *             {
         *               "address_line_1": "2 Mill Street",
         *               "address_line_2": null,
         *               "locality": "Bradford",
         *               "region": null,
         *               "postal_code": "BD1 3XY",
         *               "kind": "branch",
         *               "evidence": [
         *                 {
         *                   "source": "own_website",
         *                   "url": "https://shown-pumps.co.uk/contact",
         *                   "snippet": "Head office: Unit 4, Mill Lane, Leeds LS13 4AB | Bradford branch: 2
         * Mill Street, Bradford BD1 3XY | info@shown-pumps.co.uk | Call 0113",
         *                   "seen_on": "2024-07-01"
         *                 }
         *               ],
         *               "corroborations": 1,
         *               "listing_checked": false
         *             }
         *           ],
         *           "total": 1,
         *           "truncated": false
         *         },
         *         "same_as_registered": true
         *       },
         *       "source": "own_website",
         *       "as_of": "2024-07-01",
         *       "confidence": 0.85,
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": true,
         *           "checked_at": "2024-07-01T10:00:00.000Z"
         *         },
         *         "website_verdict": {
         *           "domain": "shown-pumps.co.uk",
         *           "outcome": "accept",
         *           "score": 100,
         *           "confidence": 0.97,
         *           "checked_at": "2024-07-01T10:00:00.000Z",
         *           "auto_run": true,
         *           "served": true
         *         }
         *       }
         *     }
         */
        readonly TradingAddressAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["TradingAddressValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["TradingAddressDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_validated_website`, `website_not_validated`, `website_needs_review`, `website_unverified`,
         * `website_not_verifiable`, `site_unreachable`, `site_blocked`, `site_read_unavailable`,
         * `no_address_on_site`, `insufficient_corroboration`, `conflicting_sources`,
         * `postcode_register_unavailable`, `google_business_unavailable`, `not_confirmed`.
         */
        readonly TradingAddressNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["TradingAddressDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Where the company does its business, with the evidence for each place. */
        readonly TradingAddressBlock: components["schemas"]["TradingAddressAvailable"] | components["schemas"]["TradingAddressNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        readonly SubsidiariesDetailHeldThroughItem: {
            /** @description Company register number. */
            readonly company_number: string;
            /** @description `trust`, `firm`, or both. */
            readonly through: readonly string[];
        };
        /** @description Further facts and evidence about the value. */
        readonly SubsidiariesDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description `part`: only a part of the publisher’s file is loaded. */
            readonly coverage?: string;
            /**
             * @description Subsidiaries whose stake is held through the trustees of a `trust` or the members
             * of a `firm`.
             */
            readonly held_through?: readonly components["schemas"]["SubsidiariesDetailHeldThroughItem"][];
            /** @description Subsidiaries that the register of companies does not hold. */
            readonly not_on_file?: number;
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "subsidiaries": [
         *           {
         *             "company_number": "00227590",
         *             "company_name": "FINANCIAL TIMES LIMITED(THE)",
         *             "company_status": "active",
         *             "natures_of_control": [
         *               "ownership-of-shares-75-to-100-percent",
         *               "voting-rights-75-to-100-percent"
         *             ],
         *             "ownership_band": "75-100",
         *             "notified_on": "2016-04-06",
         *             "matched_on": "registration_number"
         *           }
         *         ],
         *         "count": 1,
         *         "active_count": 1
         *       },
         *       "source": "company_register_psc",
         *       "as_of": "2024-11-22",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       }
         *     }
         */
        readonly SubsidiariesAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["SubsidiariesValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["SubsidiariesDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `none_on_register`, `not_looked_up`, `subsidiary_search_unavailable`, `not_confirmed`.
         */
        readonly SubsidiariesNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["SubsidiariesDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Companies that name this one as their corporate controller. */
        readonly SubsidiariesBlock: components["schemas"]["SubsidiariesAvailable"] | components["schemas"]["SubsidiariesNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly FirmographicsDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "age_years": 98,
         *         "incorporated_on": "1928-01-26",
         *         "legal_form": "ltd",
         *         "status_group": "active",
         *         "sic_section": {
         *           "code": "J",
         *           "name": "Information and communication"
         *         },
         *         "is_dormant": null,
         *         "size_class": null,
         *         "turnover_band": null,
         *         "employees_band": {
         *           "min": 1000,
         *           "max": 4999,
         *           "label": "1000-4999"
         *         },
         *         "region": null,
         *         "country": null,
         *         "in_group": true,
         *         "inputs": [
         *           {
         *             "block": "company_identity",
         *             "source": "company_register",
         *             "as_of": "2026-02-28",
         *             "field": "incorporated_on",
         *             "value": "1928-01-26"
         *           },
         *           {
         *             "block": "company_identity",
         *             "source": "company_register",
         *             "as_of": "2026-02-28",
         *             "field": "legal_form",
         *             "value": "ltd"
         *           }
         *         ]
         *       },
         *       "source": "service_model",
         *       "as_of": "2021-04-05",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "input_terms": [
         *           {
         *             "block": "employees",
         *             "scope": "company",
         *             "period": null,
         *             "currency": null,
         *             "flagged_for_review": false,
         *             "advisories": []
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly FirmographicsAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["FirmographicsValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["FirmographicsDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_profile_on_file`.
         */
        readonly FirmographicsNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["FirmographicsDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The company in bands: age, form, trade, size, region. */
        readonly FirmographicsBlock: components["schemas"]["FirmographicsAvailable"] | components["schemas"]["FirmographicsNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly ComparablesDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
        };
        /**
         * @description Billed: one unit. Possible advisories: `few_comparable_peers`.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "companies": {
         *           "items": [
         *             {
         *               "company_number": "43000002",
         *               "company_name": "MODEL 1 LIMITED",
         *               "score": 0.8,
         *               "shared": [
         *                 "sic",
         *                 "size"
         *               ],
         *               "employees_band": {
         *                 "min": 1,
         *                 "max": 9,
         *                 "label": "1-9"
         *               },
         *               "region": null
         *             },
         *             {
         *               "company_number": "43000003",
         *               "company_name": "MODEL 2 LIMITED",
         *               "score": 0.8,
         *               "shared": [
         *                 "sic",
         *                 "size"
         *               ],
         *               "employees_band": {
         *                 "min": 1,
         *                 "max": 9,
         *                 "label": "1-9"
         *               },
         *               "region": null
         *             }
         *           ],
         *           "total": 53,
         *           "truncated": true
         *         },
         *         "cohort": {
         *           "sic": "620",
         *           "considered": 53
         *         },
         *         "weights": {
         *           "sic": 0.4,
         *           "sic_group": 0.2,
         *           "size": 0.25,
         *           "region": 0.2,
         *           "age": 0.15
         *         },
         *         "model": {
         *           "name": "alike-companies",
         *           "version": "1"
         *         }
         *       },
         *       "source": "service_model",
         *       "as_of": "2024-06-30",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       },
         *       "derived": true
         *     }
         */
        readonly ComparablesAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["ComparablesValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["ComparablesDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_comparables_found`, `peer_search_unavailable`.
         */
        readonly ComparablesNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["ComparablesDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /**
         * @description Companies most like this one in trade, size, region and age, outside its own group.
         */
        readonly ComparablesBlock: components["schemas"]["ComparablesAvailable"] | components["schemas"]["ComparablesNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly BusinessIntelligenceDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "items": {
         *           "items": [
         *             {
         *               "topic": "people",
         *               "statement": "2 changes among its directors in the 12 months to 28 February 2026, the
         * latest on 30 June 2025.",
         *               "date": "2025-06-30",
         *               "blocks": [
         *                 "signals"
         *               ],
         *               "inputs": [
         *                 {
         *                   "block": "signals",
         *                   "field": "counts.director_change",
         *                   "source": "service_model",
         *                   "as_of": "2026-02-28",
         *                   "value": 2
         *                 },
         *                 {
         *                   "block": "signals",
         *                   "field": "window.to",
         *                   "source": "service_model",
         *                   "as_of": "2026-02-28",
         *                   "value": "2026-02-28"
         *                 }
         *               ]
         *             },
         *             {
         *               "topic": "risk",
         *               "statement": "1 of 4 registered charges is outstanding, the latest created on 24
         * February 2012.",
         *               "date": "2012-02-24",
         *               "blocks": [
         *                 "charges"
         *               ],
         *               "inputs": [
         *                 {
         *                   "block": "charges",
         *                   "field": "outstanding_count",
         *                   "source": "company_register_charges",
         *                   "as_of": "2026-02-28",
         *                   "value": 1
         *                 },
         *                 {
         *                   "block": "charges",
         *                   "field": "total_count",
         *                   "source": "company_register_charges",
         *                   "as_of": "2026-02-28",
         *                   "value": 4
         *                 }
         *               ]
         *             }
         *           ],
         *           "total": 3,
         *           "truncated": false
         *         }
         *       },
         *       "source": "service_model",
         *       "as_of": "2025-09-01",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         }
         *       },
         *       "derived": true
         *     }
         */
        readonly BusinessIntelligenceAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["BusinessIntelligenceValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["BusinessIntelligenceDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_business_intelligence_on_file`, `org_enrichment_not_held`.
         */
        readonly BusinessIntelligenceNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["BusinessIntelligenceDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description Short statements over the other blocks, each with the inputs it rests on. */
        readonly BusinessIntelligenceBlock: components["schemas"]["BusinessIntelligenceAvailable"] | components["schemas"]["BusinessIntelligenceNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /** @description Further facts and evidence about the value. */
        readonly CompanySummaryDetail: {
            readonly freshness?: components["schemas"]["Freshness"];
            /** @description Codes that concern the whole value, gravest first. */
            readonly advisories?: readonly components["schemas"]["ReasonCode"][];
            /** @description Lists of the value that are not served whole, by field. */
            readonly lists?: {
                readonly [key: string]: components["schemas"]["CutList"];
            };
            /**
             * @description With `not_confirmed`: the confidence of the value that was found. It is below
             * `min_confidence`.
             */
            readonly confidence?: number;
            /** @description The caveats of the inputs. */
            readonly input_terms?: readonly components["schemas"]["InputTerms"][];
        };
        /**
         * @description Billed: one unit.
         * @example {
         *       "status": "available",
         *       "value": {
         *         "text": "FINANCIAL TIMES LIMITED(THE) is an active private limited company, incorporated on
         * 26 January 1928. It files as publishing of newspapers. It had 1,000 to 4,999 employees by the pay
         * gap register on 5 April 2021. It has 1 registered controller.",
         *         "sentences": [
         *           {
         *             "text": "FINANCIAL TIMES LIMITED(THE) is an active private limited company,
         * incorporated on 26 January 1928.",
         *             "blocks": [
         *               "company_identity"
         *             ]
         *           },
         *           {
         *             "text": "It files as publishing of newspapers.",
         *             "blocks": [
         *               "industry"
         *             ]
         *           }
         *         ],
         *         "method": "template",
         *         "language": "en"
         *       },
         *       "source": "service_model",
         *       "as_of": "2021-04-05",
         *       "flagged_for_review": false,
         *       "detail": {
         *         "freshness": {
         *           "checked_live": false,
         *           "edition": "an edition",
         *           "stale": false
         *         },
         *         "input_terms": [
         *           {
         *             "block": "employees",
         *             "scope": "company",
         *             "period": null,
         *             "currency": null,
         *             "flagged_for_review": false,
         *             "advisories": []
         *           }
         *         ]
         *       },
         *       "derived": true
         *     }
         */
        readonly CompanySummaryAvailable: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "available";
            readonly value: components["schemas"]["CompanySummaryValue"];
            /** @description Where the value came from. */
            readonly source: string;
            /**
             * Format: date
             * @description The date of the data: how current the value is.
             */
            readonly as_of: string;
            readonly detail?: components["schemas"]["CompanySummaryDetail"];
            /** @description The share of such values that are right, 0 to 1. */
            readonly confidence?: number;
            /** @description True: do not rely on the value without review. */
            readonly flagged_for_review: boolean;
            /** @description Computed from other data. */
            readonly derived: boolean;
        };
        /**
         * @description The value was looked for and not found. Never billed. Reasons of this block:
         * `no_summary_on_file`, `site_describes_another_company`, `summary_unavailable`.
         */
        readonly CompanySummaryNotFound: {
            /**
             * @description The variant of the block: each has its own status. (enum property replaced by
             * openapi-typescript)
             * @enum {string}
             */
            readonly status: "not_found";
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description The source that was searched. */
            readonly source?: string;
            /**
             * Format: date
             * @description The date of the data in which nothing was found.
             */
            readonly as_of?: string;
            readonly detail?: components["schemas"]["CompanySummaryDetail"];
            /** @description True if asking again may help. */
            readonly retry_suggested?: boolean;
        };
        /** @description The company in a few sentences, each with the blocks it is made from. */
        readonly CompanySummaryBlock: components["schemas"]["CompanySummaryAvailable"] | components["schemas"]["CompanySummaryNotFound"] | components["schemas"]["NotEnabledBlock"] | components["schemas"]["PendingBlock"];
        /**
         * @description The requested blocks, by key. Empty if the row as a whole failed or is not answered
         * yet.
         */
        readonly Blocks: {
            readonly domain?: components["schemas"]["DomainBlock"];
            readonly domain_validation?: components["schemas"]["DomainValidationBlock"];
            readonly registered_address?: components["schemas"]["RegisteredAddressBlock"];
            readonly corporate_owners?: components["schemas"]["CorporateOwnersBlock"];
            readonly controllers?: components["schemas"]["ControllersBlock"];
            readonly charges?: components["schemas"]["ChargesBlock"];
            readonly officers?: components["schemas"]["OfficersBlock"];
            readonly company_identity?: components["schemas"]["CompanyIdentityBlock"];
            readonly filing_status?: components["schemas"]["FilingStatusBlock"];
            readonly registry_events?: components["schemas"]["RegistryEventsBlock"];
            readonly industry?: components["schemas"]["IndustryBlock"];
            readonly related_company_domain?: components["schemas"]["RelatedCompanyDomainBlock"];
            readonly nature_of_business?: components["schemas"]["NatureOfBusinessBlock"];
            readonly property?: components["schemas"]["PropertyBlock"];
            readonly financials_filed?: components["schemas"]["FinancialsFiledBlock"];
            readonly ultimate_owner?: components["schemas"]["UltimateOwnerBlock"];
            readonly employees_filed?: components["schemas"]["EmployeesFiledBlock"];
            readonly contacts?: components["schemas"]["ContactsBlock"];
            readonly signals?: components["schemas"]["SignalsBlock"];
            readonly news_signals?: components["schemas"]["NewsSignalsBlock"];
            readonly financials_live?: components["schemas"]["FinancialsLiveBlock"];
            readonly employees_live?: components["schemas"]["EmployeesLiveBlock"];
            readonly web_traffic?: components["schemas"]["WebTrafficBlock"];
            readonly web_presence?: components["schemas"]["WebPresenceBlock"];
            readonly technologies?: components["schemas"]["TechnologiesBlock"];
            readonly employees?: components["schemas"]["EmployeesBlock"];
            readonly planning?: components["schemas"]["PlanningBlock"];
            readonly financial_benchmarks?: components["schemas"]["FinancialBenchmarksBlock"];
            readonly revenue_estimate?: components["schemas"]["RevenueEstimateBlock"];
            readonly scores?: components["schemas"]["ScoresBlock"];
            readonly funding?: components["schemas"]["FundingBlock"];
            readonly trading_address?: components["schemas"]["TradingAddressBlock"];
            readonly subsidiaries?: components["schemas"]["SubsidiariesBlock"];
            readonly firmographics?: components["schemas"]["FirmographicsBlock"];
            readonly comparables?: components["schemas"]["ComparablesBlock"];
            readonly business_intelligence?: components["schemas"]["BusinessIntelligenceBlock"];
            readonly company_summary?: components["schemas"]["CompanySummaryBlock"];
        };
        /** @description `job_` and a ULID. */
        readonly JobId: string;
        /** @description The options of a job. An option that is left out or null has its default. */
        readonly Options: {
            /**
             * @description How far a website is checked. none: no verdict is made. rules: from what is kept,
             * no fetch. live: the site may be fetched. officers: director names count. ai: a second reader
             * for verdicts of review (premium). none stands alone.
             */
            readonly validation?: readonly ("none" | "rules" | "live" | "officers" | "ai")[] | null;
            /**
             * @description A company matched with less is not_matched; a block with less is not_found with
             * not_confirmed and is not billed.
             */
            readonly min_confidence?: number | null;
            /**
             * @description Blocks to look up when nothing is on file: domain searches for a website, charges,
             * officers and registry_events ask the live register. An empty list skips the search.
             */
            readonly discover?: readonly components["schemas"]["BlockKey"][] | null;
            /**
             * @description Website searches allowed for the whole request; on a resolve 1 where discover is
             * given. A row that has to search takes one, a row that has not takes none; rows that find none
             * left answer source_busy. 0 means never.
             */
            readonly max_live_lookups?: number | null;
            /**
             * @description For financials_live and employees_live: read accounts that were filed as PDF only.
             */
            readonly read_accounts_pdf?: boolean | null;
            /**
             * @description Adds the candidates of the search provider to the search for a website. Premium:
             * must be enabled for the account.
             */
            readonly web_search?: boolean | null;
            /**
             * @description For trading_address: the business listing counts as one more independent source.
             * Premium: must be enabled for the account.
             */
            readonly google_business?: boolean | null;
            /** @description For contacts: which people come first, in order of preference. */
            readonly contact_roles?: readonly ("owner" | "director" | "finance" | "operations")[] | null;
            /** @description For contacts: how many people at most. */
            readonly max_contacts?: number | null;
            /**
             * @description For contacts: check syntax and mail servers of addresses. No mailbox is ever
             * probed.
             */
            readonly verify_emails?: boolean | null;
            /**
             * @description For contacts: read the website now, or only what is kept of it.
             * @enum {string|null}
             */
            readonly contacts_lookup?: "cached_only" | "live" | null;
            /**
             * @description For contacts: a phone number per person. On a resolve with contacts_lookup=live it
             * needs defer_live=true or wait=false.
             */
            readonly include_phone?: boolean | null;
            /** @description For contacts: a profile link per person, where the site prints one. */
            readonly include_linkedin?: boolean | null;
        };
        /**
         * @description One company, named by exactly one identifier. A row with no identifier, an empty one
         * or several fails with `no_company_key`; the job goes on.
         */
        readonly AskedRow: {
            /** @description A reference of your own, returned as sent. */
            readonly ref?: string | null;
            /** @description Company register number: 8 characters. */
            readonly company_number?: string | null;
            /** @description Registered name. */
            readonly company_name?: string | null;
            /** @description Bare host or URL. */
            readonly domain?: string | null;
        };
        readonly EnrichJobRequest: {
            /** @description The companies: up to 250,000, or as many as the key may send. */
            readonly rows: readonly components["schemas"]["AskedRow"][];
            /** @description The blocks that are wanted for each company. */
            readonly blocks: readonly components["schemas"]["BlockKey"][];
            /** @description The options of the request. */
            readonly options?: components["schemas"]["Options"] | null;
        };
        /** @description The numbers of rows of the job. */
        readonly JobCounts: {
            /** @description Rows of the job. */
            readonly total: number;
            /**
             * @description The sum of `succeeded`, `not_found` and `failed`. A row that a cancel skipped is
             * not processed.
             */
            readonly processed: number;
            /** @description Rows that were matched to a company and delivered. */
            readonly succeeded: number;
            /** @description Rows that no company matched. */
            readonly not_found: number;
            /** @description Rows that failed for another reason. */
            readonly failed: number;
            /**
             * @description Rows whose website could not be opened. They are also counted in one of the other
             * numbers. Resubmit them.
             */
            readonly site_unreachable: number;
        };
        readonly Warning: {
            /** @description The kind of warning, such as `blocks_not_enabled`. */
            readonly code: string;
            /** @description The blocks that this is about. */
            readonly blocks: readonly components["schemas"]["BlockKey"][];
            /** @description A sentence. */
            readonly detail: string;
        };
        readonly JobDelivery: {
            /**
             * @description Poll the job, then page through its results.
             * @enum {string}
             */
            readonly mode: "pull";
        };
        readonly Job: {
            readonly job_id: components["schemas"]["JobId"];
            /**
             * @description The state of the job. `completed`, `cancelled` and `failed` are final:
             * `results_ready` is true exactly then.
             * @enum {string}
             */
            readonly status: "queued" | "running" | "cancelling" | "completed" | "cancelled" | "failed";
            /** @description The requested blocks, without duplicates. */
            readonly blocks: readonly components["schemas"]["BlockKey"][];
            readonly counts: components["schemas"]["JobCounts"];
            readonly delivery: components["schemas"]["JobDelivery"];
            /** @description True once all results and the usage can be read. */
            readonly results_ready: boolean;
            /**
             * Format: date-time
             * @description The time until which the rows can be read; null while the job runs.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When the job was accepted.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the job ended; null while it runs.
             */
            readonly finished_at: string | null;
            /** @description While the job runs: the milliseconds to wait before asking again. */
            readonly retry_after_ms?: number;
            /** @description What to know about the request; absent if there is nothing. */
            readonly warnings?: readonly components["schemas"]["Warning"][];
            readonly reason?: components["schemas"]["ReasonCode"];
        };
        /** @description The job of a resolve with `wait=false`. */
        readonly AcceptedResolve: {
            readonly job_id: components["schemas"]["JobId"];
            /**
             * @description The state of the job. `completed`, `cancelled` and `failed` are final:
             * `results_ready` is true exactly then. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "queued" | "running" | "cancelling" | "completed" | "cancelled" | "failed";
            /** @description The requested blocks, without duplicates. */
            readonly blocks: readonly components["schemas"]["BlockKey"][];
            readonly counts: components["schemas"]["JobCounts"];
            readonly delivery: components["schemas"]["JobDelivery"];
            /** @description True once all results and the usage can be read. */
            readonly results_ready: boolean;
            /**
             * Format: date-time
             * @description The time until which the rows can be read; null while the job runs.
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When the job was accepted.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the job ended; null while it runs.
             */
            readonly finished_at: string | null;
            /** @description While the job runs: the milliseconds to wait before asking again. */
            readonly retry_after_ms?: number;
            /** @description What to know about the request; absent if there is nothing. */
            readonly warnings?: readonly components["schemas"]["Warning"][];
            readonly reason?: components["schemas"]["ReasonCode"];
            /**
             * Format: uri
             * @description The address of the results.
             */
            readonly results_url: string;
            /**
             * Format: uri
             * @description The address of the state of the job.
             */
            readonly status_url: string;
        };
        readonly Matched: {
            /** @description Company register number. */
            readonly company_number: string;
            /**
             * @description Absent where no name is held: some dissolved companies are known by number only.
             */
            readonly company_name?: string;
            /** @description The share of such matches that are right, 0 to 1. */
            readonly match_confidence: number;
            /**
             * @description What tied it to the company, such as the number or the name.
             * @enum {string}
             */
            readonly matched_on: "company_number" | "company_name" | "previous_name" | "domain";
        };
        /**
         * @description One company in results. `matched` where one was found; `reason` where the whole row
         * failed or was skipped.
         */
        readonly Row: {
            /** @description The caller's reference; empty where none was given. */
            readonly ref: string;
            /**
             * @description The status of the row. `pending`: it is not answered yet.
             * @enum {string}
             */
            readonly status: "done" | "pending";
            readonly blocks: components["schemas"]["Blocks"];
            readonly matched?: components["schemas"]["Matched"];
            readonly reason?: components["schemas"]["ReasonCode"];
        };
        readonly ResolveResponse: {
            /** @description The caller's reference; empty where none was given. */
            readonly ref: string;
            /**
             * @description The status of the row. `pending`: a block is not answered yet. (enum property
             * replaced by openapi-typescript)
             * @enum {string}
             */
            readonly status: "done" | "pending";
            readonly blocks: components["schemas"]["Blocks"];
            readonly matched: components["schemas"]["Matched"];
            readonly reason?: components["schemas"]["ReasonCode"];
            readonly job_id: components["schemas"]["JobId"];
            /**
             * Format: date-time
             * @description The time until which the row can be read again; null while a block is pending, and
             * with store=false.
             */
            readonly expires_at: string | null;
            /** @description True if no block is pending. */
            readonly complete: boolean;
            /** @description The blocks that are pending. */
            readonly pending_blocks: readonly components["schemas"]["BlockKey"][];
            /**
             * Format: uri
             * @description The address of the results.
             */
            readonly results_url: string;
            /**
             * Format: uri
             * @description The address of the state of the job.
             */
            readonly status_url: string;
            /** @description While a block is pending: the milliseconds to wait before asking again. */
            readonly retry_after_ms?: number;
            /** @description What to know about the request; absent if there is nothing. */
            readonly warnings?: readonly components["schemas"]["Warning"][];
            /** @description False with `store=false`: the row is not kept. */
            readonly stored: boolean;
        };
        /** @description The company. On the replay of a request with `wait=false`: its job. */
        readonly ResolveAnswer: components["schemas"]["ResolveResponse"] | components["schemas"]["AcceptedResolve"];
        readonly ResultsPage: {
            /**
             * @description The rows in the order of submission. Rows that are not answered yet keep their
             * place.
             */
            readonly results: readonly components["schemas"]["Row"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: string | null;
            /** @description The number of entries after this page. */
            readonly remaining: number;
            /** @description False while the job runs: entries may still be added. */
            readonly results_ready: boolean;
            /**
             * Format: date-time
             * @description The time until which the rows can be read; null while the job runs.
             */
            readonly expires_at: string | null;
        };
        readonly ErrorEntry: {
            /** @description 0-based index in the submission. */
            readonly row: number;
            /** @description The caller's reference; empty where none was given. */
            readonly ref: string;
            /** @description As sent. */
            readonly company_number?: string;
            /** @description As sent. */
            readonly company_name?: string;
            /** @description As sent. */
            readonly domain?: string;
            readonly reason: components["schemas"]["ReasonCode"];
            /** @description Whether asking again may help. */
            readonly retry_suggested: boolean;
            /** @description A sentence. */
            readonly detail: string;
            /**
             * @description On `ambiguous_match`: those that fit. On `not_matched`, where there are any: near
             * names.
             */
            readonly candidates?: readonly components["schemas"]["CompanyCandidate"][];
        };
        readonly ErrorsPage: {
            /**
             * @description Rows that could not be resolved at all, skipped rows included, in the order of
             * submission.
             */
            readonly errors: readonly components["schemas"]["ErrorEntry"][];
            /** @description The cursor of the next page; null on the last page. */
            readonly next_cursor: string | null;
            /** @description The number of entries after this page. */
            readonly remaining: number;
            /** @description False while the job runs: entries may still be added. */
            readonly results_ready: boolean;
            /**
             * Format: date-time
             * @description The time until which the rows can be read; null while the job runs.
             */
            readonly expires_at: string | null;
        };
        readonly WhoamiAccount: {
            /** @description The account's number. */
            readonly id: number;
            /** @description The e-mail address; null: none is printed. */
            readonly email: string;
        };
        readonly WhoamiBlocksItem: {
            readonly key: components["schemas"]["BlockKey"];
            /**
             * @description Whether the key's account has the block switched on.
             * @enum {string}
             */
            readonly availability: "available" | "not_enabled";
            /**
             * @description `core` or `premium`.
             * @enum {string}
             */
            readonly tier: "core" | "premium";
        };
        readonly WhoamiLimitsRateLimits: {
            /** @description Calls of any kind. */
            readonly requests_per_minute: number;
            /** @description Calls of resolve. */
            readonly resolve_per_minute: number;
        };
        readonly WhoamiLimits: {
            /** @description The number of rows that one job of the key may have. */
            readonly max_rows_per_job: number;
            /**
             * @description `key` where the key has a lower cap of its own.
             * @enum {string}
             */
            readonly max_rows_per_job_source: "key" | "default";
            readonly rate_limits: components["schemas"]["WhoamiLimitsRateLimits"];
            /** @description Keys do not expire. */
            readonly expires_at: null;
        };
        readonly WhoamiDocs: {
            /**
             * Format: uri
             * @description The address; null: none is published.
             */
            readonly url: string;
            /**
             * Format: uri
             * @description Where this description is.
             */
            readonly openapi: string;
            /**
             * Format: uri
             * @description Where the catalogue is.
             */
            readonly catalog: string;
        };
        readonly Whoami: {
            /** @description 12 characters; may be logged and quoted. */
            readonly key_id: string;
            /** @description The name of the key. Empty once the account's personal data were erased. */
            readonly name: string;
            /**
             * @description A test key is no sandbox: same data, recorded in usage alike.
             * @enum {string}
             */
            readonly environment: "live" | "test";
            /** @description What the key may do. */
            readonly scopes: readonly ("read" | "enrich")[];
            readonly account: components["schemas"]["WhoamiAccount"];
            /** @description All 37, in order. */
            readonly blocks: readonly components["schemas"]["WhoamiBlocksItem"][];
            /** @description How many blocks the key may ask for. */
            readonly blocks_enabled_count: number;
            /**
             * @description How many blocks there are.
             * @constant
             */
            readonly blocks_total: 37;
            readonly limits: components["schemas"]["WhoamiLimits"];
            readonly docs: components["schemas"]["WhoamiDocs"];
        };
        readonly CatalogueBlock: {
            readonly key: components["schemas"]["BlockKey"];
            /** @description The description as published. */
            readonly description: string;
            /** @description Sources that its value may name. */
            readonly source: readonly string[];
            /**
             * @description Whether the key's account has the block switched on.
             * @enum {string}
             */
            readonly availability: "available" | "not_enabled";
            /**
             * @description `core` or `premium`.
             * @enum {string}
             */
            readonly tier: "core" | "premium";
            /**
             * @description The slowest path of the block.
             * @enum {string}
             */
            readonly latency_class: "instant" | "register_live" | "site_live" | "document";
            /** @description Which companies can have it. */
            readonly coverage: string;
            /** @description Off by default, switched on per account. */
            readonly experimental: boolean;
            /** @description When a unit is billed. */
            readonly billable_when: string;
            /**
             * @description Of past delivered rows, of all accounts, the share in which the block was
             * `available`, to three decimals: this month and the two before; null under 100 rows.
             */
            readonly coverage_share: number | null;
            /**
             * @description What a unit costs now, as agreed for the account; only where a price is agreed.
             */
            readonly unit_price?: string;
            /** @description ISO 4217; with `unit_price`. */
            readonly currency?: string;
        };
        readonly ConfidenceContractBandsItem: {
            /** @description The lower end of the range. */
            readonly from: number;
            /** @description The upper end of the range. */
            readonly to: number;
            /** @description What it means. */
            readonly meaning: string;
        };
        /** @description What a confidence means, and when a value is flagged. */
        readonly ConfidenceContract: {
            /** @description What it means. */
            readonly meaning: string;
            /** @description What the value rests on. */
            readonly basis: string;
            /** @description The ranges of the confidence, each with its meaning or figures. */
            readonly bands: readonly components["schemas"]["ConfidenceContractBandsItem"][];
            /** @description When a value is flagged. */
            readonly flagged_for_review: string;
            /** @description The default of `min_confidence`. */
            readonly min_confidence_default: number;
            readonly measured_matches: components["schemas"]["MeasuredMatches"];
            /** @description Blocks that are served whatever `min_confidence` is. */
            readonly blocks_without_floor: readonly components["schemas"]["BlockKey"][];
        };
        readonly MeasuredMatchesBandsItem: {
            /** @description The lower end of the range. */
            readonly from: number;
            /** @description The upper end of the range. */
            readonly to: number;
            /** @description Names that were matched. */
            readonly sample: number;
            /** @description Of these, matched to the company meant. */
            readonly right: number;
            /** @description Null where there is no sample. */
            readonly share: number | null;
            /** @description Lower end of the 95 % interval of the share (Wilson). */
            readonly low: number;
            /** @description Upper end of it. */
            readonly high: number;
        };
        readonly MeasuredMatchesByConfidenceItem: {
            /** @description The share of such matches that are right, 0 to 1. */
            readonly match_confidence: number;
            /** @description Names that were matched. */
            readonly sample: number;
            /** @description Of these, matched to the company meant. */
            readonly right: number;
            /** @description Null where there is no sample. */
            readonly share: number | null;
            /** @description Lower end of the 95 % interval of the share (Wilson). */
            readonly low: number;
            /** @description Upper end of it. */
            readonly high: number;
        };
        /** @description What the confidence of a match by name is worth. */
        readonly MeasuredMatches: {
            /** @description What it means. */
            readonly meaning: string;
            /**
             * Format: date
             * @description Of the measurement.
             */
            readonly measured_on: string;
            /** @description Labelled names that were asked. */
            readonly names: number;
            /** @description The ranges of the confidence, each with its meaning or figures. */
            readonly bands: readonly components["schemas"]["MeasuredMatchesBandsItem"][];
            /** @description The figures by the confidence of a match. */
            readonly by_confidence: readonly components["schemas"]["MeasuredMatchesByConfidenceItem"][];
        };
        readonly OptionDescription: {
            /**
             * @description What kind it is.
             * @enum {string}
             */
            readonly type: "boolean" | "number" | "integer" | "string" | "list";
            /** @description The words that may be sent, as a list, or the text `block keys`. */
            readonly values?: unknown;
            /** @description The least value. */
            readonly minimum?: number;
            /** @description The greatest value. */
            readonly maximum?: number;
            /**
             * @description What holds where it is left out: a value of its type, or null; where it differs
             * between a resolve and a job, an object with `resolve` and `job`.
             */
            readonly default: unknown;
            /** @description Must be enabled for the account. */
            readonly premium: boolean;
            /** @description The description as published. */
            readonly description: string;
        };
        readonly CatalogueOptions: {
            readonly validation: components["schemas"]["OptionDescription"];
            readonly min_confidence: components["schemas"]["OptionDescription"];
            readonly discover: components["schemas"]["OptionDescription"];
            readonly max_live_lookups: components["schemas"]["OptionDescription"];
            readonly read_accounts_pdf: components["schemas"]["OptionDescription"];
            readonly web_search: components["schemas"]["OptionDescription"];
            readonly google_business: components["schemas"]["OptionDescription"];
            readonly contact_roles: components["schemas"]["OptionDescription"];
            readonly max_contacts: components["schemas"]["OptionDescription"];
            readonly verify_emails: components["schemas"]["OptionDescription"];
            readonly contacts_lookup: components["schemas"]["OptionDescription"];
            readonly include_phone: components["schemas"]["OptionDescription"];
            readonly include_linkedin: components["schemas"]["OptionDescription"];
        };
        readonly CatalogueReasonCodesItem: {
            readonly code: components["schemas"]["ReasonCode"];
            /** @description What it means. */
            readonly meaning: string;
            /** @description Whether asking again may help. */
            readonly retry_suggested: boolean;
        };
        readonly Catalogue: {
            /** @description All 37, in order. */
            readonly blocks: readonly components["schemas"]["CatalogueBlock"][];
            readonly confidence: components["schemas"]["ConfidenceContract"];
            readonly options: components["schemas"]["CatalogueOptions"];
            /** @description Every reason code. */
            readonly reason_codes: readonly components["schemas"]["CatalogueReasonCodesItem"][];
            /**
             * @description How many blocks there are.
             * @constant
             */
            readonly blocks_total: 37;
            /**
             * @description Of past rows that named a company, the share that was matched to one, to three
             * decimals: this month and the two before; null under 100 rows.
             */
            readonly matched_share: number | null;
        };
        /** @description The sum of one currency. */
        readonly UsageItemCurrenciesItem: {
            /** @description ISO 4217. */
            readonly currency: string;
            /** @description The sum as an exact decimal, not rounded. */
            readonly amount: string;
        };
        readonly UsageItem: {
            /** @description With granularity `block`: the block. */
            readonly block?: components["schemas"]["BlockKey"];
            /**
             * Format: date
             * @description With granularity `day`: the UTC day of the charges.
             */
            readonly date?: string;
            /** @description With granularity `day`: delivered rows. Items of adjustments have none. */
            readonly rows?: number;
            /** @description The units; negative if an adjustment takes them back. */
            readonly units: number;
            /** @description With granularity `day`: units by block. */
            readonly blocks?: {
                readonly [key: string]: number;
            };
            /**
             * @description The currency, ISO 4217; only if prices are agreed; null if there are several
             * currencies: `currencies` lists them.
             */
            readonly currency?: string | null;
            /**
             * @description The cost as an exact decimal, not rounded; only if prices are agreed; null if
             * there are several currencies: `currencies` lists them.
             */
            readonly amount?: string | null;
            /** @description One sum for each currency, sorted by currency; only if there are several. */
            readonly currencies?: readonly components["schemas"]["UsageItemCurrenciesItem"][];
            /** @description With granularity `block`: units dated before the block had a price. */
            readonly unpriced_units?: number;
        };
        /** @description Charges that are not owed, a corrected price, or the reversal of either. */
        readonly UsageAdjustment: {
            /** @description `adj_` and a ULID. */
            readonly adjustment_id: string;
            /**
             * @description The adjustment that this one reverses; its units and amounts then have the
             * opposite sign. Null: none.
             */
            readonly reverses: string | null;
            /**
             * @description The reason.
             * @enum {string}
             */
            readonly reason: "duplicate" | "wrong_match" | "service_fault" | "goodwill" | "price_error";
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly time: string;
            /**
             * @description The units of the adjusted charges in the range: negative if they are taken back, 0
             * if only their price is corrected.
             */
            readonly units: number;
            /** @description The adjusted charges, by block or by day as in `items` of the answer. */
            readonly items: readonly components["schemas"]["UsageItem"][];
            /**
             * @description The currency, ISO 4217; only if prices are agreed; null if there are several
             * currencies: `currencies` lists them.
             */
            readonly currency?: string | null;
            /**
             * @description The cost as an exact decimal, not rounded; only if prices are agreed; null if
             * there are several currencies: `currencies` lists them.
             */
            readonly amount?: string | null;
            /** @description One sum for each currency, sorted by currency; only if there are several. */
            readonly currencies?: readonly components["schemas"]["UsageItemCurrenciesItem"][];
        };
        /** @description A credit that is tied to no charge, or the reversal of one. */
        readonly UsageCredit: {
            /** @description `adj_` and a ULID. */
            readonly adjustment_id: string;
            /**
             * @description The credit that this one reverses; its amount then has the opposite sign. Null:
             * none.
             */
            readonly reverses: string | null;
            /**
             * @description The reason.
             * @enum {string}
             */
            readonly reason: "duplicate" | "wrong_match" | "service_fault" | "goodwill" | "price_error";
            /**
             * Format: date-time
             * @description When it was granted; it counts on this day (UTC).
             */
            readonly time: string;
            /** @description ISO 4217. */
            readonly currency: string;
            /** @description The amount; negative if less is owed. */
            readonly amount: string;
        };
        readonly UsageCounts: {
            /** @description Delivered rows. */
            readonly rows: number;
            /** @description Billed units. */
            readonly units: number;
        };
        /** @description A tier. */
        readonly UsageMonthRulesItemTiersItem: {
            /** @description The units of the month after which the tier begins. */
            readonly after: number;
            /** @description The percentage by which the price of each unit is reduced. */
            readonly percent: string;
        };
        /**
         * @description The effect of a rule for a calendar month: free units, tiers or a minimum. It changes
         * no charge.
         */
        readonly UsageMonthRulesItem: {
            /** @description YYYY-MM, UTC. */
            readonly month: string;
            /**
             * @description The kind of rule. The field of that name has its terms.
             * @enum {string}
             */
            readonly rule: "free_units" | "tiers" | "minimum";
            /** @description The number of the agreement that has the rule. */
            readonly version: number;
            /** @description With the rule `free_units`: the number of units that cost nothing. */
            readonly free_units?: number;
            /** @description With the rule `tiers`: its tiers. */
            readonly tiers?: readonly components["schemas"]["UsageMonthRulesItemTiersItem"][];
            /** @description With the rule `minimum`: the least that the units of the month cost. */
            readonly minimum?: string;
            /** @description The units that the rule makes cheaper; 0 for a minimum. */
            readonly units: number;
            /** @description ISO 4217. */
            readonly currency: string;
            /** @description The effect as an exact decimal, not rounded; negative if less is owed. */
            readonly amount: string;
        };
        readonly UsageAsOf: {
            /** @description The position of that event in the log. */
            readonly position: string;
            /**
             * Format: date-time
             * @description When that event happened.
             */
            readonly time: string;
        };
        /** @description The sums of one currency. */
        readonly UsageCurrenciesItem: {
            /** @description ISO 4217. */
            readonly currency: string;
            /** @description The sum as an exact decimal, not rounded. */
            readonly amount: string;
            /** @description The amount with adjustments and credits; only if there are any. */
            readonly net_amount?: string;
        };
        readonly Usage: {
            /**
             * Format: date
             * @description First day, UTC.
             */
            readonly from: string;
            /**
             * Format: date
             * @description Last day, inclusive.
             */
            readonly to: string;
            /**
             * @description How the items are cut.
             * @enum {string}
             */
            readonly granularity: "block" | "day";
            /** @description The job that was asked for; null: all jobs. */
            readonly job_id: string | null;
            readonly counts: components["schemas"]["UsageCounts"];
            /** @description The units by block, in the order of the catalogue, or by day. */
            readonly items: readonly components["schemas"]["UsageItem"][];
            /** @description Blocks with units that have no price; only if prices are agreed. */
            readonly unpriced?: readonly components["schemas"]["BlockKey"][];
            /**
             * @description Adjustments of charges in the range, in the order in which they were made; absent
             * if there are none. They do not change `counts`, `items` and `amount`.
             */
            readonly adjustments?: readonly components["schemas"]["UsageAdjustment"][];
            /**
             * @description Credits granted in the range, in the order in which they were granted; absent with
             * `job_id`.
             */
            readonly credits?: readonly components["schemas"]["UsageCredit"][];
            /**
             * @description The sum of `counts.units` and the units of `adjustments`; only if there are
             * adjustments or credits.
             */
            readonly net_units?: number;
            /**
             * @description The exact sum of `amount` and the amounts of `adjustments` and `credits`; only if
             * prices are agreed; null if `amount` is null.
             */
            readonly net_amount?: string | null;
            /**
             * @description The effects of rules for calendar months, by month, then in the order in which
             * they apply. Their amounts are not part of `net_amount`. Only if the range is made of whole
             * months with such rules; absent with `job_id`.
             */
            readonly month_rules?: readonly components["schemas"]["UsageMonthRulesItem"][];
            /**
             * @description The account's last charge or adjustment that is counted. Everything before it is
             * counted too.
             */
            readonly as_of: components["schemas"]["UsageAsOf"] | null;
            /**
             * @description The currency, ISO 4217; only if prices are agreed; null if there are several
             * currencies: `currencies` lists them.
             */
            readonly currency?: string | null;
            /**
             * @description The cost as an exact decimal, not rounded; only if prices are agreed; null if
             * there are several currencies: `currencies` lists them.
             */
            readonly amount?: string | null;
            /** @description The sums of each currency, sorted by currency; only if there are several. */
            readonly currencies?: readonly components["schemas"]["UsageCurrenciesItem"][];
        };
        /**
         * @description Every error body has `detail` and `request_id`. All but the body of a 401 also have
         * `message` and `docs`.
         */
        readonly Error: {
            /** @description A reason code or a message. */
            readonly detail: string;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message?: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs?: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /** @description What is wrong in the request, field by field. Nothing was recorded or billed. */
        readonly FieldErrors: {
            /**
             * @description - `invalid_request`: Something in the request is wrong; `errors` says what and
             * where.
             *     - `invalid_company_number`: Not an 8-character UK company number of a known form, and
             * nothing else is wrong.
             *     - `malformed_cursor`: Not a cursor that this job and page gave out.
             *     - `malformed_json`: The body is not JSON in UTF-8.
             *     - `body_too_large`: The body is larger than the service reads.
             *     - `too_many_rows`: More rows than a job, or this key, may have.
             * @enum {string}
             */
            readonly detail: "invalid_request" | "invalid_company_number" | "malformed_cursor" | "malformed_json" | "body_too_large" | "too_many_rows";
            /**
             * @description What is wrong, by the path of the field: `rows[17].ref`, `options.validation[0]`,
             * `min_confidence`. A header has its name in lower case. A fault of the request as a whole stands
             * under `request`. At most 100 problems are listed.
             */
            readonly errors: {
                readonly [key: string]: readonly string[];
            };
            /** @description The number of all problems. */
            readonly errors_total: number;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /**
         * @description None of the requested blocks is enabled for the account, or a requested option is not,
         * or the key lacks the scope. In the last case no blocks are listed.
         */
        readonly NotEnabledError: {
            /**
             * @description - `not_enabled`: None of the requested blocks is enabled for the key's account.
             *     - `option_not_enabled`: A premium option is not enabled for the key's account.
             *     - else a sentence that names the missing scope
             */
            readonly detail: string;
            /** @description What is not enabled, each with the reason. */
            readonly blocks?: {
                readonly [key: string]: components["schemas"]["NotEnabledBlock"];
            };
            /** @description What is not enabled, each with the reason. */
            readonly options?: {
                readonly [key: string]: components["schemas"]["NotEnabledBlock"];
            };
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly CompanyCandidate: {
            /** @description Company register number. */
            readonly company_number: string;
            /** @description The name as published. */
            readonly company_name: string;
        };
        /**
         * @description Two or more live companies fit the name or domain; candidates given, not billed (409).
         * Or the idempotency key belongs to another request; then there are no candidates.
         */
        readonly AmbiguousMatch: {
            /**
             * @description More than one live company matches.
             * @enum {string}
             */
            readonly detail: "ambiguous_match" | "idempotency_key_reused";
            /**
             * @description With `ambiguous_match`: the live companies that fit, in the order of their
             * numbers.
             */
            readonly candidates?: readonly components["schemas"]["CompanyCandidate"][];
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly KeyReused: {
            /**
             * @description - `idempotency_key_reused`: The idempotency key belongs to a different request.
             * @enum {string}
             */
            readonly detail: "idempotency_key_reused";
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /** @description No company was delivered. Not billed. */
        readonly ResolveNotMatched: {
            /**
             * @description The reason why no company was delivered.
             * @enum {string}
             */
            readonly detail: "not_matched" | "not_own_site" | "site_unreachable" | "no_company_identified_on_site";
            /** @description Whether asking again may help. */
            readonly retry_suggested: boolean;
            /**
             * @description On `not_matched`, where the website named no company:
             * `no_company_identified_on_site`.
             */
            readonly reason?: components["schemas"]["ReasonCode"];
            /**
             * @description With `not_matched` by name: live companies with similar names, the most similar
             * first. Absent if there are none.
             */
            readonly candidates?: readonly components["schemas"]["CompanyCandidate"][];
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /** @description The row could not be resolved. Not billed. Try again. */
        readonly ResolveFailed: {
            readonly detail: components["schemas"]["ReasonCode"];
            /** @description Whether asking again may help. */
            readonly retry_suggested: boolean;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /** @description The job's rows can't be read any more, or were never stored. */
        readonly Gone: {
            /**
             * @description - `rows_expired`: The rows were kept until `expires_at`.
             *     - `not_stored`: The row was asked for with `store=false` and is kept nowhere.
             * @enum {string}
             */
            readonly detail: "rows_expired" | "not_stored";
            /**
             * Format: date-time
             * @description When the rows expired; null for `not_stored`.
             */
            readonly expires_at: string | null;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly JobNotFound: {
            /**
             * @description - `job_not_found`: The account has no job of this id.
             * @enum {string}
             */
            readonly detail: "job_not_found";
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly RateLimited: {
            /**
             * @description - `rate_limited`: The allowance of this minute is spent; `Retry-After` says when
             * to come back.
             * @enum {string}
             */
            readonly detail: "rate_limited";
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /**
         * @description With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the
         * budget.
         */
        readonly RowsLimited: {
            /**
             * @description - `rate_limited`: The allowance of this minute is spent; `Retry-After` says when
             * to come back.
             *     - `budget_reached`: The request could pass the budget of the account for this calendar
             * month (UTC); `Retry-After` ends with the month.
             *     - `too_many_open_rows`: The account has too many rows that are not finished, or too many
             * that were finished today and cost nothing; `Retry-After` says when to come back.
             * @enum {string}
             */
            readonly detail: "rate_limited" | "budget_reached" | "too_many_open_rows";
            /** @description Rows of the account that may be unfinished at once. */
            readonly max_open_rows?: number;
            /** @description Rows of the account that may be finished without a unit in a UTC day. */
            readonly max_unbilled_rows_per_day?: number;
            /**
             * @description False with `budget_reached`: waiting does not help before the next month. Have the
             * budget raised.
             */
            readonly retry_suggested?: boolean;
            /** @description The calendar month of the budget, YYYY-MM, UTC. */
            readonly month?: string;
            /** @description The budget, if it is a number of net units. */
            readonly month_units?: number;
            /** @description The net units of the month so far. */
            readonly used_units?: number;
            /** @description The budget, if it is a net amount. */
            readonly month_amount?: string;
            /** @description The net amount of the month so far. */
            readonly used_amount?: string;
            /** @description The currency of `month_amount`, ISO 4217. */
            readonly currency?: string;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        /**
         * @description With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the
         * budget; with `too_many_open_resolves`, the limits on resolves.
         */
        readonly ResolvesLimited: {
            /**
             * @description - `rate_limited`: The allowance of this minute is spent; `Retry-After` says when
             * to come back.
             *     - `budget_reached`: The request could pass the budget of the account for this calendar
             * month (UTC); `Retry-After` ends with the month.
             *     - `too_many_open_rows`: The account has too many rows that are not finished, or too many
             * that were finished today and cost nothing; `Retry-After` says when to come back.
             *     - `too_many_open_resolves`: The key has too many resolves under way; `open_resolves` says
             * how many, and `Retry-After` when to come back.
             * @enum {string}
             */
            readonly detail: "rate_limited" | "budget_reached" | "too_many_open_rows" | "too_many_open_resolves";
            /** @description Rows of the account that may be unfinished at once. */
            readonly max_open_rows?: number;
            /** @description Rows of the account that may be finished without a unit in a UTC day. */
            readonly max_unbilled_rows_per_day?: number;
            /**
             * @description False with `budget_reached`: waiting does not help before the next month. Have the
             * budget raised.
             */
            readonly retry_suggested?: boolean;
            /** @description The calendar month of the budget, YYYY-MM, UTC. */
            readonly month?: string;
            /** @description The budget, if it is a number of net units. */
            readonly month_units?: number;
            /** @description The net units of the month so far. */
            readonly used_units?: number;
            /** @description The budget, if it is a net amount. */
            readonly month_amount?: string;
            /** @description The net amount of the month so far. */
            readonly used_amount?: string;
            /** @description The currency of `month_amount`, ISO 4217. */
            readonly currency?: string;
            /** @description Resolves of the key that are under way. */
            readonly open_resolves?: number;
            /** @description Resolves of the key that may be under way at once. */
            readonly max_open_resolves?: number;
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly ServiceFault: {
            /**
             * @description - `error`: A fault of ours; quote `request_id`.
             * @enum {string}
             */
            readonly detail: "error";
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly Unavailable: {
            /**
             * @description - `intake_busy`: Other submissions have the room that this one needs;
             * `Retry-After` says when to try again.
             *     - `unavailable`: Not ready to answer truthfully; `Retry-After` says when to try again.
             * @enum {string}
             */
            readonly detail: "intake_busy" | "unavailable";
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly NotAcceptable: {
            /**
             * @description - `not_acceptable`: `Accept` takes no JSON, and no other form is answered;
             * `available` lists what is.
             * @enum {string}
             */
            readonly detail: "not_acceptable";
            /** @description The content types that an answer may have. */
            readonly available: readonly string[];
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
        readonly UnsupportedMediaType: {
            /**
             * @description - `unsupported_media_type`: The body must be `application/json` in UTF-8, plain or
             * with `Content-Encoding: gzip`.
             * @enum {string}
             */
            readonly detail: "unsupported_media_type";
            /** @description The values that `Content-Type`, or `Content-Encoding`, may have. */
            readonly available: readonly string[];
            /**
             * @description What is wrong and what to do, for people. Its text may change: programs read
             * `detail`.
             */
            readonly message: string;
            /**
             * Format: uri
             * @description The address of the paragraph about this code in the documentation.
             */
            readonly docs: string;
            /** @description The id of the request, as in `X-Request-ID`. Quote it to support. */
            readonly request_id: string;
        };
    };
    responses: {
        /** @description Nothing has changed. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The key is missing, or does not work. Send the whole key in the header `Authorization:
         * Bearer svc_live_…`. The text does not say why a key does not work.
         */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key lacks the scope. */
        readonly MissingScope: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `Accept` does not allow JSON, and there is no other form. Nothing is done, recorded or
         * billed.
         */
        readonly NotAcceptable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["NotAcceptable"];
            };
        };
        /** @description The account has no job of this id. */
        readonly JobNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["JobNotFound"];
            };
        };
        /** @description The rows are past `expires_at`, or were never stored. */
        readonly RowsGone: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Gone"];
            };
        };
        /** @description The cursor is not one of this job and this kind of page. */
        readonly MalformedCursor: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["FieldErrors"];
            };
        };
        /**
         * @description The key has reached a rate limit of this minute. The call costs nothing and is not
         * counted.
         */
        readonly RateLimited: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RateLimited"];
            };
        };
        /**
         * @description The key has reached a rate limit of this minute, the request could exceed the budget
         * of the month, or the account has too many rows that are not finished or that cost nothing today.
         * Nothing is recorded or billed.
         */
        readonly RowsLimited: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RowsLimited"];
            };
        };
        /**
         * @description The key has reached a rate limit of this minute, the request could exceed the budget
         * of the month, the account has too many rows that are not finished or that cost nothing today, or
         * the key has too many resolves under way. Nothing is recorded or billed.
         */
        readonly ResolvesLimited: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ResolvesLimited"];
            };
        };
        /** @description A fault of the service. */
        readonly ServiceFault: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ServiceFault"];
            };
        };
        /**
         * @description The service can’t give a correct answer now: a store is out of reach, or a read model
         * is not up to date yet.
         */
        readonly Unavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Unavailable"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The service's own id of this request; quote it to support.
         * @example req_01KAJB8Z5N0000000000000001
         */
        readonly "X-Request-ID": string;
        /**
         * @description The rate limits of the key. For each limit: the calls (`q`) that are allowed in a
         * window of `w` seconds.
         * @example "default";q=600;w=60
         */
        readonly "RateLimit-Policy": string;
        /**
         * @description The present state of these limits. For each limit: the calls that are left (`r`), and
         * the seconds until the window ends (`t`).
         * @example "default";r=599;t=42
         */
        readonly RateLimit: string;
        /**
         * @description Seconds to wait before asking again.
         * @example 42
         */
        readonly "Retry-After": number;
        /**
         * @description The version of the answer. Send it as `If-None-Match`: if nothing has changed, the
         * answer is 304.
         * @example W/"mZ3rJ0cX8vQ1tKyB5nLp2A"
         */
        readonly ETag: string;
        /**
         * @description The address at which to continue.
         * @example https://api.example.com/v1/enrich/jobs/job_01KAJB8Z5N0000000000000001
         */
        readonly Location: string;
        /**
         * @description Present if an equal request with the same idempotency key was answered before.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description Units that this call billed so far; 0 on a replay and on every failure.
         * @example 2
         */
        readonly "X-Billed-Units": number;
        /**
         * @description A signed proof of the answer: the base64 of a signed note (C2SP). The note names the
         * event on which the answer stands. Keep it with the results: `GET /receipts/{event id}/proof` later
         * shows that the event is in the sealed log. Missing if the service signs no receipts.
         * @example Y29tcGFueS1kYXRhIHJlY2VpcHQgdjEK
         */
        readonly "X-Receipt": string;
        /**
         * @description The share of the account's budget for this calendar month (UTC) that is used by its
         * net charges; 1 is the whole budget. At most a second old. Only if a budget is set.
         * @example 0.8312
         */
        readonly "X-Budget-Used": number;
        /**
         * @description How to authenticate: with a bearer key.
         * @example Bearer
         */
        readonly "WWW-Authenticate": "Bearer";
        /**
         * @description The content types that a body may have.
         * @example application/json
         */
        readonly Accept: string;
        /**
         * @description The content encodings that a body may have.
         * @example gzip
         */
        readonly "Accept-Encoding": string;
        /**
         * @description The methods that the path has.
         * @example GET
         */
        readonly Allow: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly resolve: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Company register number: 8 digits, or a register prefix and 6. Exactly one of
                 * company_number, company_name and domain is given.
                 * @example 08209948
                 */
                readonly company_number?: string;
                /**
                 * @description The registered name. If more than one live company matches, the answer is 409
                 * with candidates.
                 */
                readonly company_name?: string;
                /**
                 * @description A bare host or a URL. A host of a register, directory, social network or site
                 * builder is answered 404 `not_own_site`.
                 */
                readonly domain?: string;
                /**
                 * @description The blocks, joined by commas. The parameter may be sent more than once.
                 * Default: every block that is enabled for the key. Blocks that are not enabled are answered
                 * `not_enabled`, with a warning; if none is enabled, the answer is 403.
                 */
                readonly blocks?: readonly components["schemas"]["BlockKey"][];
                /** @description A reference of your own, returned as sent. */
                readonly ref?: string;
                /**
                 * @description True: answers at once with what is on file. Blocks that need a live lookup are
                 * `pending`; collect them from `results_url`. Not with wait=false or store=false.
                 */
                readonly defer_live?: boolean;
                /** @description False: answers 202 with the job, its `results_url` and its `status_url`. */
                readonly wait?: boolean;
                /**
                 * @description False: the row is not kept for later reads. Not with wait=false or
                 * defer_live=true.
                 */
                readonly store?: boolean;
                /**
                 * @description How far a website is checked. none: no verdict is made. rules: from what is
                 * kept, no fetch. live: the site may be fetched. officers: director names count. ai: a second
                 * reader for verdicts of review (premium). none stands alone.
                 */
                readonly validation?: readonly ("none" | "rules" | "live" | "officers" | "ai")[];
                /**
                 * @description A company matched with less is not_matched; a block with less is not_found
                 * with not_confirmed and is not billed.
                 */
                readonly min_confidence?: number;
                /**
                 * @description Blocks to look up when nothing is on file: domain searches for a website,
                 * charges, officers and registry_events ask the live register. An empty list skips the
                 * search.
                 */
                readonly discover?: readonly components["schemas"]["BlockKey"][];
                /**
                 * @description Website searches allowed for the whole request; on a resolve 1 where discover
                 * is given. A row that has to search takes one, a row that has not takes none; rows that find
                 * none left answer source_busy. 0 means never.
                 */
                readonly max_live_lookups?: number;
                /**
                 * @description For financials_live and employees_live: read accounts that were filed as PDF
                 * only.
                 */
                readonly read_accounts_pdf?: boolean;
                /**
                 * @description Adds the candidates of the search provider to the search for a website.
                 * Premium: must be enabled for the account.
                 */
                readonly web_search?: boolean;
                /**
                 * @description For trading_address: the business listing counts as one more independent
                 * source. Premium: must be enabled for the account.
                 */
                readonly google_business?: boolean;
                /** @description For contacts: which people come first, in order of preference. */
                readonly contact_roles?: readonly ("owner" | "director" | "finance" | "operations")[];
                /** @description For contacts: how many people at most. */
                readonly max_contacts?: number;
                /**
                 * @description For contacts: check syntax and mail servers of addresses. No mailbox is ever
                 * probed.
                 */
                readonly verify_emails?: boolean;
                /** @description For contacts: read the website now, or only what is kept of it. */
                readonly contacts_lookup?: "cached_only" | "live";
                /**
                 * @description For contacts: a phone number per person. On a resolve with
                 * contacts_lookup=live it needs defer_live=true or wait=false.
                 */
                readonly include_phone?: boolean;
                /** @description For contacts: a profile link per person, where the site prints one. */
                readonly include_linkedin?: boolean;
            };
            readonly header?: {
                /**
                 * @description Makes the request safe to repeat. The same key with the same request returns
                 * the original job, and nothing runs again. The same key with a different request is refused
                 * with 409. Keys belong to the account.
                 */
                readonly "X-Idempotency-Key"?: string;
                /**
                 * @description Another name of `X-Idempotency-Key`. If both are sent, they must be the same.
                 */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /**
             * @description The company, complete or with pending blocks. On the replay of a request with
             * `wait=false`: its job.
             */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResolveAnswer"];
                };
            };
            /** @description With `wait=false`: the request is accepted as a job. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AcceptedResolve"];
                };
            };
            /** @description Something in the request is wrong. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FieldErrors"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /**
             * @description The key lacks the scope, none of the requested blocks is enabled, or a premium
             * option is not enabled.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotEnabledError"];
                };
            };
            /**
             * @description No company matched, or the website belongs to no company on file or could not be
             * opened.
             */
            readonly 404: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResolveNotMatched"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /**
             * @description More than one live company matches, or the idempotency key belongs to another
             * request.
             */
            readonly 409: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AmbiguousMatch"];
                };
            };
            /** @description The rows are past `expires_at`, or were never stored. */
            readonly 410: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Gone"];
                };
            };
            readonly 429: components["responses"]["ResolvesLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            /** @description The row could not be resolved. Try again. */
            readonly 502: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Billed-Units": components["headers"]["X-Billed-Units"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResolveFailed"];
                };
            };
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly submitJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Makes the request safe to repeat. The same key with the same request returns
                 * the original job, and nothing runs again. The same key with a different request is refused
                 * with 409. Keys belong to the account.
                 */
                readonly "X-Idempotency-Key"?: string;
                /**
                 * @description Another name of `X-Idempotency-Key`. If both are sent, they must be the same.
                 */
                readonly "Idempotency-Key"?: string;
                /** @description The body may be sent gzipped. */
                readonly "Content-Encoding"?: "gzip" | "identity";
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["EnrichJobRequest"];
            };
        };
        readonly responses: {
            /**
             * @description An earlier, equal request with the same idempotency key made this job. Nothing new
             * runs.
             */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            /** @description The job is accepted. It will be finished, whatever happens. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly Location: components["headers"]["Location"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            /** @description Something in the request is wrong. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FieldErrors"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /**
             * @description The key lacks the scope, none of the requested blocks is enabled, or a premium
             * option is not enabled.
             */
            readonly 403: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["NotEnabledError"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            /** @description The idempotency key belongs to a different request. */
            readonly 409: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly "X-Budget-Used": components["headers"]["X-Budget-Used"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["KeyReused"];
                };
            };
            /**
             * @description The request has more rows than a job or this key may have, or its body is too
             * large.
             */
            readonly 413: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FieldErrors"];
                };
            };
            /** @description The headers do not say that the body is JSON, plain or gzipped. */
            readonly 415: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly Accept: components["headers"]["Accept"];
                    readonly "Accept-Encoding": components["headers"]["Accept-Encoding"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["UnsupportedMediaType"];
                };
            };
            readonly 429: components["responses"]["RowsLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            /**
             * @description Try again later: a store is out of reach, or other submissions use the memory that
             * this one needs.
             */
            readonly 503: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Unavailable"];
                };
            };
        };
    };
    readonly getJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id of a job of the account. Anything else is answered 404.
                 * @example job_01KAJB8Z5N0000000000000001
                 */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 404: components["responses"]["JobNotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getResults: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the previous page. Leave it out for the first page. */
                readonly cursor?: string;
                /**
                 * @description The number of entries of a page, 1 to 1000. A missing or invalid value uses
                 * the default.
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id of a job of the account. Anything else is answered 404.
                 * @example job_01KAJB8Z5N0000000000000001
                 */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of rows. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ResultsPage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["MalformedCursor"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 404: components["responses"]["JobNotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["RowsGone"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getErrors: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the previous page. Leave it out for the first page. */
                readonly cursor?: string;
                /**
                 * @description The number of entries of a page, 1 to 1000. A missing or invalid value uses
                 * the default.
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id of a job of the account. Anything else is answered 404.
                 * @example job_01KAJB8Z5N0000000000000001
                 */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of errors. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorsPage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["MalformedCursor"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 404: components["responses"]["JobNotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 410: components["responses"]["RowsGone"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly cancelJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The id of a job of the account. Anything else is answered 404.
                 * @example job_01KAJB8Z5N0000000000000001
                 */
                readonly job_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job in its current state. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Job"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            /** @description The account has no job of this id. */
            readonly 404: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "X-Receipt": components["headers"]["X-Receipt"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["JobNotFound"];
                };
            };
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: {
                /** @description First day, UTC. Default: 30 days before `to`. */
                readonly from?: string;
                /** @description Last day, inclusive, UTC. Default: today. The range may have 366 days. */
                readonly to?: string;
                /** @description Whether the answer has an item for each block or for each day. */
                readonly granularity?: "block" | "day";
                /** @description Only the usage of this job. */
                readonly job_id?: string;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The usage in the range. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Usage"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            /** @description A date, the range or the granularity is wrong. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["FieldErrors"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 404: components["responses"]["JobNotFound"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly whoami: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Whoami"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly listBlocks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an earlier answer. If nothing has changed since, the answer is
                 * 304.
                 */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The catalogue, with availability for this key. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Catalogue"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["MissingScope"];
            readonly 406: components["responses"]["NotAcceptable"];
            readonly 429: components["responses"]["RateLimited"];
            readonly 500: components["responses"]["ServiceFault"];
            readonly 503: components["responses"]["Unavailable"];
        };
    };
    readonly getDescription: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Follow `Location`. */
            readonly 302: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uri */
                        readonly location: string;
                    };
                };
            };
            /** @description The request has another method than GET. */
            readonly 405: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly getDescriptionAlias: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Follow `Location`. */
            readonly 302: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly Location: components["headers"]["Location"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** Format: uri */
                        readonly location: string;
                    };
                };
            };
            /** @description The request has another method than GET. */
            readonly 405: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly Allow: components["headers"]["Allow"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
