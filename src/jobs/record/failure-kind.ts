/** What a whole-row failure means to a resolve (Contract 2, "Status of a resolve by its whole-row reason"). */
import type { ReasonCode } from '../../shared/reason-code.js';

/**
 * `no_company`: there is nothing to deliver, and asking again gives the same. `ambiguous`: several companies fit.
 * `unresolved`: our side failed; nothing was found out, so the request may be made again under the same key.
 */
export type FailureKind = 'no_company' | 'ambiguous' | 'unresolved';

const NO_COMPANY: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'not_matched',
  'not_own_site',
  'site_unreachable',
  'no_company_identified_on_site',
]);

export const failureKind = (reason: ReasonCode): FailureKind =>
  NO_COMPANY.has(reason) ? 'no_company' : reason === 'ambiguous_match' ? 'ambiguous' : 'unresolved';
