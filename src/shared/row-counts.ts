/** Under which of a job's counts a row falls (Contract 1.3). */
import type { ReasonCode } from './reason-code.js';

const NOT_FOUND: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
  'not_matched',
  'not_own_site',
  'no_company_identified_on_site',
]);

/** A row that failed as a whole: `not_found` where no company was found, `failed` for every other reason. */
export const failedRowCount = (reason: ReasonCode): 'not_found' | 'failed' =>
  NOT_FOUND.has(reason) ? 'not_found' : 'failed';

/** The reasons, of the row or of one of its blocks, that say that a website would not open. */
export const saysSiteUnreachable = (reason: ReasonCode): boolean => reason === 'site_unreachable';
