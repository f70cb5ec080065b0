/** A row as it is asked, and what becomes of its blocks: what the log records and enrichment answers. */
import type { BlockKey } from './block-key.js';
import type { ReasonCode } from './reason-code.js';

/** One row as the client sent it, without nulls. */
export interface SubmittedRow {
  readonly ref?: string;
  readonly company_number?: string;
  readonly company_name?: string;
  readonly domain?: string;
}

/** The status of one block and, for `not_found` and `not_enabled`, why. */
export type BlockOutcome =
  | { readonly status: 'available' }
  | { readonly status: 'pending' }
  | { readonly status: 'not_found' | 'not_enabled'; readonly reason: ReasonCode };

/** The outcome of every requested block. */
export type BlockOutcomes = Readonly<Partial<Record<BlockKey, BlockOutcome>>>;

/** The kinds of input by which a company is matched. */
export const MATCHED_ON = ['company_number', 'company_name', 'previous_name', 'domain'] as const;
export type MatchedOn = (typeof MATCHED_ON)[number];
