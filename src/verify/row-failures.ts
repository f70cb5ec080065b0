/**
 * Decides how `verify` counts a row that failed as a whole (Contract 1.3, 2.12). A copy of the rule, on
 * purpose: the table of reasons decides what is written, and a wrong line in it must not make its own results
 * look right.
 */
import type { ReasonCode } from '../../packages/contract/src/reason-code.js';

const NOT_FOUND: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'not_matched',
  'not_own_site',
  'no_company_identified_on_site',
]);
const ANSWERS: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  ...NOT_FOUND,
  'site_unreachable',
  'ambiguous_match',
]);

export const countOfFailure = (reason: ReasonCode): 'not_found' | 'failed' =>
  NOT_FOUND.has(reason) ? 'not_found' : 'failed';

/** True if this failure of a resolve frees its idempotency key: nothing was found out, so a retry runs. */
export const freesKey = (reason: ReasonCode): boolean => !ANSWERS.has(reason);
