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
} from '../../packages/statement-check/src/format/facts.js';
import type { PriceAgreement } from '../streams/account/account.state.js';
import type { AdjustmentsEvent, CorrectedUnits } from '../streams/adjustments/adjustments.events.js';
import { pricesHolding, statedCurrency } from './checks/stated-terms.js';
import type { RowCharged } from '../streams/rows/rows.events.js';

/**
 * The cost of units on a day: the price by block, without blocks that have none, and the amount.
 * @param agreements in the order in which they were agreed
 */
export function statedPrices(
  agreements: readonly PriceAgreement[],
  { day, units }: { readonly day: string; readonly units: Readonly<Record<string, number>> },
) {
  const prices: Record<string, string> = {};
  let amount = new Big(0);
  const holding = pricesHolding(agreements, day);
  for (const [block, count] of Object.entries(units)) {
    const price = priceOf(holding, block, day);
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
  { units: charged, ...charge }: StatedCharge,
  { account_id, time, late }: Pick<ChargeFact, 'account_id' | 'time' | 'late'>,
  agreements: readonly PriceAgreement[],
): ChargeFact {
  const units = Object.fromEntries(Object.entries(charged).filter(([, each]) => each !== 0));
  const { prices, amount: cost } = statedPrices(agreements, { day: time.slice(0, 10), units });
  const currency = statedCurrency(agreements, time.slice(0, 10));
  const amount = currency === null ? null : cost.toFixed();
  return { ...charge, account_id, amount, currency, late, prices, time, units };
}

/** Units by block on one day of charges, and the lines of those that have a corrected price. */
export interface AdjustedUnits {
  readonly day: string;
  readonly units: Readonly<Record<string, number>>;
  readonly corrected: readonly Pick<CorrectedUnits, 'block' | 'price' | 'units'>[];
}

/** The units of all its jobs, in the order of days. Every job of a group has the group's units. */
export function adjustedUnits({ data }: AdjustmentsEvent): readonly AdjustedUnits[] {
  const days = new Map<string, Record<string, number>>();
  const lines = new Map<string, CorrectedUnits[]>();
  for (const group of data.charges)
    for (const _job of group.jobs)
      for (const { date, units, corrected = [] } of group.days) {
        const sums = days.get(date) ?? {};
        days.set(date, sums);
        for (const [block, each] of Object.entries(units)) sums[block] = (sums[block] ?? 0) + each;
        const list = lines.get(date) ?? [];
        lines.set(date, list);
        list.push(...corrected);
      }
  const dates = [...days.keys()].sort();
  return dates.map((day) => ({ day, units: days.get(day) ?? {}, corrected: lines.get(day) ?? [] }));
}

/** The cost of the units of a day: those with a corrected price at that, the others at the agreed one. */
export function adjustedCost(
  { day, units, corrected = [] }: Pick<AdjustedUnits, 'day' | 'units'> & Partial<AdjustedUnits>,
  agreements: readonly PriceAgreement[],
) {
  const rest: Record<string, number> = { ...units };
  let amount = new Big(0);
  for (const line of corrected) {
    rest[line.block] = (rest[line.block] ?? 0) - line.units;
    amount = amount.plus(new Big(line.price).times(line.units));
  }
  const agreed = statedPrices(agreements, { day, units: rest });
  return { prices: agreed.prices, amount: amount.plus(agreed.amount) };
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
  /** The format of the statement. */
  readonly format: string;
  /** The agreements that the statement names, in the order in which they were agreed. */
  readonly agreements: readonly PriceAgreement[];
}

/** The amount that the adjustment adds to a statement. */
export function adjustedAmount(event: AdjustmentsEvent, { format, agreements }: StatedBy): Big {
  return format === BY_EVENT ? new Big(event.data.amount ?? 0) : costOfDays(adjustedUnits(event), agreements);
}

const costOfDays = (days: readonly AdjustedUnits[], agreements: readonly PriceAgreement[]): Big =>
  days.reduce((sum, day) => sum.plus(adjustedCost(day, agreements).amount), new Big(0));

/** @param late see `AdjustmentFact` */
export function statedAdjustment(
  event: AdjustmentsEvent,
  { time, late, ...by }: Pick<AdjustmentFact, 'time' | 'late'> & StatedBy,
): AdjustmentFact {
  const { account_id, adjustment_id, note, reason, scope } = event.data;
  const { block, from, job_id, row, to } = scope;
  const days = adjustedUnits(event);
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
  };
}

function figures(
  event: AdjustmentsEvent,
  days: readonly AdjustedUnits[],
  by: StatedBy,
): Pick<AdjustmentFact, 'amount' | 'currency' | 'days' | 'lines' | 'units'> {
  const { amount, currency } = event.data;
  const units = sumsOf(days);
  if (by.format === BY_EVENT) return { amount, currency, units };
  const currencyOfDays = statedCurrency(by.agreements, days[0]?.day ?? '');
  const cost = {
    amount: currencyOfDays === null ? null : costOfDays(days, by.agreements).toFixed(),
    currency: currencyOfDays,
  };
  if (by.format !== BY_DAY) {
    const lines = days.flatMap((of) => statedLines(of, by.agreements)).sort(byPlace);
    const listed = lines.map((line) => ({ units: { [line.block]: line.units } }));
    return { ...cost, lines, units: sumsOf(listed) };
  }
  return {
    ...cost,
    units,
    days: days.map(({ day, units }): AdjustedDayFact => {
      const { prices } = statedPrices(by.agreements, { day, units });
      return { date: day, prices, units };
    }),
  };
}

/** The units of these days together. */
function sumsOf(days: readonly Pick<AdjustedUnits, 'units'>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { units } of days)
    for (const [block, each] of Object.entries(units)) sums[block] = (sums[block] ?? 0) + each;
  return sums;
}

/** The units of a day by block and price, each once; none that add up to 0. */
export function statedLines(
  { day, units, corrected }: AdjustedUnits,
  agreements: readonly PriceAgreement[],
): readonly AdjustedLineFact[] {
  const sums = new Map<string, AdjustedLineFact>();
  const add = (block: string, price: string | null, each: number): void => {
    const before = sums.get(`${block} ${price}`)?.units ?? 0;
    sums.set(`${block} ${price}`, { block, date: day, price, units: before + each });
  };
  const { prices } = adjustedCost({ day, units, corrected }, agreements);
  for (const [block, each] of Object.entries(units)) {
    const others = corrected.reduce((sum, line) => sum + (line.block === block ? line.units : 0), 0);
    add(block, prices[block] ?? null, each - others);
  }
  for (const line of corrected) add(line.block, line.price, line.units);
  return [...sums.values()].filter((line) => line.units !== 0);
}

const byPlace = (a: AdjustedLineFact, b: AdjustedLineFact): number => {
  const [left, right] = [a, b].map(({ date, block, price }) => `${date} ${block} ${price ?? ''}`);
  return (left ?? '') < (right ?? '') ? -1 : 1;
};
