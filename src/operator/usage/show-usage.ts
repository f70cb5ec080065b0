/** Shows what an account used and what it costs, as `GET /v1/usage` does, and also by job and by key. */
import type { JobItem, KeyItem } from '../../billing/usage/usage-body.js';
import type { BlockItem, DayItem, UsageBody } from '../../billing/usage/usage-schemas.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { UsageReader, type UsageOutcome } from '../../billing/usage/usage-reader.js';
import type { AccountId, JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';

export type UsageItem = BlockItem | DayItem | JobItem | KeyItem;

/** Usage of one job or key is not grouped by job or key. */
export type UsageGrouping =
  | { readonly by: 'block' | 'day'; readonly job: JobId | null }
  | { readonly by: 'block' | 'day'; readonly job: null; readonly key: KeyId }
  | { readonly by: 'job' | 'key'; readonly job: null };

export type UsageRequest = UsageGrouping & { readonly account: AccountId; readonly range: UsageRange };

export async function showUsage(
  operator: OperatorServices,
  request: UsageRequest,
): Promise<UsageBody<UsageItem>> {
  await driveLanesToHead(operator, 'access', 'work', 'billing');
  await findAccount(operator, request.account);
  const answer = await readUsage(operator, request);
  switch (answer.outcome) {
    case 'usage':
      return answer.body;
    case 'job_not_found':
      throw new WrongRequest('unknown_job', `Account ${request.account} has no job ${request.job}.`);
    case 'unavailable':
      throw new NotDone('unavailable', 'The billing lane is stopped; projections status says why.');
  }
}

function readUsage(
  { models, stores }: OperatorServices,
  request: UsageRequest,
): Promise<UsageOutcome<UsageItem>> {
  const reader = new UsageReader(models, stores.eventStore);
  const { account, range } = request;
  if ('key' in request)
    return reader.readKeyUsage({ account, range, granularity: request.by, key: request.key });
  switch (request.by) {
    case 'block':
    case 'day':
      return reader.readUsage({ account, range, granularity: request.by, jobId: request.job });
    case 'job':
    case 'key':
      return reader.readUsageBy(request.by, account, range);
  }
}
