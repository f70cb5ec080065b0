/** What an account used and what it costs: what `GET /v1/usage` shows, and by job and by key too. */
import type { JobItem, KeyItem } from '../../billing/usage/usage-items.js';
import type { BlockItem, DayItem, UsageBody } from '../../billing/usage/usage-schemas.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { UsageReader, type UsageOutcome } from '../../billing/usage/usage-reader.js';
import type { AccountId, JobId, KeyId } from '../../shared/ids.js';
import { findAccount } from '../accounts/find-account.js';
import { upToDate, type Operator } from '../operator.js';
import { NotDone, WrongRequest } from '../refusal.js';

export type UsageItem = BlockItem | DayItem | JobItem | KeyItem;

/** Usage of one job or key is not grouped by job or key. */
export type UsageGrouping =
  | { readonly by: 'block' | 'day'; readonly job: JobId | null }
  | { readonly by: 'block' | 'day'; readonly job: null; readonly key: KeyId }
  | { readonly by: 'job' | 'key'; readonly job: null };

export type UsageWish = UsageGrouping & { readonly account: AccountId; readonly range: UsageRange };

export async function showUsage(operator: Operator, wish: UsageWish): Promise<UsageBody<UsageItem>> {
  await upToDate(operator, 'access', 'work', 'billing');
  await findAccount(operator, wish.account);
  const answer = await ask(operator, wish);
  switch (answer.outcome) {
    case 'usage':
      return answer.body;
    case 'job_not_found':
      throw new WrongRequest('unknown_job', `Account ${wish.account} has no job ${wish.job}.`);
    case 'unavailable':
      throw new NotDone('unavailable', 'The billing lane stands still; projections status says why.');
  }
}

function ask({ models, stores }: Operator, wish: UsageWish): Promise<UsageOutcome<UsageItem>> {
  const reader = new UsageReader(models, stores.eventStore);
  const { account, range } = wish;
  if ('key' in wish) return reader.askOfKey({ account, range, granularity: wish.by, key: wish.key });
  switch (wish.by) {
    case 'block':
    case 'day':
      return reader.ask({ account, range, granularity: wish.by, jobId: wish.job });
    case 'job':
      return reader.askByJob(account, range);
    case 'key':
      return reader.askByKey(account, range);
  }
}
