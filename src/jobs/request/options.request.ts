/** The options that shape an answer, as a request may name them: the same on resolve and in a job's `options`. */
import { flag, integerFrom, listOf, numberFrom, oneOf } from '../../platform/http/checks.js';
import { Optional } from '../../platform/http/dto.js';
import { BLOCK_KEYS, type BlockKey } from '../../shared/block-key.js';
import type { AskedOptions, ContactRole, ContactsLookup, ValidationMode } from '../../shared/options.js';
import { CONTACTS_LOOKUPS, CONTACT_ROLES, MAX_CONTACTS, VALIDATION_MODES } from '../../shared/options.js';

export class OptionsRequest implements AskedOptions {
  /** `none` means that no verdict on a website is made: it can't stand beside a mode that makes one. */
  @Optional(listOf({ words: VALIDATION_MODES, called: 'validation mode', alone: 'none' }))
  readonly validation?: readonly ValidationMode[];

  @Optional(numberFrom(0, 1))
  readonly min_confidence?: number;

  @Optional(listOf({ words: BLOCK_KEYS, called: 'block', mayBeEmpty: true }))
  readonly discover?: readonly BlockKey[];

  @Optional(integerFrom(0))
  readonly max_live_lookups?: number;

  @Optional(flag)
  readonly read_accounts_pdf?: boolean;

  @Optional(flag)
  readonly web_search?: boolean;

  @Optional(flag)
  readonly google_business?: boolean;

  @Optional(listOf({ words: CONTACT_ROLES, called: 'contact role' }))
  readonly contact_roles?: readonly ContactRole[];

  @Optional(integerFrom(1, MAX_CONTACTS))
  readonly max_contacts?: number;

  @Optional(flag)
  readonly verify_emails?: boolean;

  @Optional(oneOf(CONTACTS_LOOKUPS))
  readonly contacts_lookup?: ContactsLookup;

  @Optional(flag)
  readonly include_phone?: boolean;

  @Optional(flag)
  readonly include_linkedin?: boolean;
}

const NAMES = [
  'validation',
  'min_confidence',
  'discover',
  'max_live_lookups',
  'read_accounts_pdf',
  'web_search',
  'google_business',
  'contact_roles',
  'max_contacts',
  'verify_emails',
  'contacts_lookup',
  'include_phone',
  'include_linkedin',
] as const satisfies readonly (keyof AskedOptions)[];

/** The options alone, those that were sent: what a fingerprint is made from and a job is asked with. */
export const askedOptions = (request: OptionsRequest): AskedOptions =>
  Object.fromEntries(
    NAMES.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  );
