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
 * Returns the reason why the rows can't be read, or null if they can. Whether the data streams still exist is
 * not asked.
 */
export function rowsGoneAt(
  { stored, phase, expires_at }: Pick<JobStatusDocument, 'stored' | 'phase' | 'expires_at'>,
  now: Date,
): RowsGone | null {
  if (!stored) return { outcome: 'not_stored', expires_at: null };
  const isExpired = expires_at !== null && expires_at <= now.toISOString();
  return isExpired || isErasedPhase(phase) ? { outcome: 'rows_expired', expires_at } : null;
}

/**
 * Decides the same. But while the clock may be wrong, rows that are not erased do not count as expired
 * (Architecture 7.1, 7.2).
 * @param clockMayBeWrong is called only if the clock alone says that the rows are gone
 */
export async function rowsGoneFor(
  job: Parameters<typeof rowsGoneAt>[0],
  now: Date,
  clockMayBeWrong: () => Promise<boolean>,
): Promise<RowsGone | null> {
  const rowsGone = rowsGoneAt(job, now);
  const isGoneByClockAlone = rowsGone?.outcome === 'rows_expired' && !isErasedPhase(job.phase);
  return isGoneByClockAlone && (await clockMayBeWrong()) ? null : rowsGone;
}
