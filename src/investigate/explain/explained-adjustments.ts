/** Finds the adjustments of a figure's charges, the account's credits, and the reversals of both. */
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { adjustedDays, amountOfDays, currencyOfDays } from '../../billing/adjustments/adjustment-rule.js';
import type { UnitsOfDay } from '../../billing/usage/priced-use.js';
import { laneCheckpoint } from '../../../packages/platform/src/projector/lane-checkpoint.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { isCredit, reversesOf } from '../../streams/adjustments/adjustments.state.js';
import type { BillScope, ExplainedAdjustment, ExplainedCredit } from './explained-bill.js';
import type { BillSources, UsageFigure } from './figure.js';
import type { FigureJobs } from './job-charges.js';
import { partOfBlock, totalUnits } from './figure-sums.js';
import { isWithinRange } from './not-billed.js';

/**
 * The adjustments of charges in this figure; with a key in scope, only those of the jobs that were read. The
 * figure of an account also has its credits. The figure of a job, a key or a block has none.
 */
export async function adjustmentsInFigure(
  { eventStore, reader }: BillSources,
  scope: BillScope,
  { range, prices }: UsageFigure,
  jobs: FigureJobs,
) {
  const adjustments: ExplainedAdjustment[] = [];
  const credits: ExplainedCredit[] = [];
  const adjustedUnits: UnitsOfDay[] = [];
  if (range === null) return { adjustments, credits, adjustedUnits };
  const hasCredits = isWholeAccount(scope);
  const isInScope = (job: JobId): boolean =>
    scope.job === null ? scope.key === null || jobs.has(job) : job === scope.job;
  // The figure leaves out adjustments that its lane has not yet reached.
  const until = await reader.checkpoint(laneCheckpoint('billing'));
  for await (const { event, time } of adjustmentsOf(
    eventStore,
    scope.account,
    until === null ? {} : { until },
  )) {
    const { adjustment_id, reason, note } = event.data;
    const reverses = reversesOf(event.data);
    const adjustmentHead = { adjustment_id, reverses, reason, note, time };
    if (isCredit(event.data)) {
      const { amount, currency } = event.data;
      if (hasCredits && isWithinRange(range, time.slice(0, 10)))
        credits.push({ ...adjustmentHead, amount, currency });
      continue;
    }
    const days = adjustedDays(event.data, isInScope)
      .filter(({ day }) => isWithinRange(range, day))
      .map((day) => partOfBlock(day, scope.block));
    const units = days.reduce((sum, day) => sum + totalUnits(day.units), 0);
    if (units === 0 && days.every(({ corrected }) => corrected.length === 0)) continue;
    const [amount, currency] = [amountOfDays(days, prices), currencyOfDays(days, prices)];
    adjustments.push({ ...adjustmentHead, units, amount, currency });
    adjustedUnits.push(...days);
  }
  return { adjustments, credits, adjustedUnits };
}

/** True for the figure of an account's whole usage, which no job, key or block narrows. */
export const isWholeAccount = ({ job, key, block }: BillScope): boolean =>
  job === null && key === null && block === null;
