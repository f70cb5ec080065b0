/** Builds the view of a job (Spec 3.4; Contract 1.2, 2.1, 2.14), and decides if its rows can be read. */
import type { JobStatus, JobStatusDocument } from '../../../projections/job-status/job-status.document.js';
import { countsSoFar, isErasedPhase } from '../../../projections/job-status/job-status.document.js';
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

export interface RowsGone {
  readonly outcome: 'rows_expired' | 'not_stored';
  readonly expires_at: string | null;
}

/**
 * Returns why the rows can't be read, or null. While the clock may be wrong, only erased rows are expired
 * (Architecture 7.1, 7.2; Contract 2.18, 2.19, 3.4).
 * @param clockMayBeWrong is called only if the clock alone says that the rows are gone
 */
export async function rowsGoneFor(
  { stored, phase, expires_at }: Pick<JobStatusDocument, 'stored' | 'phase' | 'expires_at'>,
  now: Date,
  clockMayBeWrong: () => Promise<boolean>,
): Promise<RowsGone | null> {
  if (!stored) return { outcome: 'not_stored', expires_at: null };
  if (isErasedPhase(phase)) return { outcome: 'rows_expired', expires_at };
  const isExpired = expires_at !== null && expires_at <= now.toISOString();
  return isExpired && !(await clockMayBeWrong()) ? { outcome: 'rows_expired', expires_at } : null;
}
