/** Builds the outcome of an answered resolve: for the request that ran its job, and for a replay. Pure. */
import type { EnrichedRow } from '../../../packages/enrichment/src/index.js';
import { chargeOf, unitsOfCharge } from '../../billing/charge-rules.js';
import type { Submission } from '../../streams/job/job.events.js';
import { isEnded, type JobState } from '../../streams/job/job.state.js';
import type { AnsweredResolve, ResolvedRow } from '../commands.js';
import type { LoadedJob } from '../job-stream.js';
import { pendingBlocks } from './inline-answer.js';
import type { InlineRun } from './inline-run.js';
import type { RowLookup } from './recorded-row.js';

/** Returns the time at which the row expires; null while the job runs and for unstored rows (Spec 5.4). */
const shownExpiry = (state: JobState): string | null =>
  isEnded(state) && state.submission.stored ? state.expiresAt : null;

const resolvedRowOf = (row: EnrichedRow): ResolvedRow =>
  row.status === 'failed'
    ? { status: 'failed', reason: row.reason, detail: row.detail, candidates: row.candidates }
    : { status: 'delivered', json: row.json, pending_blocks: pendingBlocks(row) };

const commonFields = (submission: Submission, { id, state, position }: LoadedJob) => ({
  job_id: id,
  expires_at: shownExpiry(state),
  stored: submission.stored,
  not_enabled: submission.not_enabled,
  position,
});

/** Returns the outcome for the request that ran the job. */
export function resolvedOutcome(
  submission: Submission,
  { job, row, receipt_event }: Extract<InlineRun, { outcome: 'recorded' }>,
): AnsweredResolve {
  const units = row.status === 'failed' ? 0 : unitsOfCharge(chargeOf(row.blocks));
  const fields = { ...commonFields(submission, job), row: resolvedRowOf(row), receipt_event };
  return { outcome: 'resolved', ...fields, billed_units: units, units_so_far: units };
}

/** Returns the outcome of a repeated request: the recorded row with its late blocks. It is billed nothing. */
export const replayedOutcome = (
  submission: Submission,
  job: LoadedJob,
  { row, receipt_event, units }: Extract<RowLookup, { status: 'recorded' }>,
): AnsweredResolve => ({
  outcome: 'replayed',
  ...commonFields(submission, job),
  row,
  billed_units: 0,
  units_so_far: units,
  receipt_event,
});
