/** Declares the options that shape an answer. They are the same in a resolve and in a job's `options`. */
import {
  flag,
  integerFrom,
  listOf,
  numberFrom,
  oneOf,
  type Check,
} from '../../../packages/platform/src/http/checks.js';
import { optionalFields } from '../../../packages/platform/src/http/dto.js';
import type { ValueReader } from '../../../packages/platform/src/http/query/query-values.js';
import { asFlag, asList, asNumber, asText } from '../../../packages/platform/src/http/query/query-values.js';
import { BLOCK_KEYS } from '../../../packages/contract/src/block-key.js';
import type { RequestedOptions } from '../../../packages/contract/src/options.js';
import {
  CONTACTS_LOOKUPS,
  CONTACT_ROLES,
  MAX_CONTACTS,
  VALIDATION_MODES,
} from '../../../packages/contract/src/options.js';

/** Each option with its check, and how it is read from a query. */
const OPTIONS: Readonly<Record<keyof RequestedOptions, readonly [Check, ValueReader]>> = {
  // `none` asks for no verdict on a website, so it can't be combined with another mode.
  validation: [listOf({ words: VALIDATION_MODES, called: 'validation mode', alone: 'none' }), asList],
  min_confidence: [numberFrom(0, 1), asNumber],
  discover: [listOf({ words: BLOCK_KEYS, called: 'block', mayBeEmpty: true }), asList],
  max_live_lookups: [integerFrom(0), asNumber],
  read_accounts_pdf: [flag, asFlag],
  web_search: [flag, asFlag],
  google_business: [flag, asFlag],
  contact_roles: [listOf({ words: CONTACT_ROLES, called: 'contact role' }), asList],
  max_contacts: [integerFrom(1, MAX_CONTACTS), asNumber],
  verify_emails: [flag, asFlag],
  contacts_lookup: [oneOf(CONTACTS_LOOKUPS), asText],
  include_phone: [flag, asFlag],
  include_linkedin: [flag, asFlag],
};

const NAMES = Object.keys(OPTIONS) as readonly (keyof RequestedOptions)[];

export const OptionsRequest = optionalFields<RequestedOptions>(NAMES.map((name) => [name, OPTIONS[name][0]]));

export const OPTION_READERS = Object.fromEntries(NAMES.map((name) => [name, OPTIONS[name][1]])) as Readonly<
  Record<keyof RequestedOptions, ValueReader>
>;

/** Returns only the options that were sent. The job and its fingerprint contain these. */
export const requestedOptions = (request: RequestedOptions): RequestedOptions =>
  Object.fromEntries(
    NAMES.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  );
