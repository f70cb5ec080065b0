/** An adjustment of the log as the fact of a statement's line. */
import type { AdjustmentsEvent } from '../../../streams/adjustments/adjustments.events.js';
import type { Timed } from '../../../streams/envelope.js';
import type { AdjustmentFact } from '../format/facts.js';

/** @param late see `AdjustmentFact` */
export function adjustmentFact({ event, time }: Timed<AdjustmentsEvent>, late: boolean): AdjustmentFact {
  const { account_id, adjustment_id, amount, currency, note, reason, scope } = event.data;
  const { block, from, job_id, row, to } = scope;
  return {
    account_id,
    adjustment_id,
    amount,
    currency,
    late,
    note,
    reason,
    reverses: event.type === 'AdjustmentReversed' ? event.data.reverses : null,
    scope: { block, from, job_id, row, to },
    time,
    units: unitsOf(event),
  };
}

/** By block: `charges` says it of each job and day. */
function unitsOf({ data }: AdjustmentsEvent): AdjustmentFact['units'] {
  const units = new Map<string, number>();
  for (const { jobs, days } of data.charges)
    for (const day of days)
      for (const [block, each] of Object.entries(day.units))
        units.set(block, (units.get(block) ?? 0) + each * jobs.length);
  return Object.fromEntries(units);
}
