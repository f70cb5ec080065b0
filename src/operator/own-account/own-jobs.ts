/** Jobs as the customer sees them whose they are. What is another's is answered as what isn't there. */
import { ownRows, type RowsShown } from '../jobs/job-rows.js';
import { showJob, unknownJob, type JobShown } from '../jobs/shown-jobs.js';
import type { Operator } from '../operator.js';
import type { AccountId, JobId } from '../../shared/ids.js';
import type { JsonObject } from '../../shared/json.js';

/** Rows in one reading of a job's errors. */
const ROWS_AT_ONCE = 1_000;

/** @throws WrongRequest */
export async function ownJob(operator: Operator, account: AccountId, job: JobId): Promise<JobShown> {
  const shown = await showJob(operator, job);
  if (shown.account_id !== account) throw unknownJob(job);
  return shown;
}

/** `failed`: no company matched, or another failure. `skipped`: a cancel came before the row was started. */
export type Unanswered = 'failed' | 'skipped';

export interface ErrorsWish {
  readonly account: AccountId;
  readonly job: JobId;
  readonly now: Date;
}

/** Why the rows without an answer can't be read; null where they can. @throws WrongRequest */
export const ownErrorsGone = async (operator: Operator, wish: ErrorsWish): Promise<RowsShown['gone']> =>
  (await errorsFrom(operator, wish, { from: 0, most: 1 })).gone;

const errorsFrom = (
  operator: Operator,
  { account, ...wish }: ErrorsWish,
  page: { readonly from: number; readonly most: number },
): Promise<RowsShown> => ownRows(operator, account, { ...wish, which: 'errors', ...page });

/** Every row that failed as a whole or was skipped, with its reason, in the order of the submission. */
export async function* ownErrors(
  operator: Operator,
  wish: ErrorsWish,
  which: Unanswered,
): AsyncGenerator<JsonObject> {
  for (let from: number | null = 0; from !== null;) {
    const page: RowsShown = await errorsFrom(operator, wish, { from, most: ROWS_AT_ONCE });
    for (const row of page.rows) if (unanswered(row) === which) yield row;
    from = page.next;
  }
}

/** Nothing is recorded of a skipped row, and no other row has its reason. */
export const unanswered = ({ reason }: JsonObject): Unanswered =>
  reason === 'not_completed' ? 'skipped' : 'failed';
