/**
 * Charges and adjustments as lines of a statement, counted and priced independently of usage and of the
 * writer.
 */
import Big from 'big.js';
import type {
  AdjustedDayFact,
  AdjustedLineFact,
  AdjustmentFact,
  ChargeFact,
  CreditFact,
} from '../billing/statements/format/facts.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import type { AdjustmentsEvent } from '../streams/adjustments/adjustments.events.js';
import type { RowCharged } from '../streams/rows/rows.events.js';

export interface StatedPrices {
  /** Of a unit, by block; a block without a price is left out. */
  readonly prices: Readonly<Record<string, string>>;
  /** Of the units that have a price. */
  readonly amount: Big;
}

/**
 * The cost of units on a day.
 * @param agreements in the order in which they were agreed
 */
export function statedPrices(
  agreements: readonly PriceAgreement[],
  { day, units }: { readonly day: string; readonly units: Readonly<Record<string, number>> },
): StatedPrices {
  const prices: Record<string, string> = {};
  let amount = new Big(0);
  for (const [block, count] of Object.entries(units)) {
    const price = priceOf(agreements, block, day);
    if (price === undefined) continue;
    prices[block] = price;
    amount = amount.plus(new Big(count).times(price));
  }
  return { prices, amount };
}

/** Goes from the newest agreement to the oldest: an older one wins only if it starts later. */
function priceOf(agreements: readonly PriceAgreement[], block: string, day: string): string | undefined {
  let [price, start]: [string | undefined, string] = [undefined, ''];
  for (let index = agreements.length - 1; index >= 0; index--) {
    const { from = '', prices = {} } = agreements[index] ?? {};
    const named = new Map<string, string>(Object.entries(prices)).get(block);
    if (named === undefined || from > day || from <= start) continue;
    [price, start] = [named, from];
  }
  return price;
}

export type StatedCharge = Pick<ChargeFact, 'charge_id' | 'company_number' | 'entry' | 'job_id' | 'row'> & {
  readonly units: RowCharged['data']['units'];
};

/** @param agreements those that the statement names, in the order in which they were agreed */
export function priced(
  { units: charged, ...of }: StatedCharge,
  { account_id, time, late }: Pick<ChargeFact, 'account_id' | 'time' | 'late'>,
  agreements: readonly PriceAgreement[],
): ChargeFact {
  const units = Object.fromEntries(Object.entries(charged).filter(([, each]) => each !== 0));
  const { prices, amount: cost } = statedPrices(agreements, { day: time.slice(0, 10), units });
  const currency = agreements[0]?.currency ?? null;
  const amount = currency === null ? null : cost.toFixed();
  const { charge_id, company_number, entry, job_id, row } = of;
  return {
    account_id,
    amount,
    charge_id,
    company_number,
    currency,
    entry,
    job_id,
    late,
    prices,
    row,
    time,
    units,
  };
}

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

/** The first format of statements has the amount of the event; the second lists days. */
const BY_EVENT = 'company-data-statement-1';
const BY_DAY = 'company-data-statement-2';

/** The line of a credit or of its reversal. */
export function statedCredit(
  { type, data }: AdjustmentsEvent,
  { time, late }: Pick<CreditFact, 'time' | 'late'>,
): CreditFact {
  const { account_id, adjustment_id, note, reason } = data;
  const reverses = type === 'AdjustmentReversed' ? data.reverses : null;
  const [amount, currency] = [data.amount ?? '', data.currency ?? ''];
  return { account_id, adjustment_id, amount, currency, late, note, reason, reverses, time };
}

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
): Pick<AdjustmentFact, 'amount' | 'currency' | 'days' | 'lines'> {
  const { amount, currency } = event.data;
  if (by.format === BY_EVENT) return { amount, currency };
  const [first] = by.agreements;
  const cost = {
    amount: first === undefined ? null : adjustedAmount(event, by).toFixed(),
    currency: first?.currency ?? null,
  };
  if (by.format !== BY_DAY)
    return { ...cost, lines: days.flatMap((of) => statedLines(of, by.agreements)).sort(byPlace) };
  return {
    ...cost,
    days: days.map(({ day, units }): AdjustedDayFact => {
      const { prices } = statedPrices(by.agreements, { day, units });
      return { date: day, prices, units };
    }),
  };
}

function statedLines(
  { day, units }: AdjustedUnits,
  agreements: readonly PriceAgreement[],
): readonly AdjustedLineFact[] {
  const { prices } = statedPrices(agreements, { day, units });
  return Object.entries(units).map(([block, each]) => ({
    block,
    date: day,
    price: prices[block] ?? null,
    units: each,
  }));
}

const byPlace = (a: AdjustedLineFact, b: AdjustedLineFact): number => {
  const [left, right] = [a, b].map(({ date, block, price }) => `${date} ${block} ${price ?? ''}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
};
