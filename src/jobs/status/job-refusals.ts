/** Builds the refusals of operations on a job (Contract 3.4). */
import { refuse, unavailable, type Answer } from '../../../packages/platform/src/http/answer.js';
import { refuseField } from '../../../packages/platform/src/http/field-errors.js';
import type { PageRefusal } from '../pages/page-reader.js';
import type { RowsGone } from './rows-gone.js';

/** Returns the same answer for another account's job, an unknown job and a malformed id. */
export const jobNotFound = (): Answer => refuse('job_not_found');

export const refuseGone = ({ outcome, expires_at }: RowsGone): Answer => refuse(outcome, { expires_at });

export function refusePage(refusal: PageRefusal): Answer {
  switch (refusal.outcome) {
    case 'job_not_found':
      return jobNotFound();
    case 'rows_expired':
    case 'not_stored':
      return refuseGone(refusal);
    case 'malformed_cursor':
      return refuseField(
        'malformed_cursor',
        'cursor',
        'This is not a cursor of this page; leave it out to start.',
      );
    case 'unavailable':
      return unavailable();
  }
}
