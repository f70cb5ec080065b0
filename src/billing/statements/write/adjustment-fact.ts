/** Turns an adjustment in the log into the fact of a statement's line. */
import type { PriceAgreement } from '../../../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../../../streams/adjustments/adjustments.events.js';
import type { Timed } from '../../../streams/envelope.js';
import { adjustedDays, amountOfDays } from '../../adjustments/adjustment-rule.js';
import { currencyOf, pricesOf, type UnitsOfDay } from '../../usage/priced-use.js';
import { unitsOfDays, type AdjustmentFact } from '../format/facts.js';
import { STATEMENT_FORMAT, type StatementFormat } from '../format/head.js';

export interface AdjustmentFactContext {
  readonly format: StatementFormat;
  /** Price agreements in the order in which they were made. */
  readonly agreements: readonly PriceAgreement[];
  /** Whether the adjustment is late, as `AdjustmentFact` says. */
  readonly late: boolean;
}

export function adjustmentFact(
  { event, time }: Timed<AdjustmentsEvent>,
  { format, agreements, late }: AdjustmentFactContext,
): AdjustmentFact {
  const { account_id, adjustment_id, note, reason, scope } = event.data;
  const { block, from, job_id, row, to } = scope;
  const days = adjustedDays(event.data);
  const reverses = event.type === 'AdjustmentReversed' ? event.data.reverses : null;
  return {
    account_id,
    adjustment_id,
    ...(format === STATEMENT_FORMAT ? costOf(days, agreements) : costOfEvent(event)),
    late,
    note,
    reason,
    reverses,
    scope: { block, from, job_id, row, to },
    time,
    units: unitsOfDays(days),
  };
}

type FactCost = Pick<AdjustmentFact, 'amount' | 'currency' | 'days'>;

const costOf = (days: readonly UnitsOfDay[], agreements: readonly PriceAgreement[]): FactCost => ({
  amount: amountOfDays(days, agreements),
  currency: currencyOf(agreements),
  days: days.map(({ day, units }) => ({ date: day, prices: pricesOf({ day, units }, agreements), units })),
});

/** The first format's rule: the amount in the event, at the prices known when it was written. */
const costOfEvent = ({ data: { amount, currency } }: AdjustmentsEvent): FactCost => ({ amount, currency });
