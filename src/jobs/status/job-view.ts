/** Builds the view of a job that clients see (Spec 3.4; Contract 1.2, 2.1, 2.14). Pure. */
import {
  countsSoFar,
  type JobStatus,
  type JobStatusDocument,
} from '../../../projections/job-status/job-status.document.js';
import { processedRows } from '../../streams/job/row-counts.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobView, Warning } from './job-bodies.js';

/** Even a busy service answers this many rows. The rate only serves to tell clients when to ask again. */
const ROWS_PER_SECOND = 5_000;
const MIN_RETRY_MS = 250;
const MAX_RETRY_MS = 5_000;

export const jobRetryAfterMs = (rowsLeft: number): number =>
  Math.min(MAX_RETRY_MS, MIN_RETRY_MS + Math.ceil((rowsLeft * 1_000) / ROWS_PER_SECOND));

function shownStatus(job: JobStatusDocument, isEnded: boolean): JobStatus {
  if (isEnded || job.phase === 'open') return job.status;
  return job.cancel_requested_at === null ? 'running' : 'cancelling';
}

/** Returns the warnings about blocks that the account lacked when the request was accepted (Spec 6.4). */
export const warningsOf = (notEnabled: readonly BlockKey[]): readonly Warning[] =>
  notEnabled.length === 0
    ? []
    : [
        {
          code: 'blocks_not_enabled',
          blocks: notEnabled,
          detail: `Not enabled for this account, answered not_enabled and not billed: ${notEnabled.join(', ')}.`,
        },
      ];

export function jobView(job: JobStatusDocument, isEnded: boolean): JobView {
  const counts = countsSoFar(job);
  const { succeeded, not_found, failed, site_unreachable } = counts;
  const processed = processedRows(counts);
  const warnings = warningsOf(job.not_enabled);
  return {
    job_id: job.job_id,
    status: shownStatus(job, isEnded),
    blocks: job.blocks,
    counts: { total: job.rows, processed, succeeded, not_found, failed, site_unreachable },
    delivery: { mode: 'pull' },
    results_ready: isEnded,
    expires_at: isEnded ? job.expires_at : null,
    created_at: job.created_at,
    finished_at: isEnded ? job.finished_at : null,
    ...(isEnded ? {} : { retry_after_ms: jobRetryAfterMs(job.rows - processed) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}
