/** Answers that the sandbox gives in place of its service: none of them comes of a row. */
import type { JobId } from '../../packages/contract/src/ids.js';
import type { RefusalCode } from '../../packages/contract/src/refusal-code.js';
import { SANDBOX_DAY } from './made-values.js';

/** Numbers with which a resolve is refused, with every key. They end in the status. */
export const REFUSED_NUMBERS: ReadonlyMap<string, RefusalCode> = new Map([
  ['99000429', 'rate_limited'],
  ['99000500', 'error'],
  ['99000503', 'unavailable'],
]);

/** The job of the state `failed`, in which the service has brought no job so far. */
export const FAILED_JOB_ID = 'job_00000000SANDB0XFA11ED00000' as JobId;

const DAY = `${SANDBOX_DAY}T00:00:00.000Z`;

export const FAILED_JOB = {
  job_id: FAILED_JOB_ID,
  status: 'failed',
  blocks: ['company_identity'],
  counts: { total: 1, processed: 0, succeeded: 0, not_found: 0, failed: 0, site_unreachable: 0 },
  delivery: { mode: 'pull' },
  results_ready: true,
  expires_at: DAY,
  created_at: DAY,
  finished_at: DAY,
  reason: 'error',
} as const;
