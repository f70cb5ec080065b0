/** How a resolve answers when its row failed as a whole (Contract 2.12). */
import type { ReasonCode } from './reason-code.js';

const NO_COMPANY: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'not_matched',
  'not_own_site',
  'site_unreachable',
  'no_company_identified_on_site',
]);

/**
 * `no_company` (404) and `ambiguous` (409) are answers and keep their idempotency key; `unresolved` (502) is a fault of
 * ours that frees it, so that the retry runs.
 */
export const resolveAnswer = (reason: ReasonCode): 'no_company' | 'ambiguous' | 'unresolved' =>
  reason === 'ambiguous_match' ? 'ambiguous' : NO_COMPANY.has(reason) ? 'no_company' : 'unresolved';
