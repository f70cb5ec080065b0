/**
 * What decides each answer of each block, written down by hand from the rules of `docs/spec/blocks.md`.
 * Nothing here asks the product.
 */
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import { COMPUTED_DECIDERS } from './computed-deciders.js';
import {
  accountsEdition,
  computed,
  control,
  crawl,
  document,
  inEdition,
  land,
  live,
  of,
  plans,
  ranking,
  register,
  UNDATED,
  type Deciders,
} from './rule.js';

const NO_ACCOUNTS = {
  first_accounts_not_yet_due: register('the due date stands in the file of companies (4.15)'),
  accounts_overdue: register('the due date stands in the file of companies (4.15)'),
  no_accounts_filed: register('that there is no due date stands in the file of companies (4.15)'),
  no_financials_on_file: accountsEdition('the accounts edition lacks the document (4.15)'),
  financials_in_live_filing_only: inEdition(
    'company_register_filings',
    'filings',
    'only the history shows it',
  ),
  accounts_not_machine_readable: document('the held document is a PDF (5.7: not later than the document)'),
  accounts_unreadable: document('the held document is a placeholder (5.7)'),
};
const LIVE = {
  available: live('the document that was read, to its balance day (4.21)'),
  first_accounts_not_yet_due: live('the list that was read now names none'),
  accounts_overdue: live('the list that was read now names none'),
  no_accounts_filed: [
    live('the list that was read now names none'),
    register('the file of companies tells that it is registered elsewhere'),
  ],
  accounts_not_machine_readable: live('the document that was read now'),
  accounts_read_failed: live('the document that was read now'),
  not_confirmed: live('the document that was read now'),
  accounts_ocr_unavailable: UNDATED,
  source_busy: UNDATED,
  register_unavailable: UNDATED,
  no_accounts_reading_on_file: UNDATED,
} as const;
/** Why a website isn't read: of the verdict, which `domain_validation` dates. */
const SITE = {
  website_not_validated: UNDATED,
  website_needs_review: UNDATED,
  website_unverified: UNDATED,
  website_not_verifiable: UNDATED,
  site_unreachable: UNDATED,
  site_blocked: UNDATED,
  site_read_unavailable: UNDATED,
} as const;
const LISTED = ['companies', 'officers', 'psc', 'charges', 'filings'] as const;

export const DECIDERS: Deciders<BlockKey> = {
  ...COMPUTED_DECIDERS,
  domain: {
    available: of(
      ['pay_gap_register', 'contract_notices', 'grants_register', 'own_website', 'cache'],
      'item',
      'the record that names it, to the day of the verdict (4.1)',
    ),
    domain_name_mismatch: of('pay_gap_register', 'item', 'the day of the verdict (4.1)'),
    name_matches_no_address_evidence: UNDATED,
    only_related_company_domain: of('pay_gap_register', 'item', 'the day of the verdict (4.1)'),
    not_confirmed: [of('pay_gap_register', 'item', 'the day of the verdict'), UNDATED],
    not_own_site: UNDATED,
    no_domain_found: UNDATED,
    not_found_after_search: UNDATED,
    search_unavailable: UNDATED,
    site_unreachable: UNDATED,
    site_lookup_not_run: UNDATED,
    source_busy: UNDATED,
    not_looked_up: UNDATED,
  },
  domain_validation: {
    available: of('service_validator', 'item', 'the day of the fetch (4.2)'),
    no_domain_to_read: UNDATED,
    validation_not_requested: UNDATED,
    not_looked_up: UNDATED,
    site_unreachable: UNDATED,
    site_blocked: UNDATED,
    site_not_readable: UNDATED,
  },
  registered_address: {
    available: register('the row of the company (1.5)'),
    no_address_on_file: register('the row of the company has none'),
  },
  corporate_owners: {
    available: control('the records of control (4.4)'),
    no_corporate_owner_on_the_register: control('the records of control name none'),
    no_psc_data_on_file: control('there are no records of control'),
    not_looked_up: control('the part of control lacks the company'),
  },
  controllers: {
    available: control('the records of control (4.5)'),
    no_psc_data_on_file: control('there are no records of control'),
    not_looked_up: control('the part of control lacks the company'),
  },
  charges: {
    available: inEdition('company_register_charges', 'charges', 'the items (4.6)'),
    none_on_register: [
      register('the file of companies counts none (4.6)'),
      of('company_register_charges', 'item', 'the list that was read now is empty'),
      inEdition('company_register_charges', 'charges', 'the list that is held is empty'),
    ],
    no_charges_data_on_file: register('the file of companies counts some, and nobody holds them'),
    not_looked_up: UNDATED,
    register_unavailable: UNDATED,
    source_busy: UNDATED,
  },
  officers: {
    available: inEdition('company_register_officers', 'officers', 'the appointments (4.7)'),
    no_officers_on_file: [
      inEdition('company_register_officers', 'officers', 'the edition names nobody'),
      of('company_register_officers', 'item', 'the list that was read now is empty'),
      register('its number tells that the register lists none of its kind'),
    ],
    not_looked_up: UNDATED,
    register_unavailable: UNDATED,
    source_busy: UNDATED,
  },
  company_identity: { available: register('the row of the company (1.5)') },
  filing_status: {
    available: register('the row of the company (1.5)'),
    no_filing_dates_on_file: register('the row of the company has none'),
  },
  registry_events: {
    available: [
      of(
        ['company_register_filings', 'company_register'],
        { newest: LISTED },
        'the history, else the file of companies, to the newest day (4.10)',
      ),
      of('company_register_filings', 'item', 'the history that was read now'),
    ],
    no_events_in_window: [
      of(
        ['company_register_filings', 'company_register'],
        { newest: LISTED },
        'the window ends that day (4.10)',
      ),
      of('company_register_filings', 'item', 'the history that was read now'),
    ],
    no_registry_dates_on_file: of('company_register', { newest: LISTED }, 'nothing is dated (4.10)'),
    events_unavailable: UNDATED,
    register_unavailable: UNDATED,
    source_busy: UNDATED,
  },
  industry: {
    available: register('the filed codes; texts stand in the inputs (1.5)'),
    no_sic_on_file: register('the row of the company has none'),
  },
  nature_of_business: {
    available: [crawl('the site (4.13)'), document('the accounts, to their balance day (4.13)')],
    no_description_on_file: [
      document('the newest accounts tell none (5.7)'),
      crawl('the site that was read tells none either'),
    ],
    no_domain_to_read: accountsEdition('no accounts are held, and no website is on file'),
    site_unreadable: crawl('the site'),
    site_describes_another_company: crawl('the site'),
    not_confirmed: crawl('the site'),
    ...SITE,
  },
  property: {
    available: land('the titles (4.14)'),
    no_property_titles_on_file: land('no title names it'),
    not_looked_up: land('the part of titles lacks it'),
    not_confirmed: land('the titles'),
  },
  financials_filed: {
    available: document('the end of the newest period (4.15)'),
    dormant_company: document('the document that states no figure (5.7)'),
    ...NO_ACCOUNTS,
  },
  ultimate_owner: {
    available: [
      computed({ edition: 'psc' }, 'the chain of control (4.16)'),
      inEdition(
        'entity_identifier_register',
        'entity_ids',
        'its register, where control leads nowhere (5.18)',
      ),
    ],
    no_majority_controller: control('the records of control'),
    owner_not_on_file: control('the record that names the owner has no usable number'),
    ultimate_owner_not_resolved: [
      control('the records of control'),
      inEdition('entity_identifier_register', 'entity_ids', 'a circle in its register (5.18)'),
    ],
    no_psc_data_on_file: control('there are no records of control'),
    not_looked_up: control('the part of control lacks the company'),
    not_confirmed: computed({ edition: 'psc' }, 'the chain of control'),
  },
  employees_filed: {
    available: document('the end of the period (4.17)'),
    no_headcount_on_file: document('the document states none (5.7)'),
    filed_value_implausible: document('the document states no number of people'),
    ...NO_ACCOUNTS,
  },
  contacts: {
    available: crawl('the site (4.18)'),
    no_people_found: [
      UNDATED,
      crawl('the site and the officers name nobody'),
      inEdition('company_register_officers', 'officers', 'without a site: the officers name nobody'),
    ],
    no_emails_found: [crawl('the site prints none'), UNDATED],
    contacts_disabled: UNDATED,
    contacts_unavailable: UNDATED,
    not_confirmed: crawl('the site'),
  },
  news_signals: {
    available: of('news_provider', 'item', 'the day of the search (4.20)'),
    no_signals_on_record: of('news_provider', 'item', 'the day of the search'),
    not_confirmed: of('news_provider', 'item', 'the day of the search'),
    search_unavailable: UNDATED,
    signals_unavailable: UNDATED,
  },
  financials_live: {
    ...LIVE,
    accounts_read_no_figures: live('the document states none'),
    dormant_company: live('the document states none'),
  },
  employees_live: {
    ...LIVE,
    no_headcount_in_accounts_reading: live('the document states none'),
    filed_value_implausible: live('the document states no number of people'),
  },
  web_traffic: {
    available: ranking('the list (4.23)'),
    no_web_traffic_on_profile: ranking('the list lacks the host'),
    no_website_to_match: UNDATED,
    web_profile_unavailable: UNDATED,
  },
  web_presence: {
    available: crawl('the site (4.24)'),
    no_web_presence_on_file: crawl('the site'),
    no_validated_website: UNDATED,
    ...SITE,
  },
  technologies: {
    available: crawl('the site (4.25)'),
    no_technologies_on_file: crawl('the site'),
    not_confirmed: crawl('the site'),
    no_validated_website: UNDATED,
    ...SITE,
  },
  planning: {
    available: plans('the register (4.27)'),
    no_planning_applications: plans('the register names no site of it'),
    no_planning_on_file: plans('the register lacks its authorities'),
    not_looked_up: plans('the part of the register names no site of it'),
    not_confirmed: plans('the register'),
    planning_register_unavailable: UNDATED,
  },
  funding: {
    available: of(
      ['grants_register', 'company_register_filings', 'company_register_charges'],
      'item',
      'the newest round (5.7)',
    ),
    not_confirmed: of('grants_register', 'item', 'the newest round'),
    no_funding_on_record: of(
      ['grants_register', 'company_register_filings', 'company_register_charges'],
      { oldest: ['grants', 'filings', 'charges'] },
      'none of them tells of it: that holds to the oldest (1.6)',
    ),
    not_looked_up: UNDATED,
  },
  trading_address: {
    available: crawl('the site (4.32)'),
    no_address_on_site: crawl('the site'),
    insufficient_corroboration: crawl('the site'),
    conflicting_sources: crawl('the site'),
    postcode_register_unavailable: crawl('the site'),
    not_confirmed: crawl('the site'),
    google_business_unavailable: UNDATED,
    no_validated_website: UNDATED,
    ...SITE,
  },
  subsidiaries: {
    available: control('the records of control of others (4.33)'),
    none_on_register: control('no record of control names it'),
    not_looked_up: control('the part of control names it nowhere'),
    not_confirmed: control('the records of control of others'),
    subsidiary_search_unavailable: UNDATED,
  },
};
