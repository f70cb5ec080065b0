/** What a job cost, and what of that is owed after adjustments: from usage, over all of its days. */
import type { JobId } from '../../shared/ids.js';
import { dayOf } from '../../shared/calendar.js';
import { findJob } from './shown-jobs.js';
import { upToDate, type Operator } from '../operator.js';
import { showUsage } from '../usage/show-usage.js';

export interface JobBill {
  readonly units: number;
  readonly amount: string | null;
  readonly net_units: number;
  readonly net_amount: string | null;
  readonly currency: string | null;
}

/** @throws WrongRequest */
export async function jobBill(operator: Operator, job: JobId): Promise<JobBill> {
  await upToDate(operator, 'work');
  const found = await findJob(operator, job);
  const range = { from: found.created_at.slice(0, 10), to: dayOf(new Date()) };
  const use = await showUsage(operator, { account: found.account_id, range, by: 'block', job });
  const { counts, amount = null, currency = null } = use;
  return {
    units: counts.units,
    amount,
    net_units: use.net_units ?? counts.units,
    net_amount: use.net_amount ?? amount,
    currency,
  };
}
