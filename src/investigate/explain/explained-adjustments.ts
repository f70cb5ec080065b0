/** What was taken back of a figure, and given again. */
import Big from 'big.js';
import type { UsageRange } from '../../billing/usage/usage-range.js';
import { amountText } from '../../billing/usage/priced-use.js';
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import type { BillScope, ExplainedAdjustment } from './explained.js';
import type { BillSources } from './figure.js';
import type { Jobs } from './figure-jobs.js';
import { ofBlock, sumOf } from './figure-sums.js';
import { within } from './not-billed.js';

/** Adjustments of charges in this figure. Those of jobs of a key are known as far as its jobs were read. */
export async function adjustmentsIn(
  { eventStore }: BillSources,
  scope: BillScope,
  range: UsageRange | null,
  jobs: Jobs,
): Promise<ExplainedAdjustment[]> {
  if (range === null) return [];
  const found: ExplainedAdjustment[] = [];
  for await (const { event, time } of adjustmentsOf(eventStore, scope.account)) {
    const { adjustment_id, reason, note, charges } = event.data;
    const of = (job: string): boolean =>
      scope.job === null ? scope.key === null || jobs.has(job) : job === scope.job;
    const parts = charges.flatMap((part) => {
      const times = part.jobs.filter(of).length;
      return part.days.filter(({ date }) => within(range, date)).map((day) => ({ ...day, times }));
    });
    const units = parts.reduce((sum, part) => sum + part.times * sumOf(ofBlock(part.units, scope.block)), 0);
    if (units === 0) continue;
    // An event has the amount of all blocks of a day; that of one block it doesn't say.
    const whole = scope.block === null && parts.every(({ amount, times }) => times === 0 || amount !== null);
    const amount = parts.reduce(
      (sum, part) => sum.plus(new Big(part.amount ?? 0).times(part.times)),
      new Big(0),
    );
    found.push({
      adjustment_id,
      reverses: event.type === 'AdjustmentReversed' ? event.data.reverses : null,
      reason,
      note,
      time,
      units,
      amount: whole ? amountText(amount) : null,
    });
  }
  return found;
}
