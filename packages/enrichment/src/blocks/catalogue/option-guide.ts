/** Describes each option, for the catalogue and the OpenAPI document (Blocks 3.1). */
import type { RequestedOptions } from '../../../../contract/src/options.js';
import {
  CONTACTS_LOOKUPS,
  CONTACT_ROLES,
  MAX_CONTACTS,
  VALIDATION_MODES,
} from '../../../../contract/src/options.js';

export interface OptionGuide {
  readonly type: 'boolean' | 'number' | 'integer' | 'string' | 'list';
  /** The words that may be sent, if the option takes words. `block keys`: any of the 37. */
  readonly values?: readonly string[] | 'block keys';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default: unknown;
  /** True if an account needs the option enabled; without that, a request with it gets 403. */
  readonly premium: boolean;
  readonly description: string;
}

export const OPTION_GUIDE: Readonly<Record<keyof RequestedOptions, OptionGuide>> = {
  validation: {
    type: 'list',
    values: VALIDATION_MODES,
    default: ['rules', 'live'],
    premium: false,
    description:
      'How far a website is checked. none: no verdict is made. rules: from what is kept, no fetch. live: the site may be fetched. officers: director names count. ai: a second reader for verdicts of review (premium). none stands alone.',
  },
  min_confidence: {
    type: 'number',
    minimum: 0,
    maximum: 1,
    default: 0.5,
    premium: false,
    description:
      'A company matched with less is not_matched; a block with less is not_found with not_confirmed and is not billed.',
  },
  discover: {
    type: 'list',
    values: 'block keys',
    default: { resolve: [], job: ['domain'] },
    premium: false,
    description:
      'Blocks to look up when nothing is on file: domain searches for a website, charges, officers and registry_events ask the live register. An empty list skips the search.',
  },
  max_live_lookups: {
    type: 'integer',
    minimum: 0,
    default: { resolve: 1, job: null },
    premium: false,
    description:
      'Website searches allowed for the whole request; on a resolve 1 where discover is given. A row that has to search takes one, a row that has not takes none; rows that find none left answer source_busy. 0 means never.',
  },
  read_accounts_pdf: {
    type: 'boolean',
    default: false,
    premium: false,
    description: 'For financials_live and employees_live: read accounts that were filed as PDF only.',
  },
  web_search: {
    type: 'boolean',
    default: false,
    premium: true,
    description: 'Adds the candidates of the search provider to the search for a website.',
  },
  google_business: {
    type: 'boolean',
    default: false,
    premium: true,
    description: 'For trading_address: the business listing counts as one more independent source.',
  },
  contact_roles: {
    type: 'list',
    values: CONTACT_ROLES,
    default: CONTACT_ROLES,
    premium: false,
    description: 'For contacts: which people come first, in order of preference.',
  },
  max_contacts: {
    type: 'integer',
    minimum: 1,
    maximum: MAX_CONTACTS,
    default: 3,
    premium: false,
    description: 'For contacts: how many people at most.',
  },
  verify_emails: {
    type: 'boolean',
    default: true,
    premium: false,
    description: 'For contacts: check syntax and mail servers of addresses. No mailbox is ever probed.',
  },
  contacts_lookup: {
    type: 'string',
    values: CONTACTS_LOOKUPS,
    default: 'live',
    premium: false,
    description: 'For contacts: read the website now, or only what is kept of it.',
  },
  include_phone: {
    type: 'boolean',
    default: false,
    premium: false,
    description:
      'For contacts: a phone number per person. On a resolve with contacts_lookup=live it needs defer_live=true or wait=false.',
  },
  include_linkedin: {
    type: 'boolean',
    default: true,
    premium: false,
    description: 'For contacts: a profile link per person, where the site prints one.',
  },
};
