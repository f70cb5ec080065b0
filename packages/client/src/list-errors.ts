/** What ends a list, and what is told of it. */
import { CompanyDataError } from './errors.js';
import type { ListJob } from './list-state.js';
import { SMALL_JOB_ROWS } from './parts.js';

/**
 * Part of the list has other rows than those that were submitted for it: its results would be those of
 * another list.
 */
export class ListChangedError extends CompanyDataError {
  constructor(job: ListJob | undefined, row = job?.first_row ?? 0) {
    super(
      'list_changed',
      `The rows from ${row} on, or what is asked of them, are not those that ${job === undefined ? 'this list' : `job ${job.job_id}`} was given. Nothing was submitted for them; a new state, or another name of the run, asks and pays anew.`,
    );
  }
}

/** `rowsPerJob` is too small for this list. Nothing was submitted. */
export class SmallJobsError extends CompanyDataError {
  constructor(rowsPerJob: number) {
    super(
      'rows_per_job_too_small',
      `${rowsPerJob} rows a job are too few: jobs of ${SMALL_JOB_ROWS} rows or fewer are answered differently (they ask live sources), so a longer list needs at least ${SMALL_JOB_ROWS + 1} rows a job.`,
    );
  }
}

export const SMALL_KEY = (rows: number): string =>
  `This key may send ${rows} rows a job, so some jobs of this list have ${SMALL_JOB_ROWS} rows or fewer. Such jobs ask live sources: their rows may be answered differently from those of one large job.`;

export const incomplete = ({ job_id, rows }: ListJob, results: number): CompanyDataError =>
  new CompanyDataError('incomplete', `Job ${job_id} gave ${results} results for ${rows} rows.`);

// Whoever gave no `onWarning` must still be told.
// oxlint-disable-next-line no-console
export const warn = (sentence: string): void => console.warn(sentence);
