/** Finds the adjustments of a figure's charges, and their reversals. */
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { adjustedDays, amountOfDays } from '../../billing/adjustments/adjustment-rule.js';
import { laneCheckpoint } from '../../platform/projector/lane-checkpoint.js';
import type { JobId } from '../../shared/ids.js';
import type { BillScope, ExplainedAdjustment } from './explained.js';
import type { BillSources, UsageFigure } from './figure.js';
import type { FigureJobs } from './figure-jobs.js';
import { unitsOfBlock, totalUnits } from './figure-sums.js';
import { isWithinRange } from './not-billed.js';

/** The adjustments of charges in this figure. With a key in scope, only those of the jobs that were read. */
export async function adjustmentsInFigure(
  { eventStore, reader }: BillSources,
  scope: BillScope,
  { range, prices }: UsageFigure,
  jobs: FigureJobs,
): Promise<ExplainedAdjustment[]> {
  if (range === null) return [];
  const isInScope = (job: JobId): boolean =>
    scope.job === null ? scope.key === null || jobs.has(job) : job === scope.job;
  const adjustments: ExplainedAdjustment[] = [];
  // The figure leaves out adjustments that its lane has not yet reached.
  const until = await reader.checkpoint(laneCheckpoint('billing'));
  for await (const { event, time } of adjustmentsOf(
    eventStore,
    scope.account,
    until === null ? {} : { until },
  )) {
    const { adjustment_id, reason, note } = event.data;
    const days = adjustedDays(event.data, isInScope)
      .filter(({ day }) => isWithinRange(range, day))
      .map(({ day, units }) => ({ day, units: unitsOfBlock(units, scope.block) }));
    const units = days.reduce((sum, day) => sum + totalUnits(day.units), 0);
    if (units === 0) continue;
    adjustments.push({
      adjustment_id,
      reverses: event.type === 'AdjustmentReversed' ? event.data.reverses : null,
      reason,
      note,
      time,
      units,
      amount: amountOfDays(days, prices),
    });
  }
  return adjustments;
}
