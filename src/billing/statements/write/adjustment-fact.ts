/** Makes the fact of a statement's line from an adjustment or a credit in the log. */
import type { PriceAgreement } from '../../../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../../../streams/adjustments/adjustments.events.js';
import type { Timed } from '../../../streams/envelope.js';
import { adjustedDays, amountOfDays, currencyOfDays } from '../../adjustments/adjustment-rule.js';
import { pricedLines, pricesOf, type UnitsOfDay } from '../../usage/priced-use.js';
import {
  daysOfLines,
  unitsOfDays,
  type AdjustedLineFact,
  type AdjustmentFact,
  type CreditFact,
} from '../../../../packages/statement-check/src/format/facts.js';
import { listingKeyOf, type StatementFormat } from '../../../../packages/statement-check/src/format/head.js';
import { reversesOf } from '../../../streams/adjustments/adjustments.state.js';
import { addLines } from '../../../../projections/add-counts.js';

export interface AdjustmentFactContext {
  readonly format: StatementFormat;
  /** Price agreements in the order in which they were made. */
  readonly agreements: readonly PriceAgreement[];
  /** The field `late` of the fact. */
  readonly late: boolean;
}

export function adjustmentFact(
  { event, time }: Timed<AdjustmentsEvent>,
  { format, agreements, late }: AdjustmentFactContext,
): AdjustmentFact {
  const { account_id, adjustment_id, note, reason, scope } = event.data;
  const { block, from, job_id, row, to } = scope;
  const days = adjustedDays(event.data);
  const reverses = reversesOf(event.data);
  return {
    account_id,
    adjustment_id,
    ...costOf(event, days, { format, agreements }),
    late,
    note,
    reason,
    reverses,
    scope: { block, from, job_id, row, to },
    time,
  };
}

/** Returns the fact of a credit, or of the reversal of one. */
export function creditFact({ event, time }: Timed<AdjustmentsEvent>, late: boolean): CreditFact {
  const { account_id, adjustment_id, amount, currency, note, reason } = event.data;
  if (amount === null || currency === null) throw new Error(`credit ${adjustment_id} has no amount`);
  const reverses = reversesOf(event.data);
  return { account_id, adjustment_id, amount, currency, late, note, reason, reverses, time };
}

function costOf(
  { data }: AdjustmentsEvent,
  days: readonly UnitsOfDay[],
  { format, agreements }: Pick<AdjustmentFactContext, 'format' | 'agreements'>,
) {
  const listingKey = listingKeyOf(format);
  const units = unitsOfDays(days);
  // The first format has the event's own amount, at the prices that were known when the event was written.
  if (listingKey === null) return { amount: data.amount, currency: data.currency, units };
  const cost = { amount: amountOfDays(days, agreements), currency: currencyOfDays(days, agreements) };
  const lines = adjustedLines(days, agreements);
  return listingKey === 'lines'
    ? { ...cost, lines, units: unitsOfDays(daysOfLines(lines)) }
    : {
        ...cost,
        units,
        days: days.map(({ day, units }) => ({
          date: day,
          prices: pricesOf({ day, units }, agreements),
          units,
        })),
      };
}

/** Returns one line for each day, block and price, in this order; none for units that add up to 0. */
const adjustedLines = (
  days: readonly UnitsOfDay[],
  agreements: readonly PriceAgreement[],
): readonly AdjustedLineFact[] =>
  days.flatMap((day) =>
    addLines<string | null>([], pricedLines(day, agreements)).map((line) => ({ ...line, date: day.day })),
  );
