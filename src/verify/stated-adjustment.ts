/** An adjustment as a line of a statement, counted and priced independently of the writer of statements. */
import Big from 'big.js';
import type { AdjustedDayFact, AdjustmentFact } from '../billing/statements/format/facts.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import { statedPrices } from './stated-prices.js';

/** Units by block on one day of charges. */
export interface AdjustedUnits {
  readonly day: string;
  readonly units: Readonly<Record<string, number>>;
}

/** The units of all its jobs, in the order of days. Every job of a group has the group's units. */
export function adjustedUnits({ data }: AdjustmentsEvent): readonly AdjustedUnits[] {
  const days = new Map<string, Record<string, number>>();
  for (const group of data.charges)
    for (const _job of group.jobs)
      for (const { date, units } of group.days) {
        const sums = days.get(date) ?? {};
        days.set(date, sums);
        for (const [block, each] of Object.entries(units)) sums[block] = (sums[block] ?? 0) + each;
      }
  return [...days.keys()].sort().map((day) => ({ day, units: days.get(day) ?? {} }));
}

/** The first format of statements: it has the amount of the event. */
const BY_EVENT = 'company-data-statement-1';

export interface StatedBy {
  /** Of the statement. */
  readonly format: string;
  /** The agreements that the statement names, in the order in which they were agreed. */
  readonly agreements: readonly PriceAgreement[];
}

/** The amount that the adjustment adds to a statement. */
export function adjustedAmount(event: AdjustmentsEvent, { format, agreements }: StatedBy): Big {
  if (format === BY_EVENT) return new Big(event.data.amount ?? 0);
  return adjustedUnits(event).reduce(
    (sum, day) => sum.plus(statedPrices(agreements, day).amount),
    new Big(0),
  );
}

/** @param late see `AdjustmentFact` */
export function statedAdjustment(
  event: AdjustmentsEvent,
  { time, late, ...by }: Pick<AdjustmentFact, 'time' | 'late'> & StatedBy,
): AdjustmentFact {
  const { account_id, adjustment_id, note, reason, scope } = event.data;
  const { block, from, job_id, row, to } = scope;
  const days = adjustedUnits(event);
  const units: Record<string, number> = {};
  for (const day of days)
    for (const [name, each] of Object.entries(day.units)) units[name] = (units[name] ?? 0) + each;
  return {
    account_id,
    adjustment_id,
    ...figures(event, days, by),
    late,
    note,
    reason,
    reverses: event.type === 'AdjustmentReversed' ? event.data.reverses : null,
    scope: { block, from, job_id, row, to },
    time,
    units,
  };
}

function figures(
  event: AdjustmentsEvent,
  days: readonly AdjustedUnits[],
  by: StatedBy,
): Pick<AdjustmentFact, 'amount' | 'currency' | 'days'> {
  const { amount, currency } = event.data;
  if (by.format === BY_EVENT) return { amount, currency };
  const [first] = by.agreements;
  return {
    amount: first === undefined ? null : adjustedAmount(event, by).toFixed(),
    currency: first?.currency ?? null,
    days: days.map(({ day, units }): AdjustedDayFact => {
      const { prices } = statedPrices(by.agreements, { day, units });
      return { date: day, prices, units };
    }),
  };
}
