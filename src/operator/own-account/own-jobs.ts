/** Shows customers their own jobs. Another customer's job is answered like a missing one. */
import { customerErrors, type JobRowsPage } from '../jobs/job-rows.js';
import { showJob, unknownJobError, type JobDetails } from '../jobs/list-jobs.js';
import type { OperatorServices } from '../operator.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';

/** The number of rows in one read of a job's errors. */
const ROWS_AT_ONCE = 1_000;

/** @throws WrongRequest */
export async function customerJob(
  operator: OperatorServices,
  account: AccountId,
  job: JobId,
): Promise<JobDetails> {
  const details = await showJob(operator, job);
  if (details.account_id !== account) throw unknownJobError(job);
  return details;
}

/** `failed`: no company matched, or another failure. `skipped`: a cancel came before the row started. */
export type UnansweredKind = 'failed' | 'skipped';

type ErrorsRequest = Omit<Parameters<typeof customerErrors>[1], 'from' | 'limit'>;

/** Tells why the unanswered rows can't be read; null where they can. @throws WrongRequest */
export const customerErrorsGoneReason = async (
  operator: OperatorServices,
  request: ErrorsRequest,
): Promise<JobRowsPage['goneReason']> =>
  (await customerErrors(operator, { ...request, from: 0, limit: 1 })).goneReason;

/** Yields the job's rows of this kind, with their reasons, in the order of the submission. */
export async function* customerJobErrors(
  operator: OperatorServices,
  request: ErrorsRequest,
  kind: UnansweredKind,
): AsyncGenerator<JsonObject> {
  for (let from: number | null = 0; from !== null;) {
    const pageRequest = { ...request, from, limit: ROWS_AT_ONCE };
    const page: Awaited<ReturnType<typeof customerErrors>> = await customerErrors(operator, pageRequest);
    for (const row of page.rows) if (unansweredKind(row) === kind) yield row;
    from = page.next;
  }
}

/** Only skipped rows have the reason `not_completed`. */
const unansweredKind = ({ reason }: JsonObject): UnansweredKind =>
  reason === 'not_completed' ? 'skipped' : 'failed';
