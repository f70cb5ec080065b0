/** The envelope in which every block of a row is served (Spec 3.1). */
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';

/**
 * The source of a value (Blocks 1.5). `sandbox`: made up by `company-data sandbox`, and nothing else gives
 * it.
 */
export type BlockSource =
  | 'company_register'
  | 'company_register_officers'
  | 'company_register_psc'
  | 'company_register_charges'
  | 'company_register_filings'
  | 'company_register_accounts'
  | 'land_registry'
  | 'pay_gap_register'
  | 'contract_notices'
  | 'grants_register'
  | 'official_gazette'
  | 'planning_register'
  | 'postcode_register'
  | 'entity_identifier_register'
  | 'site_ranking'
  | 'own_website'
  | 'search_provider'
  | 'news_provider'
  | 'business_listing'
  | 'service_validator'
  | 'service_model'
  | 'cache'
  | 'sandbox';

/** The freshness of a value. */
export interface Freshness {
  /** Whether this request asked the source itself. */
  readonly checked_live: boolean;
  readonly checked_at?: string;
  /** The edition it was read from. */
  readonly edition?: string;
  /** The edition is older than its publisher's rhythm allows for. */
  readonly stale?: boolean;
}

/** Further evidence. The fields that a block adds are declared in its file. */
export interface EnvelopeDetail {
  readonly freshness?: Freshness;
  /** Codes that concern the whole value, gravest first. */
  readonly advisories?: readonly ReasonCode[];
  readonly [key: string]: unknown;
}

export interface AvailableEnvelope<V = unknown> {
  readonly status: 'available';
  readonly value: V;
  readonly source: BlockSource;
  /** The data's own date, never the day they were loaded. */
  readonly as_of: IsoDate;
  readonly confidence?: number;
  /** True: do not rely on the value without review. */
  readonly flagged_for_review: boolean;
  readonly detail?: EnvelopeDetail;
  readonly derived?: true;
  readonly final_url?: string;
}

export interface NotFoundEnvelope {
  readonly status: 'not_found';
  readonly reason: ReasonCode;
  /** The source that has no record of the value up to `as_of`; left out where nothing was looked up. */
  readonly source?: BlockSource;
  readonly as_of?: IsoDate;
  readonly detail?: EnvelopeDetail;
  readonly retry_suggested?: true;
}

export interface NotEnabledEnvelope {
  readonly status: 'not_enabled';
  readonly reason: 'no_entitlement';
}

export interface PendingEnvelope {
  readonly status: 'pending';
}

/** An envelope that no later answer replaces. */
export type FinalEnvelope = AvailableEnvelope | NotFoundEnvelope | NotEnabledEnvelope;
export type BlockEnvelope = FinalEnvelope | PendingEnvelope;
