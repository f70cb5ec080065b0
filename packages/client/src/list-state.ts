/** What a list that is under way leaves for the program that goes on with it. */
import { CompanyDataError } from './errors.js';
import { fieldsOf, isCount, isText } from './shape.js';

/** A job that the service has accepted. */
export interface ListJob {
  readonly job_id: string;
  /** Of the list's rows, from 0. */
  readonly first_row: number;
  readonly rows: number;
  readonly idempotency_key: string;
}

/** Plain JSON. */
export interface ListState {
  /** Names the run: the idempotency keys follow from it. */
  readonly run: string;
  /** How the list is cut, whatever the key may send by now. */
  readonly rows_per_job: number;
  /**
   * The maximum number of rows that the key might send in one job. If it is absent, the list is cut as in
   * earlier versions: the last job is as small as it comes.
   */
  readonly most_rows?: number;
  /** Rows of the whole list, once all were submitted. */
  readonly rows?: number;
  /** In the order of the list. */
  readonly jobs: readonly ListJob[];
  /**
   * Where reading goes on: `cursor` is that of the page which begins with this row; null for a job's first
   * page.
   */
  readonly read: { readonly row: number; readonly cursor: string | null };
}

/** Keeps one state. A save that was told to be done must outlive the program. */
export interface StateStore {
  /** Null before the first save. */
  load(): Promise<ListState | null>;
  save(state: ListState): Promise<void>;
}

/** A state as it was saved. @throws CompanyDataError for anything else */
export function savedState(value: unknown): ListState {
  const { run, rows_per_job, most_rows = 1, jobs, read } = fieldsOf(value);
  const { row, cursor } = fieldsOf(read);
  const isJob = (job: unknown): boolean => {
    const { job_id, first_row, rows, idempotency_key } = fieldsOf(job);
    return isText(job_id) && isCount(first_row) && isCount(rows, 1) && isText(idempotency_key);
  };
  const isState =
    typeof run === 'string' &&
    isCount(rows_per_job, 1) &&
    isCount(most_rows, 1) &&
    Array.isArray(jobs) &&
    jobs.every(isJob);
  if (isState && isCount(row) && (cursor === null || isText(cursor))) return value as ListState;
  throw new CompanyDataError(
    'wrong_state',
    'What was loaded is not the state of a list; remove it to begin anew.',
  );
}

/** Keeps nothing: a list that breaks off begins anew. */
export const noState: StateStore = {
  load: () => Promise.resolve(null),
  save: () => Promise.resolve(),
};
