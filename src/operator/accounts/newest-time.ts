/** Finds the newest time in the log, because a clock may have been set back. */
import { accountPart, keysUnder } from '../../../projections/key-parts.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { USAGE_DAYS } from '../../../projections/usage/usage.document.js';
import { timeOfJobId, type AccountId } from '../../../packages/contract/src/ids.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';

/** A text before every time. */
const NEVER = '';
const NEWEST = { order: 'descending', limit: 1 } as const;

/**
 * Returns the newest known time in the log (ISO 8601, UTC): the newest day on which the account was charged,
 * or the time of the newest job of any account. Empty if there is neither.
 */
export async function readNewestTime(operator: OperatorServices, account: AccountId): Promise<string> {
  await driveLanesToHead(operator, 'billing', 'work');
  const { models } = operator;
  const [[day], [job]] = await Promise.all([
    models.range(USAGE_DAYS.name, { ...keysUnder(accountPart(account)), ...NEWEST }),
    models.range(JOB_STATUS.name, NEWEST),
  ]);
  const newestChargeDay = day === undefined ? NEVER : USAGE_DAYS.fields(day).day;
  const newestJobTime =
    job === undefined ? NEVER : new Date(timeOfJobId(JOB_STATUS.fields(job).job_id)).toISOString();
  return newestChargeDay > newestJobTime ? newestChargeDay : newestJobTime;
}
