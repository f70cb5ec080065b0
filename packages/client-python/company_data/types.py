"""The objects of the API, as its description has them. Written by generate_types.py; not to be edited."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:  # In `typing` only from Python 3.11 on; no checker needs it installed.
    from typing_extensions import NotRequired, TypeAlias


BlockKey: TypeAlias = Literal[
    'domain',
    'domain_validation',
    'registered_address',
    'corporate_owners',
    'controllers',
    'charges',
    'officers',
    'company_identity',
    'filing_status',
    'registry_events',
    'industry',
    'related_company_domain',
    'nature_of_business',
    'property',
    'financials_filed',
    'ultimate_owner',
    'employees_filed',
    'contacts',
    'signals',
    'news_signals',
    'financials_live',
    'employees_live',
    'web_traffic',
    'web_presence',
    'technologies',
    'employees',
    'planning',
    'financial_benchmarks',
    'revenue_estimate',
    'scores',
    'funding',
    'trading_address',
    'subsidiaries',
    'firmographics',
    'comparables',
    'business_intelligence',
    'company_summary',
]
"""A block: one unit of data about a company."""


ReasonCode: TypeAlias = str
"""The reason. New codes may be added within /v1: treat a code that you don't know as `error`.

- `error`: A fault that no other code describes.
- `not_matched`: Nothing on file for the number, name or domain, or the best match is under
  `min_confidence` (404).
- `no_company_key`: The row names no identifier, an empty one, or more than one (on resolve a 400 field
  error).
- `ambiguous_match`: Two or more live companies fit the name or domain; candidates given, not billed
  (409).
- `source_unavailable`: A source that is loaded or configured can't be read now; says nothing about the
  company (502 on a row).
- `resolver_error`: Our matching failed on this row (502).
- `worker_lost`: The row's worker stopped more often than is retried.
- `invalid_company_number`: Not 8 characters of a known UK form (400); detail hints at a lost leading
  zero.
- `no_company_identified_on_site`: The domain's site opens but names no live company by number or exact
  legal name (resolve: 404 `not_matched`, this code beside it as `reason`).
- `site_lookup_not_run`: Unknown domain in a job of more than ten rows; or a website search that such a
  job did not budget with `max_live_lookups`.
- `only_related_company_domain`: The only website on file is a related company's, served under
  related_company_domain.
- `inheritance_flag_without_a_related_url`: The site may belong to a related company that can't be
  named; served, flagged.
- `provenance_uncertain_but_validated`: The record naming the site is weak, yet validation accepted it;
  flag cleared.
- `not_found_after_search`: The search ran to its end and no candidate was accepted.
- `search_unavailable`: The search asked for could not run (network, provider down or over quota).
- `no_domain_found`: No website on file and `discover` does not name domain.
- `no_corporate_owner_on_the_register`: Control records exist and none is a current corporate owner.
- `owner_has_no_website`: A related company is on file, none of them has a website on file.
- `no_psc_data_on_file`: No control record, statement or current listing of this company at all (an
  exempt plc among others).
- `ultimate_owner_not_resolved`: The climb ended in a cycle, past depth 20, or in a tie no rule breaks.
- `no_address_on_file`: The register row has no address.
- `no_charges_data_on_file`: The register counts charges, their items are not held, and no live register
  is configured here.
- `no_property_titles_on_file`: The loaded title file holds no title under this number.
- `no_officers_on_file`: No appointment on file, or a type without officers.
- `no_identity_on_file`: Known through another edition, absent from the companies edition.
- `no_filing_dates_on_file`: No usable accounts or confirmation statement date.
- `no_registry_dates_on_file`: Not one dated register fact is held.
- `no_headcount_on_file`: Accounts are held and state no headcount.
- `no_employee_estimate_on_file`: Some evidence, too old or thin for a figure, and no input for an
  estimate.
- `not_available_yet`: This deployment has no source or provider for the block.
- `owner_not_on_file`: A named owner can't be tied to a company on file (no, foreign or mistyped
  number).
- `domain_name_mismatch`: The site carries another business's name and nothing hard ties it to this
  company.
- `not_own_site`: The host is a register, directory, social, document or site-builder host (404).
- `validation_not_requested`: Asked for with `validation=none`.
- `site_unreachable`: DNS, TLS, connection or time limit failed on every address tried; counted in
  `counts.site_unreachable`.
- `name_matches_no_address_evidence`: The name fits, no number, address or director does.
- `filed_value_implausible`: A filed figure can't be right (scale error, fraction of a person, sign).
- `no_entitlement`: `not_enabled`: the key's account lacks the block; 403 when it lacks all asked for.
- `not_for_demo_key`: Block withheld from demonstration keys.
- `site_not_readable`: It answers, but without text to judge (script shell, image only, other media).
- `site_blocked`: Refused: 401, 403, 429, challenge page or robots rule.
- `no_description_on_file`: Site and accounts text were read or are absent, no usable description.
- `no_domain_to_read`: No domain on file or found, hence nothing to read.
- `site_unreadable`: Accepted site whose text can't serve as description (other language, no sentences).
- `site_read_unavailable`: Our own reader or crawler is down or over budget.
- `no_accounts_filed`: No accounts were ever filed and no due date is known (a type that never files).
- `accounts_not_machine_readable`: The accounts are an image PDF and reading PDFs was not asked for.
- `register_unavailable`: The live register failed or timed out.
- `accounts_unreadable`: The held document is a placeholder, truncated or not parsable.
- `no_events_in_window`: History held, nothing dated within 24 months before as_of.
- `events_unavailable`: Event history is held but can't be read now.
- `accounts_ocr_unavailable`: PDF reading was asked for and the text recogniser is down.
- `contacts_disabled`: Live contact look-up is switched off here, or `cached_only` and nothing kept.
- `contacts_unavailable`: The contact step failed as a whole.
- `no_people_found`: No active natural officer and no person named on the site.
- `no_emails_found`: People found, no e-mail or phone for any of them or for the company.
- `no_domain_for_email`: No accepted website, so no e-mail was looked for.
- `no_domain_for_phone`: The same for a phone.
- `no_email_found`: Site read, no e-mail printed for this person.
- `no_phone_found`: Site read, no phone printed for this person.
- `non_uk_only`: Only numbers outside the UK were found; withheld.
- `shared_number_only`: The number also stands on several unrelated sites (agency, serviced office).
- `lookup_failed`: Looking up this one field broke off.
- `no_planning_applications`: The authorities of its addresses are loaded and hold no application of it.
- `no_planning_on_file`: None of those authorities is loaded.
- `planning_register_unavailable`: A loaded planning register can't be read now.
- `no_scores_on_file`: No accounts, so no score.
- `no_website_to_match`: Matched by website, and the company has no accepted one.
- `no_funding_on_record`: Loaded funding sources hold nothing under this number.
- `enrichment_unavailable`: A configured outside enrichment provider failed.
- `no_validated_website`: No website on file at all.
- `no_address_on_site`: Site read, no UK address on it, no register record either.
- `insufficient_corroboration`: One weak mention only.
- `conflicting_sources`: Sources of equal weight name different places.
- `postcode_register_unavailable`: The postcode edition can't be read, so a postcode could not be
  checked.
- `google_business_unavailable`: The listing check was asked for and its provider failed.
- `lookups_incomplete`: Time or budget ended before all look-ups; the value rests on the rest.
- `not_completed`: Skipped by a cancel before it started.
- `no_sic_on_file`: The register row gives no code.
- `no_financials_on_file`: Filed by the register's dates, document not in the loaded edition.
- `no_modelled_revenue`: No filed turnover, and no driver or fewer than 30 peers.
- `no_ratios_to_benchmark`: Figures on file allow no ratio.
- `cohort_too_small`: Fewer than 20 peers of its SIC and size.
- `benchmark_unavailable`: The cohort table is not built or unreadable.
- `accounts_read_failed`: The document was fetched, its reading broke.
- `financials_in_live_filing_only`: Only (A: newer) accounts are at the live register: ask for the live
  block.
- `bank_income_line_unconfirmed`: Bank or insurer: no line surely stands for income.
- `bank_profit_line_unconfirmed`: The same for profit.
- `holding_company_no_trading_revenue`: Holding company (64209, 70100) without employees.
- `share_capital_as_equity`: The only equity fact is share capital; net assets withheld.
- `equity_implausible_against_balance_sheet`: Equity does not fit assets less liabilities; withheld.
- `balance_sheet_breaks_from_adjacent_year`: This year's comparatives differ from last year's filed
  figures beyond rounding.
- `modelled_implausible_against_filed_turnover`: The model is over 5 times off an earlier filed
  turnover.
- `subsidiary_search_unavailable`: The reverse index of this edition is not built or unreadable.
- `no_profile_on_file`: No identity to profile.
- `no_comparables_found`: No peer over the least score.
- `peer_search_unavailable`: The peer table is not built or unreadable.
- `few_comparable_peers`: One or two peers only.
- `label_contradicts_filed_sic`: The text points to another SIC section than the filed code.
- `no_business_intelligence_on_file`: Fewer than three blocks to draw from.
- `site_describes_another_company`: The site's text is about another business.
- `no_summary_on_file`: Identity alone; nothing to summarise.
- `summary_unavailable`: The writer failed.
- `no_signals_on_file`: No loaded feed covers this type of company.
- `no_signals_on_record`: Feeds were read, nothing in the window.
- `signals_unavailable`: A loaded feed can't be read now.
- `web_profile_not_enabled`: The account has no web-profile provider switched on.
- `no_web_profile_found`: The provider knows no profile of the domain.
- `web_profile_unavailable`: The provider, or the loaded ranking, can't be read now.
- `no_web_traffic_on_profile`: The domain is not in the loaded ranking (or profile without traffic).
- `no_technologies_on_file`: Site read, no rule fired.
- `no_web_presence_on_file`: Site read, no profile or feature found.
- `no_employee_figures_on_file`: No headcount evidence of any kind.
- `web_profile_outside_uk`: The provider's profile is of a firm outside the UK.
- `no_accounts_reading_on_file`: The live register is off in this deployment and no earlier reading of
  this company is kept.
- `no_headcount_in_accounts_reading`: Document read, no headcount in it.
- `no_workforce_on_profile`: A provider's profile shows no workforce.
- `org_enrichment_not_held`: Organisation enrichment was never bought for this company.
- `website_not_validated`: A website is on file, no verdict exists, and this request allowed none.
- `website_needs_review`: Verdict `review`: not used.
- `website_unverified`: Verdict `reject`: not used.
- `website_not_verifiable`: No verdict possible: the site was shut, blocked or unreadable.
- `accounts_made_up_date_off_reference_date`: Period is not about 12 months, or ends over 7 days off the
  reference day; nothing is annualised.
- `bank_no_modelled_turnover`: SIC 64xxx or 65xxx with no filed income: not modelled.
- `none_on_register`: Looked up in full: there are none.
- `first_accounts_not_yet_due`: Nothing filed yet, first due date not before as_of.
- `accounts_overdue`: The due date lies before as_of (B: and nothing was ever filed).
- `group_site_prefer_uk_domain`: A group's world site was set aside for its linked UK site.
- `not_confirmed`: A value was found, its confidence is under `min_confidence`.
- `source_busy`: Past `max_live_lookups`, or the live register's allowance is spent.
- `not_looked_up`: A live step would tell and this request did not take it, or the loaded edition is
  only a part.
- `owner_website_is_this_companys_own`: The owner's site on file is this company's own accepted site.
- `no_majority_controller`: Corporate owners exist and nobody, company or person, holds half or more.
- `dormant_company`: Dormant accounts; as B only where there is no figure to serve.
- `modelled_profit_implausible`: A modelled profit contradicts filed reserves.
- `modelled_repeated_across_periods`: The model gives the same figure three periods running though
  inputs changed.
- `ratio_implausible`: Denominator about zero or ratio over 1,000; withheld.
- `accounts_read_no_figures`: Document read, no figure in it.
- `sources_disagree`: Two sources are more than 2 bands apart; the better one is served.
- `estimate_input_failed_balance_sheet_check`: The assets it would rest on do not balance.
"""


class NotEnabledBlock(TypedDict):
    """The block is not enabled for the key's account. Never billed."""

    status: Literal['not_enabled']
    """The variant of the block: each has its own status."""
    reason: Literal['no_entitlement']
    """The block is not enabled for the account."""


class PendingBlock(TypedDict):
    """A live lookup is still running. Collect the block from `results_url`."""

    status: Literal['pending']
    """The variant of the block: each has its own status."""


class Freshness(TypedDict):
    """How fresh the value is."""

    checked_live: bool
    """Whether this request asked the source itself."""
    checked_at: NotRequired[str]
    """When the source was asked."""
    edition: NotRequired[str]
    """The edition that it was read from."""
    stale: NotRequired[bool]
    """True: the edition is older than it should be, since its source is published more often."""


class CutList(TypedDict):
    """How much of a list is served."""

    total: int
    """The number of all items."""
    returned: int
    """The number of items that are served."""
    truncated: bool
    """Whether the list was cut."""
    suppressed: NotRequired[int]
    """Items left out because they are suppressed. No other count includes them."""
    below_confidence: NotRequired[int]
    """Items left out because their confidence is below `min_confidence`."""


class DetailInput(TypedDict):
    """A source that the value rests on."""

    block: Union[Literal['domain', 'domain_validation', 'registered_address', 'corporate_owners', 'controllers', 'charges', 'officers', 'company_identity', 'filing_status', 'registry_events', 'industry', 'related_company_domain', 'nature_of_business', 'property', 'financials_filed', 'ultimate_owner', 'employees_filed', 'contacts', 'signals', 'news_signals', 'financials_live', 'employees_live', 'web_traffic', 'web_presence', 'technologies', 'employees', 'planning', 'financial_benchmarks', 'revenue_estimate', 'scores', 'funding', 'trading_address', 'subsidiaries', 'firmographics', 'comparables', 'business_intelligence', 'company_summary'], None]
    """The block that the input came from; null: it came from a source."""
    field: str
    """The name of the field that was used."""
    source: str
    """Where the value of the field came from."""
    as_of: Union[str, None]
    """The date of the source’s data."""
    value: Union[str, float, None]
    """The value that was used; of a list, the number of its items."""
    page_url: NotRequired[str]
    """The page that states the value."""


class InputTerms(TypedDict):
    """The caveats of an input that the value was computed from."""

    block: BlockKey
    scope: Literal['company', 'group', 'unknown']
    """Whose figures they are: those of the company, of its whole group, or unknown."""
    period: Union[Period, None]
    """The period of the figures."""
    currency: Union[str, None]
    """The currency of the figures, ISO 4217."""
    flagged_for_review: bool
    """Whether the input is flagged for review."""
    advisories: list[ReasonCode]
    """The advisories of the input."""
    withheld: NotRequired[list[WithheldInput]]
    """Figures of the input that are withheld."""


class WithheldInput(TypedDict):
    """A figure of an input that is withheld, and why."""

    period_end: str
    """The last day of the figure’s period."""
    field: str
    """The name of the figure’s field."""
    reason: ReasonCode


class WebsiteVerdict(TypedDict):
    """The verdict on a website, and its basis."""

    domain: str
    """The host that was judged."""
    outcome: Literal['accept', 'review', 'reject']
    """Whether the website is the company’s own: yes, unclear, or no."""
    score: int
    """The points of the website, 0 to 100."""
    confidence: float
    """The share of such verdicts that are right, 0 to 1."""
    checked_at: str
    """When the site was read."""
    auto_run: bool
    """True: the site was read for this request, although `domain_validation` was not requested."""
    served: bool
    """Whether the value was taken from this website."""


class WebsiteRecord(TypedDict):
    """A public record that names a website."""

    source: str
    """The register that names the website."""
    url: Union[str, None]
    """The address as published; null where only the host is kept."""
    seen_on: str
    """When the record was published."""


class Sighting(TypedDict):
    """A passage of a page, as evidence."""

    url: str
    """The address of the page."""
    snippet: str
    """The text that the page prints there, at most 300 characters."""


class HardMatch(TypedDict):
    """A fact of the register that a page of the website prints."""

    url: str
    """The address of the page."""
    snippet: str
    """The text that the page prints there, at most 300 characters."""
    surname: NotRequired[str]
    """The surname of the director whom the page names."""


class HardMatches(TypedDict):
    """The facts of the register that the pages print, by kind."""

    company_number: NotRequired[HardMatch]
    postcode: NotRequired[HardMatch]
    registered_address: NotRequired[HardMatch]
    director: NotRequired[HardMatch]


class NameMatch(TypedDict):
    """A page that bears the company’s name."""

    kind: Literal['legal_name', 'previous_name', 'trading_name']
    """Which name was found."""
    url: str
    """The address of the page."""
    snippet: str
    """The text that the page prints there, at most 300 characters."""


class ValidationEvidence(TypedDict):
    """The evidence for the verdict."""

    hard_matches: HardMatches
    name_match: Union[NameMatch, None]
    """The page that bears the company’s name; null: no page does."""


class SecondReader(TypedDict):
    """The opinion of a second reader of the website."""

    method: Literal['ai']
    """Who the second reader was. `ai`: a model."""
    whose: Literal['own', 'other', 'unclear']
    """Whose website it is, in the second reader’s opinion: the company’s own, another’s, or unclear."""
    quotes: list[Sighting]
    """The passages on which that opinion rests."""


class AcceptedEarlier(TypedDict):
    """An earlier verdict that accepted the website, which can’t be read now."""

    on: str
    """When the website was read and accepted."""
    score: int
    """The points of that verdict."""
    weights: str
    """The version of the weights that gave those points."""


class WebsiteSearch(TypedDict):
    """The search for a website."""

    candidates: list[str]
    """Hosts that no public record names: made from the company’s name, or found by a search provider."""
    tried: int
    """How many of these hosts were looked up."""
    providers: list[str]
    """The search providers that were asked."""


class WebsiteSetAside(TypedDict):
    """The group’s worldwide website, which was set aside in favour of its UK website."""

    domain: str
    """The host of the website."""
    page_url: str
    """The page of the worldwide website that links to the UK website."""
    evidence: list[WebsiteRecord]
    """Public records that name the worldwide website."""


class RelatedCandidate(TypedDict):
    """A website that may belong to a related company. Nothing confirms it."""

    domain: str
    """The host of the website."""
    company: CompanyRef
    relation: str
    """The relation of that company to this one."""
    source: str
    """Where the website was found."""
    seen_on: str
    """The date of that source."""


class ChargeEvidence(TypedDict):
    """A fact about a charge that the value has no field for."""

    kind: Literal['charge_number', 'release_without_satisfaction']
    """Which fact: the number of a charge without a code, or a release without a satisfaction."""
    charge_number: Union[int, None]
    """The register’s number of the charge."""
    created_on: NotRequired[Union[str, None]]
    """When the charge was created."""
    filing_type: NotRequired[str]
    """The form that released the charge."""
    delivered_on: NotRequired[Union[str, None]]
    """When that form was delivered."""


class RegisterCounts(TypedDict):
    """The counts in the register's file, where the charges themselves are not held."""

    charges: Union[int, None]
    """All charges, as the register’s own file counts them."""
    outstanding: Union[int, None]
    """Outstanding charges, as the register’s own file counts them."""
    part_satisfied: Union[int, None]
    """Charges that are satisfied in part, as the register’s own file counts them."""
    satisfied: Union[int, None]
    """Satisfied charges, as the register’s own file counts them."""


class IdentityVerification(TypedDict):
    """Whether a person has verified their identity for a role, on the day `as_of`."""

    status: str
    """One of `verified`, `due`, `overdue`, `ended`, `not_told` and `not_required`."""
    statement_on: Union[str, None]
    """The day of the person’s statement that the identity is verified; null: not known."""
    due_on: Union[str, None]
    """The day by which that statement is due; null: not known."""
    route: Union[str, None]
    """`provider`: an authorised corporate service provider verified the identity; `direct`: the registrar
    did; null: nobody has yet.
    """
    verified_by: Union[str, None]
    """The name of that provider; null: not published."""
    supervisors: list[str]
    """The bodies that supervise that provider."""


class RegistrarAnnotation(TypedDict):
    """A note of the registrar on the company's entry."""

    type: str
    """The register's key for the kind of note."""
    description: Union[str, None]
    """The note in the registrar's own words."""
    created_on: Union[str, None]
    """When the note was made."""


class Contribution(TypedDict):
    """What a limited partner put into the partnership."""

    name: str
    """The name of the partner."""
    role: str
    """The partner's role, in the register's own word."""
    amount: Union[Money, None]
    """The amount; null: it can’t be read."""
    kinds: list[str]
    """The register's keys for what was put in, such as `money` or `land-or-property`."""


class PreviousName(TypedDict):
    """A name that the company had before."""

    name: str
    """The earlier name."""
    ceased_on: Union[str, None]
    """The day until which the company had this name."""


class OwnerByIdentifiers(TypedDict):
    """The ultimate owner by another register, to compare with the value."""

    source: str
    """The other register."""
    as_of: str
    """The date of that register’s data."""
    company_name: str
    """The ultimate owner that it names."""
    company_number: Union[str, None]
    """The number of that owner; null where the owner is foreign."""
    agrees: bool
    """Whether it is the same owner as in the value."""


class AmendedAccounts(TypedDict):
    """Accounts that replaced earlier ones."""

    kind: Literal['amended_accounts']
    """The kind of evidence."""
    document_id: str
    """The document that is used."""
    says_so: bool
    """Whether the document itself says that it is an amendment."""
    replaces: list[str]
    """The documents that it replaced."""


class ContradictedFigure(TypedDict):
    """A figure that other content of its document contradicts."""

    period_end: str
    """The last day of the figure’s period."""
    field: str
    """The name of the figure’s field."""
    identity: NotRequired[str]
    """The sum that does not hold, where a sum contradicts the figure."""
    by: NotRequired[str]
    """What else contradicts the figure."""


class UnbelievedFigure(TypedDict):
    """A figure as filed, which its page contradicts."""

    period_end: str
    """The last day of the figure’s period."""
    field: str
    """The name of the figure’s field."""
    concept: str
    """The name of the fact in the document’s markup."""
    printed: str
    """The text on the page, before its scale and sign are applied."""


class AccountsDocument(TypedDict):
    """The accounts that were read, or from which nothing could be read."""

    id: NotRequired[str]
    """The name under which the document was published."""
    document_id: NotRequired[Union[str, None]]
    """The register's id of the document."""
    made_up_to: str
    """The date of the balance sheet."""
    taxonomy: NotRequired[Union[str, None]]
    """The name of the document’s schema."""
    filed_on: NotRequired[Union[str, None]]
    """When the document was filed."""
    why: NotRequired[str]
    """Why the document can’t be read."""


class UnbelievedHeadcount(TypedDict):
    """A headcount as filed, which is not believed."""

    concept: str
    """The name of the fact in the document’s markup."""
    printed: NotRequired[str]
    """The text on the page, before its scale and sign are applied."""


class ScaledTurnover(TypedDict):
    """How a turnover was scaled to a year."""

    from_days: int
    """The days of the period for which the turnover was filed."""
    to_days: int
    """The days of a year."""


class Money(TypedDict):
    """An amount of money."""

    amount: str
    """Decimal string: sign, no grouping, two decimals when there are pence, else none."""
    currency: str
    """ISO 4217."""


class MoneyBand(TypedDict):
    """A range of money, both ends included."""

    min: Money
    max: Union[Money, None]
    """Null: open to the top."""
    label: str
    """The band or class in words."""


class Band(TypedDict):
    """A range of whole numbers, both ends included."""

    min: int
    """The low end."""
    max: Union[int, None]
    """Null: open to the top."""
    label: str
    """The band or class in words."""


class Period(TypedDict):
    start: Union[str, None]
    """A day, YYYY-MM-DD."""
    end: str
    """A day, YYYY-MM-DD."""
    months: Union[int, None]
    """Whole months, rounded; null: the start is not known."""


class CompanyRef(TypedDict):
    company_number: Union[str, None]
    """A UK company number, 8 characters."""
    company_name: str
    """The name as published."""


class ComputedInput(TypedDict):
    block: Union[Literal['domain', 'domain_validation', 'registered_address', 'corporate_owners', 'controllers', 'charges', 'officers', 'company_identity', 'filing_status', 'registry_events', 'industry', 'related_company_domain', 'nature_of_business', 'property', 'financials_filed', 'ultimate_owner', 'employees_filed', 'contacts', 'signals', 'news_signals', 'financials_live', 'employees_live', 'web_traffic', 'web_presence', 'technologies', 'employees', 'planning', 'financial_benchmarks', 'revenue_estimate', 'scores', 'funding', 'trading_address', 'subsidiaries', 'firmographics', 'comparables', 'business_intelligence', 'company_summary'], None]
    """The block that the input came from; null: it came from a source."""
    field: str
    """Name of the field."""
    source: str
    """Where it came from."""
    as_of: Union[str, None]
    """A day, YYYY-MM-DD."""
    value: Union[str, float, None]
    """The value."""


class WithheldField(TypedDict):
    field: str
    """Name of the field."""
    reason: ReasonCode


class ModelVersion(TypedDict):
    name: str
    """The name of the model."""
    version: str
    """The version of the model."""


DayWindow = TypedDict(
    "DayWindow",
    {
        "from": "str",
        "to": "str",
    },
)


DomainValue: TypeAlias = str
"""A host name: lower case, punycode, no "www."."""


class DomainValidationChecks(TypedDict):
    legal_name_exact: Union[bool, float, None]
    """The site bears the exact legal name: whether, or how nearly."""
    business_name: Union[bool, None]
    """The site bears the name without its legal ending."""
    same_postcode: Union[bool, None]
    """The site prints the postcode of the registered office."""
    similar_postcode: Union[bool, None]
    """The site prints a postcode of the same area."""
    city_match: Union[bool, None]
    """The site prints the post town."""
    county_match: Union[bool, None]
    """The site prints the county."""
    address_match: Union[bool, None]
    """The site prints the registered address."""
    director_match: Union[bool, None]
    """The site names a director."""
    company_number: Union[bool, None]
    """Company register number."""
    other_company_number: Union[bool, None]
    """The site says that another company runs it."""
    foreign_registration: Union[bool, None]
    """The site names a register of another country."""
    uk_domain: Union[bool, None]
    """The host ends in .uk."""
    phone_present: Union[bool, None]
    """The site prints a phone number."""
    generic_platform: Union[bool, None]
    """It is a page of a platform or builder."""
    parked: Union[bool, None]
    """The host is parked or for sale."""


class DomainValidationValue(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    dns_resolves: Union[bool, None]
    """Whether the host has an address; null: not asked."""
    email_deliverable: Union[bool, None]
    """Whether the host takes mail; null: not asked."""
    site_live: Union[bool, None]
    """The last answer was a 2xx."""
    http_status: Union[int, None]
    """The HTTP status of the last answer; null: none came."""
    final_url: Union[str, None]
    """The address that was reached; null: none answered."""
    director_check: Literal['matched', 'not_matched', 'no_officers', 'not_requested']
    """The result of the search for names of directors."""
    score: int
    """Points, 0 to 100."""
    outcome: Literal['accept', 'review', 'reject']
    """`accept`: the website may be used."""
    checks: DomainValidationChecks
    contributions: dict[str, int]
    """Points by check; they sum to the score after clamping."""
    reasons: list[str]
    """The checks that decided."""


class RegisteredAddressValue(TypedDict):
    address_line_1: Union[str, None]
    """First line of the address."""
    address_line_2: Union[str, None]
    """Second line."""
    locality: Union[str, None]
    """Post town."""
    region: Union[str, None]
    """County."""
    postal_code: Union[str, None]
    """The postcode; null: none."""


class CorporateOwnersOwnersItem(TypedDict):
    name: str
    """The name as published."""
    natures_of_control: list[str]
    """The kinds of control, by the register's keys."""
    notified_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    country_registered: Union[str, None]
    """Where the owner is registered, as published; null: not given."""
    company_number: Union[str, None]
    """A UK company number, 8 characters."""
    nature_of_business: NatureOfBusinessBlock
    """An envelope of its own: what the owner does, read from file only. Never billed."""


class CorporateOwnersValue(TypedDict):
    has_corporate_owner: bool
    """Whether a company is among the current controllers."""
    owners: list[CorporateOwnersOwnersItem]
    """Companies that control it, newest first."""


class ControllersControllersItem(TypedDict):
    type: Literal['individual', 'corporate', 'legal_person', 'super_secure']
    """What kind it is."""
    name: Union[str, None]
    """The name as published."""
    country_registered: Union[str, None]
    """Where the owner is registered, as published; null: not given."""
    natures_of_control: list[str]
    """The kinds of control, by the register's keys."""
    notified_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    company_number: Union[str, None]
    """A UK company number, 8 characters."""


class ControllersControl(TypedDict):
    has_corporate_controller: bool
    """True: a company is among the controllers."""
    has_individual_controller: bool
    """True: a person is among the controllers."""
    no_controller_on_register: bool
    """True: the register says that nobody controls the company."""
    statement: Union[str, None]
    """The register's own key of the gravest statement that stands; all stand in `detail`."""


class ControllersCeasedControllersItem(TypedDict):
    type: Literal['individual', 'corporate', 'legal_person', 'super_secure']
    """What kind it is."""
    name: Union[str, None]
    """The name as published."""
    country_registered: Union[str, None]
    """Where the owner is registered, as published; null: not given."""
    natures_of_control: list[str]
    """The kinds of control, by the register's keys."""
    notified_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    company_number: Union[str, None]
    """A UK company number, 8 characters."""
    ceased_on: Union[str, None]
    """Null of super-secure persons, of whom no day is shown."""


class ControllersValue(TypedDict):
    controllers: list[ControllersControllersItem]
    """The persons and companies that control the company, newest first; empty: no controller is recorded."""
    has_corporate_owner: bool
    """Whether a company is among the current controllers."""
    control: ControllersControl
    ceased_controllers: list[ControllersCeasedControllersItem]
    """Those who controlled the company before."""


class ChargesChargesItem(TypedDict):
    charge_code: Union[str, None]
    """Null before April 2013."""
    status: str
    """The register's key of the charge's status."""
    created_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    registered_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    persons_entitled: list[str]
    """Those who are entitled to the charge."""
    particulars: Union[str, None]
    """What is charged, as published; null: not given."""
    contains: list[str]
    """fixed_charge, floating_charge, floating_charge_covers_all, negative_pledge."""
    satisfied_on: Union[str, None]
    """A day, YYYY-MM-DD."""


class ChargesValue(TypedDict):
    outstanding_count: int
    """Part-satisfied charges count as outstanding."""
    satisfied_count: int
    """Charges that are satisfied."""
    total_count: int
    """Charges in all."""
    holders: list[str]
    """Distinct names as filed on outstanding charges."""
    charges: list[ChargesChargesItem]
    """Outstanding charges, newest first."""
    satisfied_charges: list[ChargesChargesItem]
    """Satisfied charges, newest first."""
    past_holders: list[str]
    """The holders of charges that are satisfied."""
    latest_created_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    latest_satisfied_on: Union[str, None]
    """A day, YYYY-MM-DD."""


class OfficersCurrentItemDateOfBirth(TypedDict):
    month: int
    """Month of birth, 1 to 12."""
    year: int
    """Year of birth."""


class OfficersCurrentItem(TypedDict):
    name: str
    """The name as published."""
    role: str
    """The register's own word."""
    appointed_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    nationality: Union[str, None]
    """As published; null: not given."""
    country_of_residence: Union[str, None]
    """As published; null: not given."""
    occupation: Union[str, None]
    """As published; null: not given."""
    person_number: Union[str, None]
    """The register's number of the appointment's person; null: not published."""
    person_key: NotRequired[Union[str, None]]
    """The part of the person number that stays with a person; null: not known."""
    date_of_birth: Union[OfficersCurrentItemDateOfBirth, None]
    """Month and year of birth; null: not given, or no person."""
    is_corporate: bool
    """Whether the officer is a company."""


class OfficersFormerItem(TypedDict):
    name: str
    """The name as published."""
    role: str
    """The register's own word."""
    appointed_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    nationality: Union[str, None]
    """As published; null: not given."""
    country_of_residence: Union[str, None]
    """As published; null: not given."""
    occupation: Union[str, None]
    """As published; null: not given."""
    person_number: Union[str, None]
    """The register's number of the appointment's person; null: not published."""
    person_key: NotRequired[Union[str, None]]
    """The part of the person number that stays with a person; null: not known."""
    date_of_birth: Union[OfficersCurrentItemDateOfBirth, None]
    """Month and year of birth; null: not given, or no person."""
    is_corporate: bool
    """Whether the officer is a company."""
    resigned_on: Union[str, None]
    """A day, YYYY-MM-DD."""


class OfficersAges(TypedDict):
    """Whole years at as_of over active natural persons; the average to one decimal."""

    average: Union[float, None]
    """The mean age in years; null: none is known."""
    youngest: Union[int, None]
    """The least age in years; null: none is known."""
    oldest: Union[int, None]
    """The greatest age in years; null: none is known."""


class OfficersValue(TypedDict):
    total: int
    """The number of all items."""
    active: int
    """The number of persons who hold office now."""
    resigned: int
    """The number of persons who have left office."""
    current: list[OfficersCurrentItem]
    """Those who hold office now, newest first."""
    former: list[OfficersFormerItem]
    """Those who held office before, the last to resign first."""
    ages: OfficersAges


class CompanyIdentityValue(TypedDict):
    incorporated_on: Union[str, None]
    """Null for what is registered and not incorporated: `detail.registered_on`."""
    company_category: Union[str, None]
    """As published."""
    country_of_origin: Union[str, None]
    """As published."""
    legal_form: Union[str, None]
    """The register's key, such as ltd, plc or llp."""
    company_status: Union[Literal['active', 'dissolved', 'liquidation', 'receivership', 'converted-closed', 'voluntary-arrangement', 'insolvency-proceedings', 'administration', 'open', 'closed', 'registered', 'removed'], None]
    """The register's key."""
    status_group: Union[Literal['active', 'distressed', 'closed'], None]
    """The status, in one of a few words; null: not known."""
    trading_name: Union[str, None]
    """The name that it trades under; null: none is known."""
    trading_name_source: Union[Literal['registered_name', 'website', 'contract_notices'], None]
    """Where that name came from; null: there is none."""


class FilingStatusValue(TypedDict):
    accounts_last_made_up_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    accounts_next_due_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    accounts_category: Union[str, None]
    """The register's key, such as micro-entity or total-exemption-full."""
    confirmation_statement_last_made_up_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    confirmation_statement_next_due_on: Union[str, None]
    """A day, YYYY-MM-DD."""


class RegistryEventsEventsItem(TypedDict):
    date: str
    """A day, YYYY-MM-DD."""
    type: Literal['incorporated', 'name_changed', 'address_changed', 'officer_appointed', 'officer_resigned', 'controller_notified', 'controller_ceased', 'control_statement', 'charge_created', 'charge_satisfied', 'accounts_filed', 'confirmation_statement_filed', 'capital_changed', 'insolvency_started', 'insolvency_ended', 'strike_off_proposed', 'dissolved', 'restored', 'identity_verified', 'identity_verification_overdue', 'identity_verification_ended', 'registrar_annotation', 'other_filing']
    """What kind it is."""
    title: str
    """What happened, in words."""
    form: Union[str, None]
    """The form filed, such as CS01."""
    values: dict[str, str]
    """Filed parameters."""
    source: str
    """Where it came from."""


class RegistryEventsEvents(TypedDict):
    items: list[RegistryEventsEventsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class RegistryEventsMilestonesItem(TypedDict):
    type: str
    """What kind it is."""
    date: str
    """A day, YYYY-MM-DD."""


class RegistryEventsValue(TypedDict):
    window: DayWindow
    """24 months up to as_of."""
    events: RegistryEventsEvents
    latest_event_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    milestones: list[RegistryEventsMilestonesItem]
    """Of any age; served without events in the window, too."""


class IndustrySicItem(TypedDict):
    code: str
    """Five digits, or four of an older row."""
    description: Union[str, None]
    """The description as published."""
    scheme: Union[Literal['uk_sic_2007', 'uk_sic_2003'], None]
    """By the list that has the code; null: no list that was in use then has it."""
    is_primary: bool
    """Filed first."""


class IndustryNaceItem(TypedDict):
    code: str
    """Such as 62.01."""
    from_sic: str
    """The SIC code that it follows from."""


class IndustryValue(TypedDict):
    sic: list[IndustrySicItem]
    """The SIC codes as filed."""
    label: Union[str, None]
    """The description of the first code that is not generic; else of the code that a text tells."""
    label_source: Union[Literal['filed_sic', 'website', 'accounts_text'], None]
    """Where the label came from; null: there is none."""
    nace: list[IndustryNaceItem]
    """The NACE classes that the codes fall into."""
    sic_is_generic: bool
    """No filed code tells the trade."""


class RelatedCompanyDomainAlternativesItem(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    company: CompanyRef
    relation: str
    """What that company is to this one."""


class RelatedCompanyDomainValue(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    company: CompanyRef
    relation: Literal['owner', 'ultimate_owner', 'subsidiary', 'sister', 'group']
    """What that company is to this one."""
    basis: Literal['register_ownership', 'site_statement', 'shared_vat_number']
    """What the value rests on."""
    path: list[CompanyRef]
    """From this company to that one."""
    alternatives: list[RelatedCompanyDomainAlternativesItem]
    """Other websites of related companies."""


class NatureOfBusinessValue(TypedDict):
    description: str
    """Sentences as published; rewritten only where the method is ai."""
    method: Literal['quoted', 'ai']
    """Whether the text is quoted or written."""
    basis: Literal['website', 'accounts_text']
    """What the value rests on."""
    page_url: Union[str, None]
    """The page that says so; null: none does."""
    period_end: Union[str, None]
    """A day, YYYY-MM-DD."""
    keywords: list[str]
    """Words of the description."""
    language: str
    """ISO 639-1."""


class PropertyValue(TypedDict):
    title_count: int
    """Distinct titles."""
    tenure: list[str]
    """Freehold, leasehold or both."""
    postcodes: list[str]
    """Postcodes of the titles."""
    addresses: list[str]
    """Addresses of the titles."""


class FinancialsFiledPeriodsItemFigures(TypedDict):
    """Whole units; null: not filed, or read and withheld."""

    turnover: Union[Money, None]
    """Turnover."""
    gross_profit: Union[Money, None]
    """Gross profit."""
    operating_profit: Union[Money, None]
    """Operating profit."""
    profit_before_tax: Union[Money, None]
    """Profit before tax."""
    profit_after_tax: Union[Money, None]
    """Profit after tax."""
    fixed_assets: Union[Money, None]
    """Fixed assets."""
    current_assets: Union[Money, None]
    """Current assets."""
    cash: Union[Money, None]
    """Cash at bank and in hand."""
    debtors: Union[Money, None]
    """Debtors."""
    creditors_within_one_year: Union[Money, None]
    """Creditors due within one year."""
    creditors_after_one_year: Union[Money, None]
    """Creditors due after one year."""
    net_current_assets: Union[Money, None]
    """Net current assets."""
    total_assets_less_current_liabilities: Union[Money, None]
    """Total assets less current liabilities."""
    total_assets: Union[Money, None]
    """Total assets."""
    net_assets: Union[Money, None]
    """Net assets."""


FinancialsFiledPeriodsItemDerivedFiguresItem = TypedDict(
    "FinancialsFiledPeriodsItemDerivedFiguresItem",
    {
        "field": "str",
        "from": "list[str]",
    },
)


class FinancialsFiledPeriodsItem(TypedDict):
    period: Period
    figures: FinancialsFiledPeriodsItemFigures
    derived_figures: list[FinancialsFiledPeriodsItemDerivedFiguresItem]
    """Figures that were computed from others."""
    withheld: list[WithheldField]
    """The fields that are null for a reason."""


class FinancialsFiledDocument(TypedDict):
    made_up_to: str
    """A day, YYYY-MM-DD."""
    filed_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    taxonomy: Union[str, None]
    """Name of the document's schema; null: not told."""
    document_id: Union[str, None]
    """The register's id of the document; null: not known."""
    read_by: Literal['ixbrl', 'pdf_text', 'ocr']
    """How the document was read."""


class FinancialsFiledValue(TypedDict):
    accounts_type: Union[str, None]
    """What kind of accounts they are, such as `full` or `micro`; null: not told."""
    scope: Literal['company', 'group', 'unknown']
    """Whose figures these are, such as those of the company or of its group."""
    dormant: Union[bool, None]
    """Whether they say that the company is dormant; null: not told."""
    audited: Union[bool, None]
    """Whether they were audited; null: not told."""
    periods: list[FinancialsFiledPeriodsItem]
    """Newest first."""
    document: FinancialsFiledDocument


class UltimateOwnerChainItem(TypedDict):
    company_name: str
    """The name as published."""
    company_number: Union[str, None]
    """A UK company number, 8 characters."""


class UltimateOwnerValue(TypedDict):
    company_name: str
    """The name as published."""
    company_number: Union[str, None]
    """Null when the owner is foreign."""
    depth: int
    """How many steps up the owner is; 0: the company itself."""
    resolved_by: Literal['self', 'majority_control', 'foreign_owner', 'entity_identifier_register']
    """How the owner was found."""
    chain: list[UltimateOwnerChainItem]
    """From the direct owner up to the top; empty for self."""


class EmployeesFiledPrior(TypedDict):
    headcount: int
    """Employees, the average over the period; null: a band alone is known."""
    period: Period


class EmployeesFiledDocument(TypedDict):
    made_up_to: str
    """A day, YYYY-MM-DD."""
    document_id: Union[str, None]
    """The register's id of the document; null: not known."""
    read_by: Literal['ixbrl', 'pdf_text', 'ocr']
    """How the document was read."""


class EmployeesFiledValue(TypedDict):
    headcount: int
    """Employees, the average over the period."""
    basis: Literal['average_over_period']
    """What the value rests on."""
    scope: Literal['company', 'group', 'unknown']
    """Whose figures these are, such as those of the company or of its group."""
    period: Period
    prior: Union[EmployeesFiledPrior, None]
    """The year before; null: not stated."""
    document: EmployeesFiledDocument


class ContactsPeopleItemEmail(TypedDict):
    address: str
    """The address."""
    kind: Literal['personal', 'role']
    """The kind."""
    deliverable: Union[bool, None]
    """Whether its host takes mail; null: not asked."""
    page_url: str
    """The page that says so; null: none does."""


class ContactsPeopleItemPhone(TypedDict):
    number: str
    """E.164."""
    page_url: str
    """The page that says so; null: none does."""


class ContactsPeopleItem(TypedDict):
    name: str
    """The name as published."""
    role: str
    """The role as published."""
    role_group: Literal['owner', 'director', 'finance', 'operations', 'other']
    """The kind of role."""
    person_key: Union[str, None]
    """The part of the person number that stays with a person; null: not known."""
    email: Union[ContactsPeopleItemEmail, None]
    """The e-mail address; null: none is printed."""
    phone: Union[ContactsPeopleItemPhone, None]
    """The phone number; null: none is printed."""
    linkedin_url: Union[str, None]
    """Address of the profile; null: none is printed."""
    found_in: list[Literal['officers', 'website']]
    """Where the person was found."""
    withheld: list[WithheldField]
    """The fields that are null for a reason."""


class ContactsPeople(TypedDict):
    items: list[ContactsPeopleItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class ContactsCompanyChannelsEmailsItem(TypedDict):
    address: str
    """The address."""
    deliverable: Union[bool, None]
    """Whether its host takes mail; null: not asked."""
    page_url: str
    """The page that says so; null: none does."""


class ContactsCompanyChannelsPhonesItem(TypedDict):
    number: str
    """The number, E.164."""
    page_url: str
    """The page that says so; null: none does."""


class ContactsCompanyChannels(TypedDict):
    emails: list[ContactsCompanyChannelsEmailsItem]
    """E-mail addresses that the site prints."""
    phones: list[ContactsCompanyChannelsPhonesItem]
    """Phone numbers that the site prints."""


class ContactsValue(TypedDict):
    people: ContactsPeople
    company_channels: ContactsCompanyChannels


class SignalsSignalsItemDetail(TypedDict):
    state: Literal['opened', 'suspended', 'discontinued', 'ended']
    """What the day brought: it began or took place, was halted, was given up or undone, or ended."""


class SignalsSignalsItem(TypedDict):
    type: Literal['contract_award', 'grant', 'new_charge', 'charge_satisfied', 'insolvency', 'strike_off', 'director_change', 'control_change', 'name_change', 'address_change', 'late_accounts', 'capital_raised', 'identity_verification', 'registrar_annotation']
    """What kind it is."""
    date: str
    """A day, YYYY-MM-DD."""
    title: str
    """What happened, in words."""
    direction: Literal['positive', 'neutral', 'negative']
    """Whether it speaks for the company or against it."""
    amount: Union[Money, None]
    """The amount; null: none is told."""
    counterparty: Union[str, None]
    """The other side; null: none is named."""
    url: Union[str, None]
    """The address; null: none is published."""
    source: str
    """Where it came from."""
    source_ref: str
    """The name or number of the item at its source."""
    confidence: float
    """Share of such values that are right, 0 to 1."""
    detail: SignalsSignalsItemDetail


class SignalsSignals(TypedDict):
    items: list[SignalsSignalsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class SignalsValue(TypedDict):
    window: DayWindow
    """12 months up to the newest day of the feeds."""
    signals: SignalsSignals
    counts: dict[str, int]
    """The number of each."""


class NewsSignalsItemsItem(TypedDict):
    headline: str
    """The headline as published."""
    url: str
    """The address; null: none is published."""
    publisher_host: str
    """A host name: lower case, punycode, no "www."."""
    published_on: str
    """When the feed first saw it."""
    type: Literal['insolvency', 'legal', 'acquisition', 'funding', 'contract', 'jobs', 'appointment', 'results', 'expansion', 'award', 'other']
    """By words of the headline."""
    matched_on: Literal['company_number', 'domain', 'exact_name_and_place']
    """What tied it to the company, such as the number or the name."""
    confidence: float
    """Share of such values that are right, 0 to 1."""


class NewsSignalsItems(TypedDict):
    items: list[NewsSignalsItemsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class NewsSignalsValue(TypedDict):
    window: DayWindow
    """90 days up to as_of."""
    items: NewsSignalsItems


class FinancialsLiveValue(TypedDict):
    accounts_type: Union[str, None]
    """What kind of accounts they are, such as `full` or `micro`; null: not told."""
    scope: Literal['company', 'group', 'unknown']
    """Whose figures these are, such as those of the company or of its group."""
    dormant: Union[bool, None]
    """Whether they say that the company is dormant; null: not told."""
    audited: Union[bool, None]
    """Whether they were audited; null: not told."""
    periods: list[FinancialsFiledPeriodsItem]
    """Newest first."""
    document: FinancialsFiledDocument


class EmployeesLiveValue(TypedDict):
    headcount: int
    """Employees, the average over the period."""
    basis: Literal['average_over_period']
    """What the value rests on."""
    scope: Literal['company', 'group', 'unknown']
    """Whose figures these are, such as those of the company or of its group."""
    period: Period
    prior: Union[EmployeesFiledPrior, None]
    """The year before; null: not stated."""
    document: EmployeesFiledDocument


class WebTrafficValue(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    rank: Union[int, None]
    """Place in the list; null: not in it."""
    rank_band: Band
    list_date: str
    """A day, YYYY-MM-DD."""
    rank_90_days_before: Union[int, None]
    """Place 90 days before; null: not known."""
    measures: Literal['popularity_rank']
    """What the rank measures."""


class WebPresenceProfilesItem(TypedDict):
    platform: str
    """The platform."""
    handle: Union[str, None]
    """The name of the account; null: none can be read."""
    url: str
    """The address; null: none is published."""
    page_url: str
    """The page that says so; null: none does."""


class WebPresenceValue(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    profiles: list[WebPresenceProfilesItem]
    """Profiles elsewhere that the site links to."""
    languages: list[str]
    """Languages of the pages, ISO 639-1."""
    has_online_shop: bool
    """Whether something can be bought there."""
    has_sitemap: bool
    """Whether it has a sitemap."""
    contact_page_url: Union[str, None]
    """The page of contacts; null: none was found."""
    legal_page_url: Union[str, None]
    """The page of imprint or terms; null: none was found."""
    pages_read: int
    """How many pages were read."""


class TechnologiesTechnologiesItemEvidence(TypedDict):
    kind: Literal['header', 'script', 'link', 'meta', 'cookie', 'dns']
    """The kind."""
    value: str
    """The value."""
    url: Union[str, None]
    """The address; null: none is published."""


class TechnologiesTechnologiesItem(TypedDict):
    name: str
    """The name as published."""
    category: str
    """What kind of technology it is."""
    version: Union[str, None]
    """The version; null: not shown."""
    evidence: TechnologiesTechnologiesItemEvidence
    confidence: float
    """Share of such values that are right, 0 to 1."""


class TechnologiesTechnologies(TypedDict):
    items: list[TechnologiesTechnologiesItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class TechnologiesValue(TypedDict):
    domain: str
    """A host name: lower case, punycode, no "www."."""
    technologies: TechnologiesTechnologies
    categories: list[str]
    """Categories of the technologies."""


class EmployeesValue(TypedDict):
    headcount: Union[int, None]
    """Employees, the average over the period; null: a band alone is known."""
    band: Band
    """Number of employees."""
    basis: Literal['filed', 'pay_gap_band', 'website_statement', 'modelled']
    """What the value rests on."""
    at: str
    """A day, YYYY-MM-DD."""
    scope: Literal['company', 'group', 'unknown']
    """Whose figures these are, such as those of the company or of its group."""
    inputs: list[ComputedInput]
    """What the value was computed from."""
    model: Union[ModelVersion, None]
    """The model that computed it; null: none did."""


class PlanningApplicationsItem(TypedDict):
    reference: str
    """The authority's reference."""
    authority: str
    """The planning authority."""
    description: str
    """The description as published."""
    type: Union[str, None]
    """What kind it is."""
    status: str
    """The status."""
    decision: Union[str, None]
    """The decision as published; null: none is told."""
    received_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    decided_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    site_address: Union[str, None]
    """The site; null: not told."""
    postal_code: Union[str, None]
    """The postcode; null: none."""
    matched_on: Literal['applicant_name', 'property_title', 'site_address']
    """What tied it to the company, such as the number or the name."""
    url: Union[str, None]
    """The address; null: none is published."""
    confidence: float
    """Share of such values that are right, 0 to 1."""


class PlanningApplications(TypedDict):
    items: list[PlanningApplicationsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class PlanningValue(TypedDict):
    applications: PlanningApplications
    by_status: dict[str, int]
    """The number of items by status."""
    authorities_covered: list[str]
    """Planning authorities whose registers were looked at."""


class FinancialBenchmarksCohort(TypedDict):
    """The narrowest with enough peers."""

    sic: str
    """Five, three or two digits of the Standard Industrial Classification, or a section."""
    size_band: str
    """Employees; any: no headcount is filed."""
    companies: int
    """Peers with a ratio that is compared; the company itself is none."""
    period_from: str
    """A day, YYYY-MM-DD."""
    period_to: str
    """A day, YYYY-MM-DD."""


class FinancialBenchmarksRatiosItem(TypedDict):
    key: Literal['current_ratio', 'cash_to_creditors', 'gearing', 'net_assets_to_total', 'assets_per_head', 'turnover_per_head', 'operating_margin', 'turnover_growth', 'net_assets_growth']
    """The key of the ratio or score."""
    value: float
    """At most four decimals."""
    unit: Literal['ratio', 'percent', 'gbp_per_head']
    """The unit of the value."""
    percentile: int
    """Share of peers with less."""
    quartiles: list[float]
    """First quartile, median and third quartile of the peers."""
    inputs: list[ComputedInput]
    """What the value was computed from."""


class FinancialBenchmarksValue(TypedDict):
    period_end: str
    """A day, YYYY-MM-DD."""
    cohort: FinancialBenchmarksCohort
    ratios: list[FinancialBenchmarksRatiosItem]
    """The ratios that can be compared."""
    withheld: list[WithheldField]
    """The fields that are null for a reason."""


class RevenueEstimateCohort(TypedDict):
    sic: str
    """Codes of the Standard Industrial Classification."""
    companies: int
    """How many companies the cohort has."""


class RevenueEstimateValue(TypedDict):
    basis: Literal['filed', 'modelled']
    """What the value rests on."""
    low: Money
    mid: Money
    high: Money
    band: MoneyBand
    period_end: str
    """A day, YYYY-MM-DD."""
    capped_by: Union[str, None]
    """The legal size limit that capped it."""
    cohort: Union[RevenueEstimateCohort, None]
    """The companies that it is compared with."""
    inputs: list[ComputedInput]
    """What the value was computed from."""
    model: Union[ModelVersion, None]
    """The model that computed it; null: none did."""


class ScoresScoresItemPointsItem(TypedDict):
    input: ComputedInput
    points: int
    """Points that it adds."""


class ScoresScoresItem(TypedDict):
    key: Literal['financial_position', 'filing_discipline', 'stability', 'growth']
    """The key of the ratio or score."""
    value: int
    """The value."""
    label: Literal['low', 'fair', 'good', 'strong']
    """The band or class in words."""
    points: list[ScoresScoresItemPointsItem]
    """They sum to the value. An input that is not known (null) has half of its points."""


class ScoresValue(TypedDict):
    scores: list[ScoresScoresItem]
    """The scores, each with its points."""
    model: ModelVersion
    not_a_credit_rating: bool
    """A reminder that a score is not a credit rating."""


class FundingTotalsItem(TypedDict):
    kind: str
    """The kind."""
    amount: Money
    count: int
    """How many there are."""


class FundingRoundsItem(TypedDict):
    kind: Literal['grant', 'research_award', 'share_issue', 'secured_loan']
    """The kind."""
    date: str
    """A day, YYYY-MM-DD."""
    amount: Union[Money, None]
    """Null where nobody publishes it, as for share issues and secured loans."""
    funder: Union[str, None]
    """Who gave it; null: not told."""
    title: Union[str, None]
    """What happened, in words."""
    source: str
    """Where it came from."""
    source_ref: str
    """The name or number of the item at its source."""
    confidence: float
    """Share of such values that are right, 0 to 1."""


class FundingRounds(TypedDict):
    items: list[FundingRoundsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class FundingValue(TypedDict):
    totals: list[FundingTotalsItem]
    """One currency a total; of rounds whose amount is told."""
    rounds: FundingRounds
    latest_on: str
    """A day, YYYY-MM-DD."""


class TradingAddressPrimaryEvidenceItem(TypedDict):
    source: str
    """Where it came from."""
    url: Union[str, None]
    """The address; null: none is published."""
    snippet: Union[str, None]
    """What it prints; null: nothing is quoted."""
    seen_on: str
    """A day, YYYY-MM-DD."""


class TradingAddressPrimary(TypedDict):
    address_line_1: Union[str, None]
    """First line of the address."""
    address_line_2: Union[str, None]
    """Second line."""
    locality: Union[str, None]
    """Post town."""
    region: Union[str, None]
    """County."""
    postal_code: Union[str, None]
    """The postcode; null: none."""
    kind: Literal['head_office', 'branch', 'unknown']
    """The kind."""
    evidence: list[TradingAddressPrimaryEvidenceItem]
    """What shows it."""
    corroborations: int
    """Independent sources."""
    listing_checked: bool
    """Whether a business listing was asked."""


class TradingAddressOthers(TypedDict):
    items: list[TradingAddressPrimary]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class TradingAddressValue(TypedDict):
    primary: TradingAddressPrimary
    others: TradingAddressOthers
    same_as_registered: bool
    """Whether it is the registered office."""


class SubsidiariesSubsidiariesItem(TypedDict):
    company_number: str
    """A UK company number, 8 characters."""
    company_name: str
    """The name as published."""
    company_status: Union[str, None]
    """The register's key of the status; null: not told."""
    natures_of_control: list[str]
    """The kinds of control, by the register's keys."""
    ownership_band: Literal['75-100', '50-75', '25-50', '25+', 'control_without_stake']
    """How much of it is held."""
    notified_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    matched_on: str
    """What tied it to the company, such as the number or the name."""


class SubsidiariesValue(TypedDict):
    subsidiaries: list[SubsidiariesSubsidiariesItem]
    """Companies that it controls, newest first."""
    count: int
    """How many there are."""
    active_count: int
    """Subsidiaries that are active."""


class FirmographicsSicSection(TypedDict):
    code: str
    """The code of the class."""
    name: str
    """The name as published."""


class FirmographicsValue(TypedDict):
    age_years: Union[int, None]
    """Whole years at the newest day of the register among its inputs."""
    incorporated_on: Union[str, None]
    """A day, YYYY-MM-DD."""
    legal_form: Union[str, None]
    """The register's key, such as ltd; null: not known."""
    status_group: Union[str, None]
    """Null where the register prints a status that its list lacks."""
    sic_section: Union[FirmographicsSicSection, None]
    """Of the first filed code that is not generic."""
    size_class: Union[Literal['micro', 'small', 'medium', 'large'], None]
    """Two of the three limits in force for the newest period of its own accounts."""
    employees_band: Union[Band, None]
    """The band of its headcount; null: not known."""
    turnover_band: Union[MoneyBand, None]
    """Of the middle of revenue_estimate."""
    region: Union[FirmographicsSicSection, None]
    """Of the registered office, by its postcode; only England has regions."""
    country: Union[str, None]
    """Of the registered office, by its postcode."""
    is_dormant: Union[bool, None]
    """Whether the company is dormant; null: not known."""
    in_group: Union[bool, None]
    """A company holds half or more of it, or it holds half or more of another."""
    inputs: list[ComputedInput]
    """What the value was computed from."""


class ComparablesCompaniesItem(TypedDict):
    company_number: str
    """A UK company number, 8 characters."""
    company_name: str
    """The name as published."""
    score: float
    """How much alike the two companies are."""
    shared: list[Literal['sic', 'sic_group', 'size', 'region', 'age']]
    """What the two companies have in common."""
    employees_band: Union[Band, None]
    """The band of its headcount; null: not known."""
    region: Union[str, None]
    """The region; null: not known."""


class ComparablesCompanies(TypedDict):
    """Of those that were looked at; total counts the ones over the least score."""

    items: list[ComparablesCompaniesItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class ComparablesCohort(TypedDict):
    """Live companies of the group of its code."""

    sic: str
    """Codes of the Standard Industrial Classification."""
    considered: int
    """How many companies were looked at."""


class ComparablesValue(TypedDict):
    companies: ComparablesCompanies
    cohort: ComparablesCohort
    weights: dict[str, float]
    """The weight of each thing that companies can have in common."""
    model: ModelVersion


class BusinessIntelligenceItemsItem(TypedDict):
    topic: Literal['growth', 'risk', 'ownership', 'people', 'property', 'funding', 'activity']
    """What it is about."""
    statement: str
    """The sentence."""
    date: Union[str, None]
    """A day, YYYY-MM-DD."""
    blocks: list[Literal['domain', 'domain_validation', 'registered_address', 'corporate_owners', 'controllers', 'charges', 'officers', 'company_identity', 'filing_status', 'registry_events', 'industry', 'related_company_domain', 'nature_of_business', 'property', 'financials_filed', 'ultimate_owner', 'employees_filed', 'contacts', 'signals', 'news_signals', 'financials_live', 'employees_live', 'web_traffic', 'web_presence', 'technologies', 'employees', 'planning', 'financial_benchmarks', 'revenue_estimate', 'scores', 'funding', 'trading_address', 'subsidiaries', 'firmographics', 'comparables', 'business_intelligence', 'company_summary']]
    """The blocks that this is about."""
    inputs: list[ComputedInput]
    """What the value was computed from."""


class BusinessIntelligenceItems(TypedDict):
    items: list[BusinessIntelligenceItemsItem]
    """The items that are served."""
    total: int
    """The number of all items."""
    truncated: bool
    """True: not all items are served."""


class BusinessIntelligenceValue(TypedDict):
    items: BusinessIntelligenceItems


class CompanySummarySentencesItem(TypedDict):
    text: str
    """The text."""
    blocks: list[Literal['domain', 'domain_validation', 'registered_address', 'corporate_owners', 'controllers', 'charges', 'officers', 'company_identity', 'filing_status', 'registry_events', 'industry', 'related_company_domain', 'nature_of_business', 'property', 'financials_filed', 'ultimate_owner', 'employees_filed', 'contacts', 'signals', 'news_signals', 'financials_live', 'employees_live', 'web_traffic', 'web_presence', 'technologies', 'employees', 'planning', 'financial_benchmarks', 'revenue_estimate', 'scores', 'funding', 'trading_address', 'subsidiaries', 'firmographics', 'comparables', 'business_intelligence', 'company_summary']]
    """The blocks that this is about."""


class CompanySummaryValue(TypedDict):
    text: str
    """The text."""
    sentences: list[CompanySummarySentencesItem]
    """The sentences, each with the blocks that it rests on."""
    method: Literal['template', 'ai']
    """Whether the text is quoted or written."""
    language: Literal['en']
    """ISO 639-1."""


class DomainDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]
    evidence: NotRequired[list[WebsiteRecord]]
    """Public records that name the website."""
    set_aside: NotRequired[WebsiteSetAside]
    search: NotRequired[WebsiteSearch]
    not_validated: NotRequired[str]
    """Why the website was not read this time."""


class DomainAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `provenance_uncertain_but_validated`,
    `inheritance_flag_without_a_related_url`, `group_site_prefer_uk_domain`.
    """

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: DomainValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[DomainDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    final_url: NotRequired[str]
    """The address that was reached."""


class DomainNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `only_related_company_domain`, `not_own_site`, `domain_name_mismatch`,
    `name_matches_no_address_evidence`, `no_domain_found`, `not_found_after_search`,
    `search_unavailable`, `site_unreachable`, `site_lookup_not_run`, `source_busy`, `not_looked_up`,
    `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[DomainDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


DomainBlock: TypeAlias = "Union[DomainAvailable, DomainNotFound, NotEnabledBlock, PendingBlock]"
"""The website that is this company's own, never a related company's."""


class DomainValidationDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]
    domain_reason: NotRequired[ReasonCode]
    evidence: NotRequired[ValidationEvidence]
    weights: NotRequired[str]
    """The version of the weights of the checks."""
    second_reader: NotRequired[SecondReader]
    faults: NotRequired[list[str]]
    """What was wrong with the site."""
    http_status: NotRequired[Union[int, None]]
    """The HTTP status of the last answer."""
    final_url: NotRequired[Union[str, None]]
    """The address that was reached."""


class DomainValidationAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `domain_name_mismatch`, `name_matches_no_address_evidence`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: DomainValidationValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[DomainValidationDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    final_url: NotRequired[str]
    """The address that was reached."""


class DomainValidationNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `site_unreachable`,
    `site_blocked`, `site_not_readable`, `no_domain_to_read`, `validation_not_requested`,
    `not_looked_up`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[DomainValidationDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


DomainValidationBlock: TypeAlias = "Union[DomainValidationAvailable, DomainValidationNotFound, NotEnabledBlock, PendingBlock]"
"""Whether that website belongs to the company: checks, score and verdict."""


class RegisteredAddressDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    country: NotRequired[Union[str, None]]
    """The country as published."""
    address_status: NotRequired[str]
    """`ok`, or what the register says about the address."""
    postcode_malformed: NotRequired[bool]
    """True: a UK postcode is expected, and this is none."""
    postcode_unknown: NotRequired[bool]
    """True: the directory of postcodes does not have this postcode."""
    postcode_terminated_on: NotRequired[str]
    """The month, YYYY-MM, in which the postcode went out of use."""


class RegisteredAddressAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: RegisteredAddressValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[RegisteredAddressDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class RegisteredAddressNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_address_on_file`."""

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[RegisteredAddressDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


RegisteredAddressBlock: TypeAlias = "Union[RegisteredAddressAvailable, RegisteredAddressNotFound, NotEnabledBlock, PendingBlock]"
"""The registered office as filed."""


class CorporateOwnersDetailNumberAsFiledItem(TypedDict):
    name: Union[str, None]
    """The name as published."""
    number: Union[str, None]
    """The number, E.164."""


class CorporateOwnersDetailHeldThroughItem(TypedDict):
    name: Union[str, None]
    """The name as published."""
    through: list[str]
    """`trust`, `firm`, or both."""


class CorporateOwnersDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    coverage: NotRequired[str]
    """`part`: only a part of the publisher’s file is loaded."""
    number_as_filed: NotRequired[list[CorporateOwnersDetailNumberAsFiledItem]]
    """Owners that were filed with the number of another company. The number is not believed."""
    held_through: NotRequired[list[CorporateOwnersDetailHeldThroughItem]]
    """Those who hold a stake through the trustees of a `trust` or the members of a `firm`."""
    is_sanctioned: NotRequired[list[Union[str, None]]]
    """Those who are under sanctions, by the register."""
    owners_not_on_file: NotRequired[list[Union[str, None]]]
    """Owners that the register of companies does not hold."""
    exemption: NotRequired[str]
    """Why the company does not have to say who controls it."""


class CorporateOwnersAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `owner_not_on_file`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: CorporateOwnersValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[CorporateOwnersDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class CorporateOwnersNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_corporate_owner_on_the_register`, `no_psc_data_on_file`, `not_looked_up`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[CorporateOwnersDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


CorporateOwnersBlock: TypeAlias = "Union[CorporateOwnersAvailable, CorporateOwnersNotFound, NotEnabledBlock, PendingBlock]"
"""Companies and other legal persons that control the company now."""


class ControllersDetailStatementsItem(TypedDict):
    statement: str
    """The sentence."""
    words: str
    """The statement in words."""
    notified_on: Union[str, None]
    """When the register was told; null: not given."""


class ControllersDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    coverage: NotRequired[str]
    """`part`: only a part of the publisher’s file is loaded."""
    number_as_filed: NotRequired[list[CorporateOwnersDetailNumberAsFiledItem]]
    """Owners that were filed with the number of another company. The number is not believed."""
    held_through: NotRequired[list[CorporateOwnersDetailHeldThroughItem]]
    """Those who hold a stake through the trustees of a `trust` or the members of a `firm`."""
    is_sanctioned: NotRequired[list[Union[str, None]]]
    """Those who are under sanctions, by the register."""
    identity_verification: NotRequired[list[IdentityVerification]]
    """Whether each current person has verified their identity for this role, in the order of the persons."""
    identity_verification_counts: NotRequired[dict[str, int]]
    """The number of all current persons, by that status."""
    exemption: NotRequired[str]
    """Why the company does not have to say who controls it."""
    statements: NotRequired[list[ControllersDetailStatementsItem]]
    """All statements in force, the gravest first."""


class ControllersAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: ControllersValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[ControllersDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class ControllersNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_psc_data_on_file`,
    `not_looked_up`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[ControllersDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


ControllersBlock: TypeAlias = "Union[ControllersAvailable, ControllersNotFound, NotEnabledBlock, PendingBlock]"
"""Everyone with significant control, and those who ceased to have it. An empty list is an answer."""


class ChargesDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    evidence: NotRequired[list[ChargeEvidence]]
    """Facts about the charges that the value has no field for."""
    register_counts: NotRequired[RegisterCounts]


class ChargesAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: ChargesValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[ChargesDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class ChargesNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `none_on_register`,
    `not_looked_up`, `no_charges_data_on_file`, `register_unavailable`, `source_busy`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[ChargesDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


ChargesBlock: TypeAlias = "Union[ChargesAvailable, ChargesNotFound, NotEnabledBlock, PendingBlock]"
"""Charges registered against the company, outstanding and satisfied, with their holders."""


class OfficersDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    coverage: NotRequired[str]
    """`full`, or `current_only`: those who have resigned are not known."""
    identity_verification: NotRequired[list[IdentityVerification]]
    """Whether each current person has verified their identity for this role, in the order of the persons."""
    identity_verification_counts: NotRequired[dict[str, int]]
    """The number of all current persons, by that status."""
    contributions: NotRequired[list[Contribution]]
    """What the current partners of a limited partnership put in, as far as they told it."""


class OfficersAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: OfficersValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[OfficersDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class OfficersNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_officers_on_file`,
    `not_looked_up`, `register_unavailable`, `source_busy`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[OfficersDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


OfficersBlock: TypeAlias = "Union[OfficersAvailable, OfficersNotFound, NotEnabledBlock, PendingBlock]"
"""Directors, secretaries and members, current and former, with month and year of birth only."""


class CompanyIdentityDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""
    status_detail: NotRequired[str]
    """The status in the register's own words."""
    dissolved_on: NotRequired[str]
    """When the company was dissolved; beside a live status, before it was restored."""
    registered_on: NotRequired[str]
    """When it was registered, where registration is no incorporation."""
    subtype: NotRequired[str]
    """The register's key for the kind of legal form, such as `slp` or `pflp`."""
    term: NotRequired[str]
    """The term of a limited partnership, by the register's key."""
    has_insolvency_history: NotRequired[bool]
    """True: the register holds a case of insolvency."""
    annotations: NotRequired[list[RegistrarAnnotation]]
    """Notes of the registrar."""
    previous_names: NotRequired[list[PreviousName]]
    """Earlier names, newest first."""


class CompanyIdentityAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: CompanyIdentityValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[CompanyIdentityDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class CompanyIdentityNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_identity_on_file`."""

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[CompanyIdentityDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


CompanyIdentityBlock: TypeAlias = "Union[CompanyIdentityAvailable, CompanyIdentityNotFound, NotEnabledBlock, PendingBlock]"
"""What the company is: form, status, origin and day of incorporation, and the name it trades under."""


class FilingStatusDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""


class FilingStatusAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `accounts_overdue`, `no_accounts_filed`,
    `first_accounts_not_yet_due`, `dormant_company`.
    """

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FilingStatusValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FilingStatusDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class FilingStatusNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_filing_dates_on_file`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FilingStatusDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FilingStatusBlock: TypeAlias = "Union[FilingStatusAvailable, FilingStatusNotFound, NotEnabledBlock, PendingBlock]"
"""When accounts and confirmation statement were last made up and are next due."""


class RegistryEventsDetailMilestonesItem(TypedDict):
    type: str
    """What kind it is."""
    date: str
    """The day."""


class RegistryEventsDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""
    coverage: NotRequired[str]
    """`with_filings`, or `dates_only`: no list of filings was read."""
    latest_event_on: NotRequired[str]
    """The day of the newest event, which lies before the window."""
    milestones: NotRequired[list[RegistryEventsDetailMilestonesItem]]
    """Milestones of any age."""


class RegistryEventsAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: RegistryEventsValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[RegistryEventsDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class RegistryEventsNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_registry_dates_on_file`, `no_events_in_window`, `events_unavailable`, `register_unavailable`,
    `source_busy`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[RegistryEventsDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


RegistryEventsBlock: TypeAlias = "Union[RegistryEventsAvailable, RegistryEventsNotFound, NotEnabledBlock, PendingBlock]"
"""What happened to the company on the register in the last 24 months, and its milestones."""


class IndustryDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""
    nace_revision: NotRequired[str]
    """The revision of the European classification that `nace` uses."""


class IndustryAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `label_contradicts_filed_sic`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: IndustryValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[IndustryDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class IndustryNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_sic_on_file`."""

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[IndustryDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


IndustryBlock: TypeAlias = "Union[IndustryAvailable, IndustryNotFound, NotEnabledBlock, PendingBlock]"
"""The trade as filed: SIC codes with descriptions, the NACE classes they fall into, and a label."""


class RelatedCompanyDomainDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    candidates: NotRequired[list[RelatedCandidate]]
    """Websites that may belong to a related company. Nothing confirms them."""


class RelatedCompanyDomainAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `group_site_prefer_uk_domain`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: RelatedCompanyDomainValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[RelatedCompanyDomainDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class RelatedCompanyDomainNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `owner_has_no_website`,
    `owner_not_on_file`, `no_corporate_owner_on_the_register`, `no_psc_data_on_file`, `not_looked_up`,
    `owner_website_is_this_companys_own`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[RelatedCompanyDomainDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


RelatedCompanyDomainBlock: TypeAlias = "Union[RelatedCompanyDomainAvailable, RelatedCompanyDomainNotFound, NotEnabledBlock, PendingBlock]"
"""The website of an owner, parent, subsidiary or sister, where the company shares it or has none."""


class NatureOfBusinessDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]
    evidence: NotRequired[list[Sighting]]
    """The passages of the pages on which the value rests."""


class NatureOfBusinessAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `label_contradicts_filed_sic`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: NatureOfBusinessValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[NatureOfBusinessDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class NatureOfBusinessNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `website_not_validated`, `website_needs_review`, `website_unverified`, `website_not_verifiable`,
    `site_unreachable`, `site_blocked`, `site_read_unavailable`, `no_domain_to_read`, `site_unreadable`,
    `site_describes_another_company`, `no_description_on_file`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[NatureOfBusinessDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


NatureOfBusinessBlock: TypeAlias = "Union[NatureOfBusinessAvailable, NatureOfBusinessNotFound, NotEnabledBlock, PendingBlock]"
"""What the company does, in the words of its website or its accounts."""


class PropertyDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    by_tenure: NotRequired[dict[str, int]]
    """The number of titles by tenure."""
    joint_titles: NotRequired[int]
    """The number of titles held together with others."""
    name_differs: NotRequired[int]
    """The number of titles whose owner is entered under another name than the company’s."""
    coverage: NotRequired[str]
    """`part`: only a part of the publisher’s file is loaded. For a charity it says that the publisher
    leaves charities out.
    """


class PropertyAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: PropertyValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[PropertyDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class PropertyNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_property_titles_on_file`, `not_looked_up`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[PropertyDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


PropertyBlock: TypeAlias = "Union[PropertyAvailable, PropertyNotFound, NotEnabledBlock, PendingBlock]"
"""Registered titles that the company owns in England and Wales."""


class FinancialsFiledDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    document: NotRequired[AccountsDocument]
    other_company: NotRequired[str]
    """Another company, which the document names in place of this one."""
    evidence: NotRequired[list[AmendedAccounts]]
    """Documents that this one replaces."""
    pdf_reading: NotRequired[str]
    """How the pages were read, where the document has no markup."""
    unconfirmed_figures: NotRequired[list[str]]
    """Figures that were read from pages and that nothing confirms."""
    contradicted: NotRequired[list[ContradictedFigure]]
    """Figures that are withheld because something contradicts them."""
    filed: NotRequired[list[UnbelievedFigure]]
    """Figures as filed, which are not believed."""


class FinancialsFiledAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `balance_sheet_breaks_from_adjacent_year`,
    `accounts_made_up_date_off_reference_date`, `financials_in_live_filing_only`, `dormant_company`.
    """

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FinancialsFiledValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FinancialsFiledDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class FinancialsFiledNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
    `financials_in_live_filing_only`, `no_financials_on_file`, `accounts_not_machine_readable`,
    `accounts_unreadable`, `dormant_company`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FinancialsFiledDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FinancialsFiledBlock: TypeAlias = "Union[FinancialsFiledAvailable, FinancialsFiledNotFound, NotEnabledBlock, PendingBlock]"
"""Figures of the last filed accounts, up to five periods."""


class UltimateOwnerDetailHeldThroughItem(TypedDict):
    name: str
    """The name as published."""
    through: list[str]
    """`trust`, `firm`, or both."""


class UltimateOwnerDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""
    chain: NotRequired[list[UltimateOwnerChainItem]]
    """The chain as far as it could be followed."""
    stopped_at: NotRequired[str]
    """Why the chain ends there."""
    beneficial_owners: NotRequired[int]
    """Where the chain ends at an overseas entity: the number of its registered beneficial owners."""
    ties: NotRequired[list[str]]
    """Others who hold as much as the owner."""
    held_through: NotRequired[list[UltimateOwnerDetailHeldThroughItem]]
    """Those who hold a stake through the trustees of a `trust` or the members of a `firm`."""
    cross_check: NotRequired[OwnerByIdentifiers]
    exemption: NotRequired[str]
    """Why the company does not have to say who controls it."""


class UltimateOwnerAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: UltimateOwnerValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[UltimateOwnerDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class UltimateOwnerNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_majority_controller`, `owner_not_on_file`, `ultimate_owner_not_resolved`, `no_psc_data_on_file`,
    `not_looked_up`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[UltimateOwnerDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


UltimateOwnerBlock: TypeAlias = "Union[UltimateOwnerAvailable, UltimateOwnerNotFound, NotEnabledBlock, PendingBlock]"
"""The top of the chain of majority control."""


class EmployeesFiledDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    document: NotRequired[AccountsDocument]
    other_company: NotRequired[str]
    """Another company, which the document names in place of this one."""
    evidence: NotRequired[list[AmendedAccounts]]
    """Documents that this one replaces."""
    pdf_reading: NotRequired[str]
    """How the pages were read, where the document has no markup."""
    unconfirmed_figures: NotRequired[list[str]]
    """Figures that were read from pages and that nothing confirms."""
    filed: NotRequired[UnbelievedHeadcount]


class EmployeesFiledAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `dormant_company`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: EmployeesFiledValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[EmployeesFiledDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class EmployeesFiledNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
    `financials_in_live_filing_only`, `no_financials_on_file`, `accounts_not_machine_readable`,
    `accounts_unreadable`, `no_headcount_on_file`, `filed_value_implausible`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[EmployeesFiledDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


EmployeesFiledBlock: TypeAlias = "Union[EmployeesFiledAvailable, EmployeesFiledNotFound, NotEnabledBlock, PendingBlock]"
"""The average headcount stated in the last filed accounts."""


class ContactsDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]
    withheld: NotRequired[list[WithheldField]]
    """What was not looked for, and why."""


class ContactsAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `lookups_incomplete`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: ContactsValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[ContactsDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class ContactsNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_emails_found`,
    `no_people_found`, `contacts_disabled`, `contacts_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[ContactsDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


ContactsBlock: TypeAlias = "Union[ContactsAvailable, ContactsNotFound, NotEnabledBlock, PendingBlock]"
"""People to talk to and the e-mail addresses and phone numbers that the company prints itself."""


class SignalsDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""


class SignalsAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: SignalsValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[SignalsDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class SignalsNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_signals_on_record`,
    `no_signals_on_file`, `not_looked_up`, `signals_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[SignalsDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


SignalsBlock: TypeAlias = "Union[SignalsAvailable, SignalsNotFound, NotEnabledBlock, PendingBlock]"
"""Dated facts of the last 12 months that say something about how the company is doing."""


class NewsSignalsDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""


class NewsSignalsAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: NewsSignalsValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[NewsSignalsDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class NewsSignalsNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_signals_on_record`,
    `signals_unavailable`, `search_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[NewsSignalsDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


NewsSignalsBlock: TypeAlias = "Union[NewsSignalsAvailable, NewsSignalsNotFound, NotEnabledBlock, PendingBlock]"
"""Headlines about the company of the last 90 days, with links."""


class FinancialsLiveDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    document: NotRequired[AccountsDocument]
    other_company: NotRequired[str]
    """Another company, which the document names in place of this one."""
    evidence: NotRequired[list[AmendedAccounts]]
    """Documents that this one replaces."""
    pdf_reading: NotRequired[str]
    """How the pages were read, where the document has no markup."""
    unconfirmed_figures: NotRequired[list[str]]
    """Figures that were read from pages and that nothing confirms."""
    contradicted: NotRequired[list[ContradictedFigure]]
    """Figures that are withheld because something contradicts them."""
    filed: NotRequired[list[UnbelievedFigure]]
    """Figures as filed, which are not believed."""


class FinancialsLiveAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `balance_sheet_breaks_from_adjacent_year`,
    `accounts_made_up_date_off_reference_date`, `dormant_company`.
    """

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FinancialsLiveValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FinancialsLiveDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class FinancialsLiveNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
    `accounts_not_machine_readable`, `accounts_ocr_unavailable`, `accounts_read_failed`,
    `no_accounts_reading_on_file`, `source_busy`, `register_unavailable`, `accounts_read_no_figures`,
    `dormant_company`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FinancialsLiveDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FinancialsLiveBlock: TypeAlias = "Union[FinancialsLiveAvailable, FinancialsLiveNotFound, NotEnabledBlock, PendingBlock]"
"""Figures read now from the newest accounts at the register, PDF on request."""


class EmployeesLiveDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    document: NotRequired[AccountsDocument]
    other_company: NotRequired[str]
    """Another company, which the document names in place of this one."""
    evidence: NotRequired[list[AmendedAccounts]]
    """Documents that this one replaces."""
    pdf_reading: NotRequired[str]
    """How the pages were read, where the document has no markup."""
    unconfirmed_figures: NotRequired[list[str]]
    """Figures that were read from pages and that nothing confirms."""
    filed: NotRequired[UnbelievedHeadcount]


class EmployeesLiveAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `dormant_company`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: EmployeesLiveValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[EmployeesLiveDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class EmployeesLiveNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `first_accounts_not_yet_due`, `accounts_overdue`, `no_accounts_filed`,
    `accounts_not_machine_readable`, `accounts_ocr_unavailable`, `accounts_read_failed`,
    `no_accounts_reading_on_file`, `source_busy`, `register_unavailable`,
    `no_headcount_in_accounts_reading`, `filed_value_implausible`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[EmployeesLiveDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


EmployeesLiveBlock: TypeAlias = "Union[EmployeesLiveAvailable, EmployeesLiveNotFound, NotEnabledBlock, PendingBlock]"
"""The average headcount read now from the newest accounts at the register."""


class WebTrafficDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""


class WebTrafficAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: WebTrafficValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[WebTrafficDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class WebTrafficNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_website_to_match`,
    `no_web_traffic_on_profile`, `web_profile_not_enabled`, `no_web_profile_found`,
    `web_profile_unavailable`, `web_profile_outside_uk`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[WebTrafficDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


WebTrafficBlock: TypeAlias = "Union[WebTrafficAvailable, WebTrafficNotFound, NotEnabledBlock, PendingBlock]"
"""How popular the website is: a rank, never a number of visits."""


class WebPresenceDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]


class WebPresenceAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: WebPresenceValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[WebPresenceDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class WebPresenceNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_validated_website`,
    `website_not_validated`, `website_needs_review`, `website_unverified`, `website_not_verifiable`,
    `site_unreachable`, `site_blocked`, `site_read_unavailable`, `no_web_presence_on_file`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[WebPresenceDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


WebPresenceBlock: TypeAlias = "Union[WebPresenceAvailable, WebPresenceNotFound, NotEnabledBlock, PendingBlock]"
"""Profiles that the website itself links to, its languages and its standing pages."""


class TechnologiesDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]


class TechnologiesAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: TechnologiesValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[TechnologiesDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class TechnologiesNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_validated_website`,
    `website_not_validated`, `website_needs_review`, `website_unverified`, `website_not_verifiable`,
    `site_unreachable`, `site_blocked`, `site_read_unavailable`, `no_technologies_on_file`,
    `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[TechnologiesDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


TechnologiesBlock: TypeAlias = "Union[TechnologiesAvailable, TechnologiesNotFound, NotEnabledBlock, PendingBlock]"
"""What the website and its mail run on, each with the evidence."""


class EmployeesDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""


class EmployeesAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `sources_disagree`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: EmployeesValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[EmployeesDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class EmployeesNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_employee_figures_on_file`, `no_employee_estimate_on_file`, `not_looked_up`,
    `no_workforce_on_profile`, `org_enrichment_not_held`, `enrichment_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[EmployeesDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


EmployeesBlock: TypeAlias = "Union[EmployeesAvailable, EmployeesNotFound, NotEnabledBlock, PendingBlock]"
"""The best available headcount or band of headcounts, and what it rests on."""


class PlanningDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    coverage: NotRequired[str]
    """`part`: only a part of the platform’s file is loaded."""
    registers: NotRequired[dict[str, list[str]]]
    """Which registers of each authority are loaded."""


class PlanningAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: PlanningValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[PlanningDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class PlanningNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_planning_applications`, `no_planning_on_file`, `not_looked_up`, `planning_register_unavailable`,
    `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[PlanningDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


PlanningBlock: TypeAlias = "Union[PlanningAvailable, PlanningNotFound, NotEnabledBlock, PendingBlock]"
"""Planning applications by the company or for its sites."""


class FinancialBenchmarksDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""
    figures_until: NotRequired[str]
    """The last day of the newest figures, which are too old to compare."""


class FinancialBenchmarksAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FinancialBenchmarksValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FinancialBenchmarksDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class FinancialBenchmarksNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_ratios_to_benchmark`, `cohort_too_small`, `benchmark_unavailable`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FinancialBenchmarksDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FinancialBenchmarksBlock: TypeAlias = "Union[FinancialBenchmarksAvailable, FinancialBenchmarksNotFound, NotEnabledBlock, PendingBlock]"
"""Ratios of the filed figures against companies of the same trade and size."""


class RevenueEstimateDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""
    scaled: NotRequired[ScaledTurnover]
    figures_until: NotRequired[str]
    """The last day of the newest figures, which are too old to model from."""


class RevenueEstimateAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `sources_disagree`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: RevenueEstimateValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[RevenueEstimateDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class RevenueEstimateNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_modelled_revenue`,
    `dormant_company`, `bank_no_modelled_turnover`, `holding_company_no_trading_revenue`,
    `modelled_implausible_against_filed_turnover`, `estimate_input_failed_balance_sheet_check`,
    `modelled_repeated_across_periods`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[RevenueEstimateDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


RevenueEstimateBlock: TypeAlias = "Union[RevenueEstimateAvailable, RevenueEstimateNotFound, NotEnabledBlock, PendingBlock]"
"""Turnover as filed, else a range modelled from peers."""


class ScoresDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""


class ScoresAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: ScoresValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[ScoresDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class ScoresNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_scores_on_file`."""

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[ScoresDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


ScoresBlock: TypeAlias = "Union[ScoresAvailable, ScoresNotFound, NotEnabledBlock, PendingBlock]"
"""Points from 0 to 100 by a published formula. Not a credit rating."""


class FundingDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    inputs: NotRequired[list[DetailInput]]
    """Sources on which the value rests."""
    coverage: NotRequired[str]
    """`part`: only a part of the publisher’s file is loaded."""


class FundingAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FundingValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FundingDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class FundingNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_funding_on_record`,
    `not_looked_up`, `enrichment_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FundingDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FundingBlock: TypeAlias = "Union[FundingAvailable, FundingNotFound, NotEnabledBlock, PendingBlock]"
"""Published grants and awards, share issues and secured loans."""


class TradingAddressDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    website_verdict: NotRequired[WebsiteVerdict]
    domain: NotRequired[str]
    """The host of the website that was looked at."""
    checked_at: NotRequired[str]
    """When the website was looked at."""
    accepted: NotRequired[AcceptedEarlier]
    refused_postcodes: NotRequired[list[str]]
    """Postcodes as printed that the directory does not have."""
    postcode_unknown: NotRequired[bool]
    """True: the directory of postcodes does not have this postcode."""
    postcode_terminated_on: NotRequired[str]
    """The month, YYYY-MM, in which the postcode went out of use."""


class TradingAddressAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `postcode_register_unavailable`,
    `google_business_unavailable`, `lookups_incomplete`.
    """

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: TradingAddressValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[TradingAddressDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class TradingAddressNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_validated_website`,
    `website_not_validated`, `website_needs_review`, `website_unverified`, `website_not_verifiable`,
    `site_unreachable`, `site_blocked`, `site_read_unavailable`, `no_address_on_site`,
    `insufficient_corroboration`, `conflicting_sources`, `postcode_register_unavailable`,
    `google_business_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[TradingAddressDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


TradingAddressBlock: TypeAlias = "Union[TradingAddressAvailable, TradingAddressNotFound, NotEnabledBlock, PendingBlock]"
"""Where the company does its business, with the evidence for each place."""


class SubsidiariesDetailHeldThroughItem(TypedDict):
    company_number: str
    """Company register number."""
    through: list[str]
    """`trust`, `firm`, or both."""


class SubsidiariesDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    coverage: NotRequired[str]
    """`part`: only a part of the publisher’s file is loaded."""
    held_through: NotRequired[list[SubsidiariesDetailHeldThroughItem]]
    """Subsidiaries whose stake is held through the trustees of a `trust` or the members of a `firm`."""
    not_on_file: NotRequired[int]
    """Subsidiaries that the register of companies does not hold."""


class SubsidiariesAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: SubsidiariesValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[SubsidiariesDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""


class SubsidiariesNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `none_on_register`,
    `not_looked_up`, `subsidiary_search_unavailable`, `not_confirmed`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[SubsidiariesDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


SubsidiariesBlock: TypeAlias = "Union[SubsidiariesAvailable, SubsidiariesNotFound, NotEnabledBlock, PendingBlock]"
"""Companies that name this one as their corporate controller."""


class FirmographicsDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""


class FirmographicsAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: FirmographicsValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[FirmographicsDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class FirmographicsNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_profile_on_file`."""

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[FirmographicsDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


FirmographicsBlock: TypeAlias = "Union[FirmographicsAvailable, FirmographicsNotFound, NotEnabledBlock, PendingBlock]"
"""The company in bands: age, form, trade, size, region."""


class ComparablesDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""


class ComparablesAvailable(TypedDict):
    """Billed: one unit. Possible advisories: `few_comparable_peers`."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: ComparablesValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[ComparablesDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class ComparablesNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_comparables_found`,
    `peer_search_unavailable`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[ComparablesDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


ComparablesBlock: TypeAlias = "Union[ComparablesAvailable, ComparablesNotFound, NotEnabledBlock, PendingBlock]"
"""Companies most like this one in trade, size, region and age, outside its own group."""


class BusinessIntelligenceDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""


class BusinessIntelligenceAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: BusinessIntelligenceValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[BusinessIntelligenceDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class BusinessIntelligenceNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block:
    `no_business_intelligence_on_file`, `org_enrichment_not_held`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[BusinessIntelligenceDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


BusinessIntelligenceBlock: TypeAlias = "Union[BusinessIntelligenceAvailable, BusinessIntelligenceNotFound, NotEnabledBlock, PendingBlock]"
"""Short statements over the other blocks, each with the inputs it rests on."""


class CompanySummaryDetail(TypedDict):
    """Further facts and evidence about the value."""

    freshness: NotRequired[Freshness]
    advisories: NotRequired[list[ReasonCode]]
    """Codes that concern the whole value, gravest first."""
    lists: NotRequired[dict[str, CutList]]
    """Lists of the value that are not served whole, by field."""
    confidence: NotRequired[float]
    """With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`."""
    input_terms: NotRequired[list[InputTerms]]
    """The caveats of the inputs."""


class CompanySummaryAvailable(TypedDict):
    """Billed: one unit."""

    status: Literal['available']
    """The variant of the block: each has its own status."""
    value: CompanySummaryValue
    source: str
    """Where the value came from."""
    as_of: str
    """The date of the data: how current the value is."""
    detail: NotRequired[CompanySummaryDetail]
    confidence: NotRequired[float]
    """The share of such values that are right, 0 to 1."""
    flagged_for_review: bool
    """True: do not rely on the value without review."""
    derived: bool
    """Computed from other data."""


class CompanySummaryNotFound(TypedDict):
    """The value was looked for and not found. Never billed. Reasons of this block: `no_summary_on_file`,
    `site_describes_another_company`, `summary_unavailable`.
    """

    status: Literal['not_found']
    """The variant of the block: each has its own status."""
    reason: ReasonCode
    source: NotRequired[str]
    """The source that was searched."""
    as_of: NotRequired[str]
    """The date of the data in which nothing was found."""
    detail: NotRequired[CompanySummaryDetail]
    retry_suggested: NotRequired[bool]
    """True if asking again may help."""


CompanySummaryBlock: TypeAlias = "Union[CompanySummaryAvailable, CompanySummaryNotFound, NotEnabledBlock, PendingBlock]"
"""The company in a few sentences, each with the blocks it is made from."""


class Blocks(TypedDict):
    """The requested blocks, by key. Empty if the row as a whole failed or is not answered yet."""

    domain: NotRequired[DomainBlock]
    domain_validation: NotRequired[DomainValidationBlock]
    registered_address: NotRequired[RegisteredAddressBlock]
    corporate_owners: NotRequired[CorporateOwnersBlock]
    controllers: NotRequired[ControllersBlock]
    charges: NotRequired[ChargesBlock]
    officers: NotRequired[OfficersBlock]
    company_identity: NotRequired[CompanyIdentityBlock]
    filing_status: NotRequired[FilingStatusBlock]
    registry_events: NotRequired[RegistryEventsBlock]
    industry: NotRequired[IndustryBlock]
    related_company_domain: NotRequired[RelatedCompanyDomainBlock]
    nature_of_business: NotRequired[NatureOfBusinessBlock]
    property: NotRequired[PropertyBlock]
    financials_filed: NotRequired[FinancialsFiledBlock]
    ultimate_owner: NotRequired[UltimateOwnerBlock]
    employees_filed: NotRequired[EmployeesFiledBlock]
    contacts: NotRequired[ContactsBlock]
    signals: NotRequired[SignalsBlock]
    news_signals: NotRequired[NewsSignalsBlock]
    financials_live: NotRequired[FinancialsLiveBlock]
    employees_live: NotRequired[EmployeesLiveBlock]
    web_traffic: NotRequired[WebTrafficBlock]
    web_presence: NotRequired[WebPresenceBlock]
    technologies: NotRequired[TechnologiesBlock]
    employees: NotRequired[EmployeesBlock]
    planning: NotRequired[PlanningBlock]
    financial_benchmarks: NotRequired[FinancialBenchmarksBlock]
    revenue_estimate: NotRequired[RevenueEstimateBlock]
    scores: NotRequired[ScoresBlock]
    funding: NotRequired[FundingBlock]
    trading_address: NotRequired[TradingAddressBlock]
    subsidiaries: NotRequired[SubsidiariesBlock]
    firmographics: NotRequired[FirmographicsBlock]
    comparables: NotRequired[ComparablesBlock]
    business_intelligence: NotRequired[BusinessIntelligenceBlock]
    company_summary: NotRequired[CompanySummaryBlock]


JobId: TypeAlias = str
"""`job_` and a ULID."""


class Options(TypedDict):
    """The options of a job. An option that is left out or null has its default."""

    validation: NotRequired[Union[list[Literal['none', 'rules', 'live', 'officers', 'ai']], None]]
    """How far a website is checked. none: no verdict is made. rules: from what is kept, no fetch. live:
    the site may be fetched. officers: director names count. ai: a second reader for verdicts of review
    (premium). none stands alone.
    """
    min_confidence: NotRequired[Union[float, None]]
    """A company matched with less is not_matched; a block with less is not_found with not_confirmed and is
    not billed.
    """
    discover: NotRequired[Union[list[BlockKey], None]]
    """Blocks to look up when nothing is on file: domain searches for a website, charges, officers and
    registry_events ask the live register. An empty list skips the search.
    """
    max_live_lookups: NotRequired[Union[int, None]]
    """Website searches allowed for the whole request; on a resolve 1 where discover is given. A row that
    has to search takes one, a row that has not takes none; rows that find none left answer source_busy.
    0 means never.
    """
    read_accounts_pdf: NotRequired[Union[bool, None]]
    """For financials_live and employees_live: read accounts that were filed as PDF only."""
    web_search: NotRequired[Union[bool, None]]
    """Adds the candidates of the search provider to the search for a website. Premium: must be enabled for
    the account.
    """
    google_business: NotRequired[Union[bool, None]]
    """For trading_address: the business listing counts as one more independent source. Premium: must be
    enabled for the account.
    """
    contact_roles: NotRequired[Union[list[Literal['owner', 'director', 'finance', 'operations']], None]]
    """For contacts: which people come first, in order of preference."""
    max_contacts: NotRequired[Union[int, None]]
    """For contacts: how many people at most."""
    verify_emails: NotRequired[Union[bool, None]]
    """For contacts: check syntax and mail servers of addresses. No mailbox is ever probed."""
    contacts_lookup: NotRequired[Union[Literal['cached_only', 'live'], None]]
    """For contacts: read the website now, or only what is kept of it."""
    include_phone: NotRequired[Union[bool, None]]
    """For contacts: a phone number per person. On a resolve with contacts_lookup=live it needs
    defer_live=true or wait=false.
    """
    include_linkedin: NotRequired[Union[bool, None]]
    """For contacts: a profile link per person, where the site prints one."""


class AskedRow(TypedDict):
    """One company, named by exactly one identifier. A row with no identifier, an empty one or several
    fails with `no_company_key`; the job goes on.
    """

    ref: NotRequired[Union[str, None]]
    """A reference of your own, returned as sent."""
    company_number: NotRequired[Union[str, None]]
    """Company register number: 8 characters."""
    company_name: NotRequired[Union[str, None]]
    """Registered name."""
    domain: NotRequired[Union[str, None]]
    """Bare host or URL."""


class EnrichJobRequest(TypedDict):
    rows: list[AskedRow]
    """The companies: up to 250,000, or as many as the key may send."""
    blocks: list[BlockKey]
    """The blocks that are wanted for each company."""
    options: NotRequired[Union[Options, None]]
    """The options of the request."""


class JobCounts(TypedDict):
    """The numbers of rows of the job."""

    total: int
    """Rows of the job."""
    processed: int
    """The sum of `succeeded`, `not_found` and `failed`. A row that a cancel skipped is not processed."""
    succeeded: int
    """Rows that were matched to a company and delivered."""
    not_found: int
    """Rows that no company matched."""
    failed: int
    """Rows that failed for another reason."""
    site_unreachable: int
    """Rows whose website could not be opened. They are also counted in one of the other numbers. Resubmit
    them.
    """


class Warning(TypedDict):
    code: str
    """The kind of warning, such as `blocks_not_enabled`."""
    blocks: list[BlockKey]
    """The blocks that this is about."""
    detail: str
    """A sentence."""


class JobDelivery(TypedDict):
    mode: Literal['pull']
    """Poll the job, then page through its results."""


class Job(TypedDict):
    job_id: JobId
    status: Literal['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed']
    """The state of the job. `completed`, `cancelled` and `failed` are final: `results_ready` is true
    exactly then.
    """
    blocks: list[BlockKey]
    """The requested blocks, without duplicates."""
    counts: JobCounts
    delivery: JobDelivery
    results_ready: bool
    """True once all results and the usage can be read."""
    expires_at: Union[str, None]
    """The time until which the rows can be read; null while the job runs."""
    created_at: str
    """When the job was accepted."""
    finished_at: Union[str, None]
    """When the job ended; null while it runs."""
    retry_after_ms: NotRequired[int]
    """While the job runs: the milliseconds to wait before asking again."""
    warnings: NotRequired[list[Warning]]
    """What to know about the request; absent if there is nothing."""
    reason: NotRequired[ReasonCode]


class AcceptedResolve(TypedDict):
    """The job of a resolve with `wait=false`."""

    job_id: JobId
    status: Literal['queued', 'running', 'cancelling', 'completed', 'cancelled', 'failed']
    """The state of the job. `completed`, `cancelled` and `failed` are final: `results_ready` is true
    exactly then.
    """
    blocks: list[BlockKey]
    """The requested blocks, without duplicates."""
    counts: JobCounts
    delivery: JobDelivery
    results_ready: bool
    """True once all results and the usage can be read."""
    expires_at: Union[str, None]
    """The time until which the rows can be read; null while the job runs."""
    created_at: str
    """When the job was accepted."""
    finished_at: Union[str, None]
    """When the job ended; null while it runs."""
    retry_after_ms: NotRequired[int]
    """While the job runs: the milliseconds to wait before asking again."""
    warnings: NotRequired[list[Warning]]
    """What to know about the request; absent if there is nothing."""
    reason: NotRequired[ReasonCode]
    results_url: str
    """The address of the results."""
    status_url: str
    """The address of the state of the job."""


class Matched(TypedDict):
    company_number: str
    """Company register number."""
    company_name: NotRequired[str]
    """Absent where no name is held: some dissolved companies are known by number only."""
    match_confidence: float
    """The share of such matches that are right, 0 to 1."""
    matched_on: Literal['company_number', 'company_name', 'previous_name', 'domain']
    """What tied it to the company, such as the number or the name."""


class Row(TypedDict):
    """One company in results. `matched` where one was found; `reason` where the whole row failed or was
    skipped.
    """

    ref: str
    """The caller's reference; empty where none was given."""
    status: Literal['done', 'pending']
    """The status of the row. `pending`: it is not answered yet."""
    blocks: Blocks
    matched: NotRequired[Matched]
    reason: NotRequired[ReasonCode]


class ResolveResponse(TypedDict):
    ref: str
    """The caller's reference; empty where none was given."""
    status: Literal['done', 'pending']
    """The status of the row. `pending`: a block is not answered yet."""
    blocks: Blocks
    matched: Matched
    reason: NotRequired[ReasonCode]
    job_id: JobId
    expires_at: Union[str, None]
    """The time until which the row can be read again; null while a block is pending, and with store=false."""
    complete: bool
    """True if no block is pending."""
    pending_blocks: list[BlockKey]
    """The blocks that are pending."""
    results_url: str
    """The address of the results."""
    status_url: str
    """The address of the state of the job."""
    retry_after_ms: NotRequired[int]
    """While a block is pending: the milliseconds to wait before asking again."""
    warnings: NotRequired[list[Warning]]
    """What to know about the request; absent if there is nothing."""
    stored: bool
    """False with `store=false`: the row is not kept."""


ResolveAnswer: TypeAlias = "Union[ResolveResponse, AcceptedResolve]"
"""The company. On the replay of a request with `wait=false`: its job."""


class ResultsPage(TypedDict):
    results: list[Row]
    """The rows in the order of submission. Rows that are not answered yet keep their place."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null on the last page."""
    remaining: int
    """The number of entries after this page."""
    results_ready: bool
    """False while the job runs: entries may still be added."""
    expires_at: Union[str, None]
    """The time until which the rows can be read; null while the job runs."""


class ErrorEntry(TypedDict):
    row: int
    """0-based index in the submission."""
    ref: str
    """The caller's reference; empty where none was given."""
    company_number: NotRequired[str]
    """As sent."""
    company_name: NotRequired[str]
    """As sent."""
    domain: NotRequired[str]
    """As sent."""
    reason: ReasonCode
    retry_suggested: bool
    """Whether asking again may help."""
    detail: str
    """A sentence."""
    candidates: NotRequired[list[CompanyCandidate]]
    """On `ambiguous_match`: those that fit. On `not_matched`, where there are any: near names."""


class ErrorsPage(TypedDict):
    errors: list[ErrorEntry]
    """Rows that could not be resolved at all, skipped rows included, in the order of submission."""
    next_cursor: Union[str, None]
    """The cursor of the next page; null on the last page."""
    remaining: int
    """The number of entries after this page."""
    results_ready: bool
    """False while the job runs: entries may still be added."""
    expires_at: Union[str, None]
    """The time until which the rows can be read; null while the job runs."""


class WhoamiAccount(TypedDict):
    id: int
    """The account's number."""
    email: str
    """The e-mail address; null: none is printed."""


class WhoamiBlocksItem(TypedDict):
    key: BlockKey
    availability: Literal['available', 'not_enabled']
    """Whether the key's account has the block switched on."""
    tier: Literal['core', 'premium']
    """`core` or `premium`."""


class WhoamiLimitsRateLimits(TypedDict):
    requests_per_minute: int
    """Calls of any kind."""
    resolve_per_minute: int
    """Calls of resolve."""


class WhoamiLimits(TypedDict):
    max_rows_per_job: int
    """The number of rows that one job of the key may have."""
    max_rows_per_job_source: Literal['key', 'default']
    """`key` where the key has a lower cap of its own."""
    rate_limits: WhoamiLimitsRateLimits
    expires_at: None
    """Keys do not expire."""


class WhoamiDocs(TypedDict):
    url: str
    """The address; null: none is published."""
    openapi: str
    """Where this description is."""
    catalog: str
    """Where the catalogue is."""


class Whoami(TypedDict):
    key_id: str
    """12 characters; may be logged and quoted."""
    name: str
    """The name of the key. Empty once the account's personal data were erased."""
    environment: Literal['live', 'test']
    """A test key is no sandbox: same data, recorded in usage alike."""
    scopes: list[Literal['read', 'enrich']]
    """What the key may do."""
    account: WhoamiAccount
    blocks: list[WhoamiBlocksItem]
    """All 37, in order."""
    blocks_enabled_count: int
    """How many blocks the key may ask for."""
    blocks_total: Literal[37]
    """How many blocks there are."""
    limits: WhoamiLimits
    docs: WhoamiDocs


class CatalogueBlock(TypedDict):
    key: BlockKey
    description: str
    """The description as published."""
    source: list[str]
    """Sources that its value may name."""
    availability: Literal['available', 'not_enabled']
    """Whether the key's account has the block switched on."""
    tier: Literal['core', 'premium']
    """`core` or `premium`."""
    latency_class: Literal['instant', 'register_live', 'site_live', 'document']
    """The slowest path of the block."""
    coverage: str
    """Which companies can have it."""
    experimental: bool
    """Off by default, switched on per account."""
    billable_when: str
    """When a unit is billed."""
    coverage_share: Union[float, None]
    """Of past delivered rows, of all accounts, the share in which the block was `available`, to three
    decimals: this month and the two before; null under 100 rows.
    """
    unit_price: NotRequired[str]
    """What a unit costs now, as agreed for the account; only where a price is agreed."""
    currency: NotRequired[str]
    """ISO 4217; with `unit_price`."""


ConfidenceContractBandsItem = TypedDict(
    "ConfidenceContractBandsItem",
    {
        "from": "float",
        "to": "float",
        "meaning": "str",
    },
)


class ConfidenceContract(TypedDict):
    """What a confidence means, and when a value is flagged."""

    meaning: str
    """What it means."""
    basis: str
    """What the value rests on."""
    bands: list[ConfidenceContractBandsItem]
    """The ranges of the confidence, each with its meaning or figures."""
    flagged_for_review: str
    """When a value is flagged."""
    min_confidence_default: float
    """The default of `min_confidence`."""
    measured_matches: MeasuredMatches
    blocks_without_floor: list[BlockKey]
    """Blocks that are served whatever `min_confidence` is."""


MeasuredMatchesBandsItem = TypedDict(
    "MeasuredMatchesBandsItem",
    {
        "from": "float",
        "to": "float",
        "sample": "int",
        "right": "int",
        "share": "Union[float, None]",
        "low": "float",
        "high": "float",
    },
)


class MeasuredMatchesByConfidenceItem(TypedDict):
    match_confidence: float
    """The share of such matches that are right, 0 to 1."""
    sample: int
    """Names that were matched."""
    right: int
    """Of these, matched to the company meant."""
    share: Union[float, None]
    """Null where there is no sample."""
    low: float
    """Lower end of the 95 % interval of the share (Wilson)."""
    high: float
    """Upper end of it."""


class MeasuredMatches(TypedDict):
    """What the confidence of a match by name is worth."""

    meaning: str
    """What it means."""
    measured_on: str
    """Of the measurement."""
    names: int
    """Labelled names that were asked."""
    bands: list[MeasuredMatchesBandsItem]
    """The ranges of the confidence, each with its meaning or figures."""
    by_confidence: list[MeasuredMatchesByConfidenceItem]
    """The figures by the confidence of a match."""


class OptionDescription(TypedDict):
    type: Literal['boolean', 'number', 'integer', 'string', 'list']
    """What kind it is."""
    values: NotRequired[Any]
    """The words that may be sent, as a list, or the text `block keys`."""
    minimum: NotRequired[float]
    """The least value."""
    maximum: NotRequired[float]
    """The greatest value."""
    default: Any
    """What holds where it is left out: a value of its type, or null; where it differs between a resolve
    and a job, an object with `resolve` and `job`.
    """
    premium: bool
    """Must be enabled for the account."""
    description: str
    """The description as published."""


class CatalogueOptions(TypedDict):
    validation: OptionDescription
    min_confidence: OptionDescription
    discover: OptionDescription
    max_live_lookups: OptionDescription
    read_accounts_pdf: OptionDescription
    web_search: OptionDescription
    google_business: OptionDescription
    contact_roles: OptionDescription
    max_contacts: OptionDescription
    verify_emails: OptionDescription
    contacts_lookup: OptionDescription
    include_phone: OptionDescription
    include_linkedin: OptionDescription


class CatalogueReasonCodesItem(TypedDict):
    code: ReasonCode
    meaning: str
    """What it means."""
    retry_suggested: bool
    """Whether asking again may help."""


class Catalogue(TypedDict):
    blocks: list[CatalogueBlock]
    """All 37, in order."""
    confidence: ConfidenceContract
    options: CatalogueOptions
    reason_codes: list[CatalogueReasonCodesItem]
    """Every reason code."""
    blocks_total: Literal[37]
    """How many blocks there are."""
    matched_share: Union[float, None]
    """Of past rows that named a company, the share that was matched to one, to three decimals: this month
    and the two before; null under 100 rows.
    """


class UsageItemCurrenciesItem(TypedDict):
    """The sum of one currency."""

    currency: str
    """ISO 4217."""
    amount: str
    """The sum as an exact decimal, not rounded."""


class UsageItem(TypedDict):
    block: NotRequired[BlockKey]
    """With granularity `block`: the block."""
    date: NotRequired[str]
    """With granularity `day`: the UTC day of the charges."""
    rows: NotRequired[int]
    """With granularity `day`: delivered rows. Items of adjustments have none."""
    units: int
    """The units; negative if an adjustment takes them back."""
    blocks: NotRequired[dict[str, int]]
    """With granularity `day`: units by block."""
    currency: NotRequired[Union[str, None]]
    """The currency, ISO 4217; only if prices are agreed; null if there are several currencies:
    `currencies` lists them.
    """
    amount: NotRequired[Union[str, None]]
    """The cost as an exact decimal, not rounded; only if prices are agreed; null if there are several
    currencies: `currencies` lists them.
    """
    currencies: NotRequired[list[UsageItemCurrenciesItem]]
    """One sum for each currency, sorted by currency; only if there are several."""
    unpriced_units: NotRequired[int]
    """With granularity `block`: units dated before the block had a price."""


class UsageAdjustment(TypedDict):
    """Charges that are not owed, a corrected price, or the reversal of either."""

    adjustment_id: str
    """`adj_` and a ULID."""
    reverses: Union[str, None]
    """The adjustment that this one reverses; its units and amounts then have the opposite sign. Null:
    none.
    """
    reason: Literal['duplicate', 'wrong_match', 'service_fault', 'goodwill', 'price_error']
    """The reason."""
    time: str
    """When it was made."""
    units: int
    """The units of the adjusted charges in the range: negative if they are taken back, 0 if only their
    price is corrected.
    """
    items: list[UsageItem]
    """The adjusted charges, by block or by day as in `items` of the answer."""
    currency: NotRequired[Union[str, None]]
    """The currency, ISO 4217; only if prices are agreed; null if there are several currencies:
    `currencies` lists them.
    """
    amount: NotRequired[Union[str, None]]
    """The cost as an exact decimal, not rounded; only if prices are agreed; null if there are several
    currencies: `currencies` lists them.
    """
    currencies: NotRequired[list[UsageItemCurrenciesItem]]
    """One sum for each currency, sorted by currency; only if there are several."""


class UsageCredit(TypedDict):
    """A credit that is tied to no charge, or the reversal of one."""

    adjustment_id: str
    """`adj_` and a ULID."""
    reverses: Union[str, None]
    """The credit that this one reverses; its amount then has the opposite sign. Null: none."""
    reason: Literal['duplicate', 'wrong_match', 'service_fault', 'goodwill', 'price_error']
    """The reason."""
    time: str
    """When it was granted; it counts on this day (UTC)."""
    currency: str
    """ISO 4217."""
    amount: str
    """The amount; negative if less is owed."""


class UsageCounts(TypedDict):
    rows: int
    """Delivered rows."""
    units: int
    """Billed units."""


class UsageMonthRulesItemTiersItem(TypedDict):
    """A tier."""

    after: int
    """The units of the month after which the tier begins."""
    percent: str
    """The percentage by which the price of each unit is reduced."""


class UsageMonthRulesItem(TypedDict):
    """The effect of a rule for a calendar month: free units, tiers or a minimum. It changes no charge."""

    month: str
    """YYYY-MM, UTC."""
    rule: Literal['free_units', 'tiers', 'minimum']
    """The kind of rule. The field of that name has its terms."""
    version: int
    """The number of the agreement that has the rule."""
    free_units: NotRequired[int]
    """With the rule `free_units`: the number of units that cost nothing."""
    tiers: NotRequired[list[UsageMonthRulesItemTiersItem]]
    """With the rule `tiers`: its tiers."""
    minimum: NotRequired[str]
    """With the rule `minimum`: the least that the units of the month cost."""
    units: int
    """The units that the rule makes cheaper; 0 for a minimum."""
    currency: str
    """ISO 4217."""
    amount: str
    """The effect as an exact decimal, not rounded; negative if less is owed."""


class UsageAsOf(TypedDict):
    position: str
    """The position of that event in the log."""
    time: str
    """When that event happened."""


class UsageCurrenciesItem(TypedDict):
    """The sums of one currency."""

    currency: str
    """ISO 4217."""
    amount: str
    """The sum as an exact decimal, not rounded."""
    net_amount: NotRequired[str]
    """The amount with adjustments and credits; only if there are any."""


Usage = TypedDict(
    "Usage",
    {
        "from": "str",
        "to": "str",
        "granularity": "Literal['block', 'day']",
        "job_id": "Union[str, None]",
        "counts": "UsageCounts",
        "items": "list[UsageItem]",
        "unpriced": "NotRequired[list[BlockKey]]",
        "adjustments": "NotRequired[list[UsageAdjustment]]",
        "credits": "NotRequired[list[UsageCredit]]",
        "net_units": "NotRequired[int]",
        "net_amount": "NotRequired[Union[str, None]]",
        "month_rules": "NotRequired[list[UsageMonthRulesItem]]",
        "as_of": "Union[UsageAsOf, None]",
        "currency": "NotRequired[Union[str, None]]",
        "amount": "NotRequired[Union[str, None]]",
        "currencies": "NotRequired[list[UsageCurrenciesItem]]",
    },
)


class Error(TypedDict):
    """Every error body has `detail` and `request_id`. All but the body of a 401 also have `message` and
    `docs`.
    """

    detail: str
    """A reason code or a message."""
    message: NotRequired[str]
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: NotRequired[str]
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class FieldErrors(TypedDict):
    """What is wrong in the request, field by field. Nothing was recorded or billed."""

    detail: Literal['invalid_request', 'invalid_company_number', 'malformed_cursor', 'malformed_json', 'body_too_large', 'too_many_rows']
    """- `invalid_request`: Something in the request is wrong; `errors` says what and where.
    - `invalid_company_number`: Not an 8-character UK company number of a known form, and nothing else
      is wrong.
    - `malformed_cursor`: Not a cursor that this job and page gave out.
    - `malformed_json`: The body is not JSON in UTF-8.
    - `body_too_large`: The body is larger than the service reads.
    - `too_many_rows`: More rows than a job, or this key, may have.
    """
    errors: dict[str, list[str]]
    """What is wrong, by the path of the field: `rows[17].ref`, `options.validation[0]`, `min_confidence`.
    A header has its name in lower case. A fault of the request as a whole stands under `request`. At
    most 100 problems are listed.
    """
    errors_total: int
    """The number of all problems."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class NotEnabledError(TypedDict):
    """None of the requested blocks is enabled for the account, or a requested option is not, or the key
    lacks the scope. In the last case no blocks are listed.
    """

    detail: str
    """- `not_enabled`: None of the requested blocks is enabled for the key's account.
    - `option_not_enabled`: A premium option is not enabled for the key's account.
    - else a sentence that names the missing scope
    """
    blocks: NotRequired[dict[str, NotEnabledBlock]]
    """What is not enabled, each with the reason."""
    options: NotRequired[dict[str, NotEnabledBlock]]
    """What is not enabled, each with the reason."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class CompanyCandidate(TypedDict):
    company_number: str
    """Company register number."""
    company_name: str
    """The name as published."""


class AmbiguousMatch(TypedDict):
    """Two or more live companies fit the name or domain; candidates given, not billed (409). Or the
    idempotency key belongs to another request; then there are no candidates.
    """

    detail: Literal['ambiguous_match', 'idempotency_key_reused']
    """More than one live company matches."""
    candidates: NotRequired[list[CompanyCandidate]]
    """With `ambiguous_match`: the live companies that fit, in the order of their numbers."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class KeyReused(TypedDict):
    detail: Literal['idempotency_key_reused']
    """- `idempotency_key_reused`: The idempotency key belongs to a different request."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class ResolveNotMatched(TypedDict):
    """No company was delivered. Not billed."""

    detail: Literal['not_matched', 'not_own_site', 'site_unreachable', 'no_company_identified_on_site']
    """The reason why no company was delivered."""
    retry_suggested: bool
    """Whether asking again may help."""
    reason: NotRequired[ReasonCode]
    """On `not_matched`, where the website named no company: `no_company_identified_on_site`."""
    candidates: NotRequired[list[CompanyCandidate]]
    """With `not_matched` by name: live companies with similar names, the most similar first. Absent if
    there are none.
    """
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class ResolveFailed(TypedDict):
    """The row could not be resolved. Not billed. Try again."""

    detail: ReasonCode
    retry_suggested: bool
    """Whether asking again may help."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class Gone(TypedDict):
    """The job's rows can't be read any more, or were never stored."""

    detail: Literal['rows_expired', 'not_stored']
    """- `rows_expired`: The rows were kept until `expires_at`.
    - `not_stored`: The row was asked for with `store=false` and is kept nowhere.
    """
    expires_at: Union[str, None]
    """When the rows expired; null for `not_stored`."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class JobNotFound(TypedDict):
    detail: Literal['job_not_found']
    """- `job_not_found`: The account has no job of this id."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class RateLimited(TypedDict):
    detail: Literal['rate_limited']
    """- `rate_limited`: The allowance of this minute is spent; `Retry-After` says when to come back."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class RowsLimited(TypedDict):
    """With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the budget."""

    detail: Literal['rate_limited', 'budget_reached', 'too_many_open_rows']
    """- `rate_limited`: The allowance of this minute is spent; `Retry-After` says when to come back.
    - `budget_reached`: The request could pass the budget of the account for this calendar month (UTC);
      `Retry-After` ends with the month.
    - `too_many_open_rows`: The account has too many rows that are not finished, or too many that were
      finished today and cost nothing; `Retry-After` says when to come back.
    """
    max_open_rows: NotRequired[int]
    """Rows of the account that may be unfinished at once."""
    max_unbilled_rows_per_day: NotRequired[int]
    """Rows of the account that may be finished without a unit in a UTC day."""
    retry_suggested: NotRequired[bool]
    """False with `budget_reached`: waiting does not help before the next month. Have the budget raised."""
    month: NotRequired[str]
    """The calendar month of the budget, YYYY-MM, UTC."""
    month_units: NotRequired[int]
    """The budget, if it is a number of net units."""
    used_units: NotRequired[int]
    """The net units of the month so far."""
    month_amount: NotRequired[str]
    """The budget, if it is a net amount."""
    used_amount: NotRequired[str]
    """The net amount of the month so far."""
    currency: NotRequired[str]
    """The currency of `month_amount`, ISO 4217."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class ResolvesLimited(TypedDict):
    """With `too_many_open_rows` the body has the limits on rows; with `budget_reached`, the budget; with
    `too_many_open_resolves`, the limits on resolves.
    """

    detail: Literal['rate_limited', 'budget_reached', 'too_many_open_rows', 'too_many_open_resolves']
    """- `rate_limited`: The allowance of this minute is spent; `Retry-After` says when to come back.
    - `budget_reached`: The request could pass the budget of the account for this calendar month (UTC);
      `Retry-After` ends with the month.
    - `too_many_open_rows`: The account has too many rows that are not finished, or too many that were
      finished today and cost nothing; `Retry-After` says when to come back.
    - `too_many_open_resolves`: The key has too many resolves under way; `open_resolves` says how many,
      and `Retry-After` when to come back.
    """
    max_open_rows: NotRequired[int]
    """Rows of the account that may be unfinished at once."""
    max_unbilled_rows_per_day: NotRequired[int]
    """Rows of the account that may be finished without a unit in a UTC day."""
    retry_suggested: NotRequired[bool]
    """False with `budget_reached`: waiting does not help before the next month. Have the budget raised."""
    month: NotRequired[str]
    """The calendar month of the budget, YYYY-MM, UTC."""
    month_units: NotRequired[int]
    """The budget, if it is a number of net units."""
    used_units: NotRequired[int]
    """The net units of the month so far."""
    month_amount: NotRequired[str]
    """The budget, if it is a net amount."""
    used_amount: NotRequired[str]
    """The net amount of the month so far."""
    currency: NotRequired[str]
    """The currency of `month_amount`, ISO 4217."""
    open_resolves: NotRequired[int]
    """Resolves of the key that are under way."""
    max_open_resolves: NotRequired[int]
    """Resolves of the key that may be under way at once."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class ServiceFault(TypedDict):
    detail: Literal['error']
    """- `error`: A fault of ours; quote `request_id`."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class Unavailable(TypedDict):
    detail: Literal['intake_busy', 'unavailable']
    """- `intake_busy`: Other submissions have the room that this one needs; `Retry-After` says when to try
      again.
    - `unavailable`: Not ready to answer truthfully; `Retry-After` says when to try again.
    """
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class NotAcceptable(TypedDict):
    detail: Literal['not_acceptable']
    """- `not_acceptable`: `Accept` takes no JSON, and no other form is answered; `available` lists what
      is.
    """
    available: list[str]
    """The content types that an answer may have."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class UnsupportedMediaType(TypedDict):
    detail: Literal['unsupported_media_type']
    """- `unsupported_media_type`: The body must be `application/json` in UTF-8, plain or with `Content-
      Encoding: gzip`.
    """
    available: list[str]
    """The values that `Content-Type`, or `Content-Encoding`, may have."""
    message: str
    """What is wrong and what to do, for people. Its text may change: programs read `detail`."""
    docs: str
    """The address of the paragraph about this code in the documentation."""
    request_id: str
    """The id of the request, as in `X-Request-ID`. Quote it to support."""


class ResolveQuery(TypedDict, total=False):
    """What a resolve may ask: exactly one of the three identifiers, and options."""

    company_number: str
    """Company register number: 8 digits, or a register prefix and 6. Exactly one of company_number,
    company_name and domain is given.
    """
    company_name: str
    """The registered name. If more than one live company matches, the answer is 409 with candidates."""
    domain: str
    """A bare host or a URL. A host of a register, directory, social network or site builder is answered
    404 `not_own_site`.
    """
    blocks: Sequence[BlockKey]
    """The blocks, joined by commas. The parameter may be sent more than once. Default: every block that is
    enabled for the key. Blocks that are not enabled are answered `not_enabled`, with a warning; if none
    is enabled, the answer is 403.
    """
    ref: str
    """A reference of your own, returned as sent."""
    defer_live: bool
    """True: answers at once with what is on file. Blocks that need a live lookup are `pending`; collect
    them from `results_url`. Not with wait=false or store=false.
    """
    store: bool
    """False: the row is not kept for later reads. Not with wait=false or defer_live=true."""
    validation: Sequence[Literal['none', 'rules', 'live', 'officers', 'ai']]
    """How far a website is checked. none: no verdict is made. rules: from what is kept, no fetch. live:
    the site may be fetched. officers: director names count. ai: a second reader for verdicts of review
    (premium). none stands alone.
    """
    min_confidence: float
    """A company matched with less is not_matched; a block with less is not_found with not_confirmed and is
    not billed.
    """
    discover: Sequence[BlockKey]
    """Blocks to look up when nothing is on file: domain searches for a website, charges, officers and
    registry_events ask the live register. An empty list skips the search.
    """
    max_live_lookups: int
    """Website searches allowed for the whole request; on a resolve 1 where discover is given. A row that
    has to search takes one, a row that has not takes none; rows that find none left answer source_busy.
    0 means never.
    """
    read_accounts_pdf: bool
    """For financials_live and employees_live: read accounts that were filed as PDF only."""
    web_search: bool
    """Adds the candidates of the search provider to the search for a website. Premium: must be enabled for
    the account.
    """
    google_business: bool
    """For trading_address: the business listing counts as one more independent source. Premium: must be
    enabled for the account.
    """
    contact_roles: Sequence[Literal['owner', 'director', 'finance', 'operations']]
    """For contacts: which people come first, in order of preference."""
    max_contacts: int
    """For contacts: how many people at most."""
    verify_emails: bool
    """For contacts: check syntax and mail servers of addresses. No mailbox is ever probed."""
    contacts_lookup: Literal['cached_only', 'live']
    """For contacts: read the website now, or only what is kept of it."""
    include_phone: bool
    """For contacts: a phone number per person. On a resolve with contacts_lookup=live it needs
    defer_live=true or wait=false.
    """
    include_linkedin: bool
    """For contacts: a profile link per person, where the site prints one."""
