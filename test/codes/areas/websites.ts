/** Companies' websites: named by public records or searched for, judged, and read. */
import { advisory, reason, withheld, type Area } from '../cell.js';
import {
  COMPANIES,
  CONTROL,
  GRANTS,
  OFFICERS,
  PAY_GAP,
  POSTCODES,
  SITE_BLOCKS,
  crawl,
  inLargeJob,
  of,
  searching,
} from './website-cases.js';

export const websites: Area = {
  name: 'websites',
  data: 'pages of made websites, named by pay gap reports and grants; the register file; lists of officers; a snapshot of control; the directory of postcodes',
  world: () => ({
    loaded: [COMPANIES, PAY_GAP, GRANTS, OFFICERS, CONTROL, POSTCODES],
    fetchers: { site: crawl },
  }),
  cells: [
    ...reason('domain', 'not_own_site', 'its report links to a document host', of('Document')),
    ...reason('domain', 'no_domain_found', 'no record names one', of('Unnamed')),
    ...reason(
      'domain',
      'not_found_after_search',
      'no host that its name suggests exists',
      searching('Unnamed'),
    ),
    ...reason('domain', 'search_unavailable', 'no host can be reached', searching('Cutoff')),
    ...reason(
      'domain',
      'name_matches_no_address_evidence',
      'a host that its name suggests bears the name alone',
      searching('Guessed'),
    ),
    ...reason('domain', 'site_unreachable', 'the host does not answer', of('Shut')),
    ...reason('domain', 'domain_name_mismatch', 'the site is of another business', of('Strange')),
    ...reason('domain', 'only_related_company_domain', "the site is its owner's", of('Owned')),
    ...reason(
      'domain',
      'site_lookup_not_run',
      'a large job names no number of searches',
      inLargeJob('Unnamed'),
    ),
    ...reason('domain', 'source_busy', 'the searches of the job are spent', {
      ...inLargeJob('Unnamed', { max_live_lookups: 1 }),
      from: 1,
    }),
    ...reason('domain', 'not_looked_up', 'only what is kept may be used', {
      ...of('Unnamed', { discover: ['domain'], validation: ['rules'] }),
    }),
    ...reason('domain', 'not_confirmed', 'the record is less sure than asked', {
      ...of('Plain', { validation: ['none'], min_confidence: 0.9 }),
    }),
    ...advisory('domain', 'provenance_uncertain_but_validated', 'only a grant named it', of('Granted')),
    ...advisory(
      'domain',
      'inheritance_flag_without_a_related_url',
      'the site prints the number of another company too',
      of('Shared'),
    ),
    ...advisory('domain', 'group_site_prefer_uk_domain', 'the world site links to one here', of('World')),
    ...reason('domain_validation', 'site_unreachable', 'the host does not answer', of('Shut')),
    ...reason('domain_validation', 'site_blocked', 'the site refuses', of('Blocked')),
    ...reason('domain_validation', 'site_not_readable', 'the site is a script', of('Scripted')),
    ...reason('domain_validation', 'no_domain_to_read', 'no record names one', of('Unnamed')),
    ...reason(
      'domain_validation',
      'validation_not_requested',
      'validation is none',
      of('Plain', { validation: ['none'] }),
    ),
    ...reason(
      'domain_validation',
      'not_looked_up',
      'only what is kept may be used',
      of('Plain', { validation: ['rules'] }),
    ),
    ...advisory('domain_validation', 'domain_name_mismatch', 'the site is of another business', of('Owned')),
    ...advisory(
      'domain_validation',
      'name_matches_no_address_evidence',
      'the site bears the name alone',
      of('Doubtful'),
    ),
    ...reason(
      SITE_BLOCKS,
      'website_not_validated',
      'the request allows no verdict',
      of('Plain', { validation: ['none'] }),
    ),
    ...reason(SITE_BLOCKS, 'website_needs_review', 'the verdict is review', of('Shared')),
    ...reason(SITE_BLOCKS, 'website_unverified', 'the verdict is reject', of('Strange')),
    ...reason(SITE_BLOCKS, 'website_not_verifiable', 'the site refuses', of('Blocked')),
    ...reason(SITE_BLOCKS, 'site_read_unavailable', 'the crawler is down', of('Unread')),
    ...reason(
      ['web_presence', 'technologies', 'trading_address'],
      'no_validated_website',
      'no record names one',
      of('Unnamed'),
    ),
    ...reason('nature_of_business', 'site_unreadable', 'the site has no sentence', of('Plain')),
    ...reason('nature_of_business', 'site_describes_another_company', 'it tells of another', of('Another')),
    ...reason(
      'nature_of_business',
      'not_confirmed',
      'it is less sure than asked',
      of('Talking', { min_confidence: 0.99 }),
    ),
    ...reason('web_presence', 'no_web_presence_on_file', 'the site shows nothing', of('Plain')),
    ...reason('technologies', 'no_technologies_on_file', 'no rule fires', of('Plain')),
    ...reason(
      'technologies',
      'not_confirmed',
      'what fires is less sure than asked',
      of('Built', { min_confidence: 1 }),
    ),
    ...reason('trading_address', 'no_address_on_site', 'the site prints none', of('Plain')),
    ...reason(
      'trading_address',
      'no_address_on_site',
      'the postcode that it prints is none',
      of('Misprinted'),
    ),
    ...reason(
      'trading_address',
      'no_address_on_site',
      'the postcode that it prints went out of use long before',
      of('Departed'),
    ),
    ...reason('trading_address', 'insufficient_corroboration', 'it prints one in passing', of('Passing')),
    ...reason('trading_address', 'conflicting_sources', 'it prints two alike', of('Twice')),
    ...reason(
      'trading_address',
      'not_confirmed',
      'one source is less sure than asked',
      of('Placed', { min_confidence: 0.9 }),
    ),
    ...advisory(
      ['trading_address', 'contacts'],
      'lookups_incomplete',
      'the crawl came to its limit',
      of('Halfread'),
    ),
    ...reason('contacts', 'no_people_found', 'nobody is on file or on the site', of('Plain')),
    ...reason('contacts', 'no_emails_found', 'the site prints no address and no number', of('Silent')),
    ...reason(
      'contacts',
      'contacts_disabled',
      'only what is kept may be used',
      of('Plain', { contacts_lookup: 'cached_only' }),
    ),
    ...reason('contacts', 'contacts_unavailable', 'the crawler is down', of('Unread')),
    ...reason(
      'contacts',
      'not_confirmed',
      'it is less sure than asked',
      of('Peopled', { min_confidence: 0.99 }),
    ),
    ...withheld('contacts', 'no_email_found', 'none is printed with the person', of('Peopled')),
    ...withheld(
      'contacts',
      'no_phone_found',
      'none is printed with the person',
      of('Peopled', { include_phone: true }),
    ),
    ...withheld('contacts', 'lookup_failed', 'the crawl was cut short', of('Broken')),
    ...withheld('contacts', 'non_uk_only', 'only a number abroad is', of('Foreign', { include_phone: true })),
    ...withheld('contacts', 'no_domain_for_email', 'no website of it is on file', of('Uncharted')),
    ...withheld(
      'contacts',
      'no_domain_for_phone',
      'no website of it is on file',
      of('Uncharted', { include_phone: true }),
    ),
    ...reason(
      'related_company_domain',
      'not_confirmed',
      'it is less sure than asked',
      of('Plain', { min_confidence: 0.99 }),
    ),
  ],
};

/** What is sent to them comes back with nothing. */
const failing = async () => ({ status: 'not_read', reason: 'source_unavailable' }) as const;

export const providersDown: Area = {
  name: 'providers that are down',
  data: 'the same, with a business listing and a language model that fail',
  world: () => ({
    loaded: [COMPANIES, PAY_GAP, GRANTS],
    fetchers: { site: crawl, listing: failing, rewriting: failing },
  }),
  cells: [
    ...reason(
      'trading_address',
      'google_business_unavailable',
      'the listing fails and nothing else is on file',
      of('Unnamed', { google_business: true }),
    ),
    ...advisory(
      'trading_address',
      'google_business_unavailable',
      'the listing fails and its site prints a place',
      of('Placed', { google_business: true }),
    ),
    ...reason('company_summary', 'summary_unavailable', 'the model that writes it fails', of('Talking')),
  ],
};
