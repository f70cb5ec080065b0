/** What was taken back of a figure, and given again. */
import { adjustmentsOf } from '../../billing/adjustments/adjustment-log.js';
import { adjustedDays, amountOfDays } from '../../billing/adjustments/adjustment-rule.js';
import { laneCheckpoint } from '../../platform/projector/lane-checkpoint.js';
import type { JobId } from '../../shared/ids.js';
import type { BillScope, ExplainedAdjustment } from './explained.js';
import type { BillSources, Figure } from './figure.js';
import type { Jobs } from './figure-jobs.js';
import { ofBlock, sumOf } from './figure-sums.js';
import { within } from './not-billed.js';

/** Adjustments of charges in this figure. Those of jobs of a key are known as far as its jobs were read. */
export async function adjustmentsIn(
  { eventStore, reader }: BillSources,
  scope: BillScope,
  { range, prices }: Figure,
  jobs: Jobs,
): Promise<ExplainedAdjustment[]> {
  if (range === null) return [];
  const isMeant = (job: JobId): boolean =>
    scope.job === null ? scope.key === null || jobs.has(job) : job === scope.job;
  const found: ExplainedAdjustment[] = [];
  // The figure counts no adjustment that its lane has not passed.
  const until = await reader.checkpoint(laneCheckpoint('billing'));
  for await (const { event, time } of adjustmentsOf(
    eventStore,
    scope.account,
    until === null ? {} : { until },
  )) {
    const { adjustment_id, reason, note } = event.data;
    const days = adjustedDays(event.data, isMeant)
      .filter(({ day }) => within(range, day))
      .map(({ day, units }) => ({ day, units: ofBlock(units, scope.block) }));
    const units = days.reduce((sum, day) => sum + sumOf(day.units), 0);
    if (units === 0) continue;
    found.push({
      adjustment_id,
      reverses: event.type === 'AdjustmentReversed' ? event.data.reverses : null,
      reason,
      note,
      time,
      units,
      amount: amountOfDays(days, prices),
    });
  }
  return found;
}
