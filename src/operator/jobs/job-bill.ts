/** Finds a job's cost, and the amount owed after adjustments, from the usage of all its days. */
import type { UsageAdjustment, UsageBody } from '../../billing/usage/usage-schemas.js';
import type { AmountsOwed } from '../../investigate/explain/explained-bill.js';
import { LaneStoppedError } from '../../../packages/platform/src/projector/applier.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { findJobDocument } from './list-jobs.js';
import { driveLanesToHead, type OperatorServices } from '../operator.js';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { showUsage, type UsageItem } from '../usage/show-usage.js';

export interface JobBill extends AmountsOwed {
  /** Adjustments of the job's charges and their reversals, with the amount that each adds. */
  readonly adjustments: readonly UsageAdjustment<UsageItem>[];
}

/** Returns the sums of each currency; none where the usage has one currency or no prices. */
export const sumsByCurrency = ({
  currencies,
}: Pick<UsageBody<unknown>, 'currencies'>): Pick<AmountsOwed, 'currencies'> =>
  currencies === undefined
    ? {}
    : {
        currencies: currencies.map(({ net_amount, ...sums }) => ({
          ...sums,
          net_amount: net_amount ?? sums.amount,
        })),
      };

/** Returns null while the billing lane is stopped. @throws WrongRequest */
export async function jobBillOrNull(operator: OperatorServices, job: JobId): Promise<JobBill | null> {
  try {
    return await jobBill(operator, job);
  } catch (error) {
    if (error instanceof NotDone || error instanceof LaneStoppedError) return null;
    throw error;
  }
}

/** @throws WrongRequest */
export async function jobBill(operator: OperatorServices, job: JobId): Promise<JobBill> {
  await driveLanesToHead(operator, 'work');
  const document = await findJobDocument(operator, job);
  const range = { from: document.created_at.slice(0, 10), to: dayOf(new Date()) };
  const usage = await showUsage(operator, { account: document.account_id, range, by: 'block', job });
  const { counts, amount = null, currency = null } = usage;
  return {
    units: counts.units,
    amount,
    net_units: usage.net_units ?? counts.units,
    net_amount: usage.net_amount ?? amount,
    currency,
    ...sumsByCurrency(usage),
    adjustments: usage.adjustments ?? [],
  };
}
