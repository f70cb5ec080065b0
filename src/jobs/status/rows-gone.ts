/** Decides if a job's rows can still be read (Contract 2.18, 2.19, 3.4). */
import {
  isErasedPhase,
  type JobStatusDocument,
} from '../../../projections/job-status/job-status.document.js';

export interface RowsGone {
  readonly outcome: 'rows_expired' | 'not_stored';
  readonly expires_at: string | null;
}

/**
 * Returns why the rows can't be read, or null. While the clock may be wrong, only erased rows are expired
 * (Architecture 7.1, 7.2).
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
