/** Builds the view of a job that clients see (Spec 3.4; Contract 1.2, 2.1, 2.14). Pure. */
import {
  countsSoFar,
  type JobStatus,
  type JobStatusDocument,
} from '../../../projections/job-status/job-status.document.js';
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import { processedRows } from '../../streams/job/row-counts.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { JobView, Warning } from './job-bodies.js';

/** The positions of two lanes. Both must have passed the end of a job before it is shown as ended. */
export interface LanePositions {
  readonly pages: Position | null;
  /** `stopped`: a fault has stopped the lane. Then no job waits for it. */
  readonly billing: Position | null | 'stopped';
}

const hasPassed = (lanePosition: Position | null, position: Position): boolean =>
  lanePosition !== null && lanePosition >= position;

/** Returns true if the job may be shown as ended, because its pages and its usage can be read. */
export function isShownEnded(job: Pick<JobStatusDocument, 'ended_position'>, lanes: LanePositions): boolean {
  const { ended_position } = job;
  if (ended_position === null) return false;
  return (
    hasPassed(lanes.pages, ended_position) &&
    (lanes.billing === 'stopped' || hasPassed(lanes.billing, ended_position))
  );
}

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

/**
 * Returns the warnings about blocks that an accepted request did not get (Spec 6.4).
 * @param notEnabled blocks that the account lacked when the request was accepted
 */
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
