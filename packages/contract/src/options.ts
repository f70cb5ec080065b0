/** The options that shape an answer, the same on resolve and in a job's `options` (Spec 5.4; Blocks 3.1). */
import type { BlockKey } from './block-key.js';

export const VALIDATION_MODES = ['none', 'rules', 'live', 'officers', 'ai'] as const;
export type ValidationMode = (typeof VALIDATION_MODES)[number];

export const CONTACT_ROLES = ['owner', 'director', 'finance', 'operations'] as const;
export type ContactRole = (typeof CONTACT_ROLES)[number];

export const CONTACTS_LOOKUPS = ['cached_only', 'live'] as const;
export type ContactsLookup = (typeof CONTACTS_LOOKUPS)[number];

/** Some live lookups run only for a resolve, or for a job of at most this many rows (Spec 6.2). */
export const LIVE_LOOKUP_ROWS = 10;

/** The maximum number of people that a request may ask for in `contacts`. */
export const MAX_CONTACTS = 5;

/** Options that must be switched on for the account. `ai` stands for `validation=ai`. */
export const PREMIUM_OPTIONS = ['web_search', 'google_business', 'ai'] as const;
export type PremiumOption = (typeof PREMIUM_OPTIONS)[number];

/** The options that the client sent, without defaults. Fingerprints are made from them. */
export interface RequestedOptions {
  readonly validation?: readonly ValidationMode[];
  /** 0..1. */
  readonly min_confidence?: number;
  readonly discover?: readonly BlockKey[];
  /** Website searches allowed for the whole request. */
  readonly max_live_lookups?: number;
  readonly read_accounts_pdf?: boolean;
  readonly web_search?: boolean;
  readonly google_business?: boolean;
  readonly contact_roles?: readonly ContactRole[];
  /** 1..5. */
  readonly max_contacts?: number;
  readonly verify_emails?: boolean;
  readonly contacts_lookup?: ContactsLookup;
  readonly include_phone?: boolean;
  readonly include_linkedin?: boolean;
}

/** Options with their defaults, as a job uses them. `max_live_lookups` null: no cap was named. */
export interface GrantedOptions extends Required<Omit<RequestedOptions, 'max_live_lookups'>> {
  readonly max_live_lookups: number | null;
}

/** Fills in the defaults. A job looks for missing websites by default, a resolve doesn't (Spec 5.4, 5.5). */
export function grantOptions(options: RequestedOptions, operation: 'resolve' | 'enrich_job'): GrantedOptions {
  return {
    validation: options.validation ?? ['rules', 'live'],
    min_confidence: options.min_confidence ?? 0.5,
    discover: options.discover ?? (operation === 'enrich_job' ? ['domain'] : []),
    max_live_lookups:
      options.max_live_lookups ?? (operation === 'resolve' && options.discover !== undefined ? 1 : null),
    read_accounts_pdf: options.read_accounts_pdf ?? false,
    web_search: options.web_search ?? false,
    google_business: options.google_business ?? false,
    contact_roles: options.contact_roles ?? CONTACT_ROLES,
    max_contacts: options.max_contacts ?? 3,
    verify_emails: options.verify_emails ?? true,
    contacts_lookup: options.contacts_lookup ?? 'live',
    include_phone: options.include_phone ?? false,
    include_linkedin: options.include_linkedin ?? true,
  };
}

/** The premium options that a request asks for. A `false` asks for nothing. */
export const requestedPremiumOptions = (options: RequestedOptions): PremiumOption[] =>
  PREMIUM_OPTIONS.filter((option) =>
    option === 'ai' ? (options.validation?.includes('ai') ?? false) : options[option] === true,
  );
