/**
 * What a row comes to that failed as a whole (Contract 1.3, 2.12), as `verify` has it: a copy of the rule on purpose. The
 * table of reasons decides what is written; a wrong line in it must not make its own consequences look right.
 */
import type { ReasonCode } from '../shared/reason-code.js';

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

/** Whether a resolve that failed so frees its idempotency key: nothing was found out, so the retry runs. */
export const freesKey = (reason: ReasonCode): boolean => !ANSWERS.has(reason);
