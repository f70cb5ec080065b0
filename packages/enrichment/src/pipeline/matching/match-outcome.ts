/** The result of matching: one company, or why not. */
import type { MatchedOn } from '../../../../contract/src/row.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { ReasonCode } from '../../../../contract/src/reason-code.js';

export interface Candidate {
  readonly company_number: string;
  readonly company_name: string;
}

export interface CompanyMatch {
  readonly outcome: 'matched';
  readonly company: CompanyRecord;
  readonly matched_on: MatchedOn;
  /** 0..1 */
  readonly match_confidence: number;
}

export interface MatchRefusal {
  readonly outcome: 'refused';
  readonly reason: ReasonCode;
  /** A sentence for the client. */
  readonly detail: string;
  /**
   * Live companies: with `ambiguous_match` those that fit, by number; with `not_matched` near names, most
   * alike first.
   */
  readonly candidates: readonly Candidate[];
}

export type MatchOutcome = CompanyMatch | MatchRefusal;

export const refused = (
  reason: ReasonCode,
  detail: string,
  candidates: readonly Candidate[] = [],
): MatchRefusal => ({ outcome: 'refused', reason, detail, candidates });
