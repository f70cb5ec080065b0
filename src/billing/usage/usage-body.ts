/** Makes the body of GET /v1/usage (Contract 5.8) from the documents of the days and the account's prices. */
import type {
  AdjustedDayDocument,
  CreditDocument,
  DayOfUse,
  UsageAccountDocument,
  UsageJobDocument,
  UsageKeyDocument,
} from '../../../projections/usage/usage.document.js';
import type { MonthRules, PriceAgreement } from '../../streams/account/account.state.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { JobId, KeyId } from '../../../packages/contract/src/ids.js';
import { begunCurrencyOn } from '../../streams/account/price-terms.js';
import { amountsOfDays, priceUse, unitEntries, type PricedUse, type UnitsOfDay } from './priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { UsageRange } from './usage-range.js';
import type { BlockItem, Cost, DayItem, UsageBody } from './usage-schemas.js';

/** Documents of days within the range. A day has several where jobs or keys are counted apart. */
export interface UsedDays<Day extends DayOfUse = DayOfUse> {
  readonly range: UsageRange;
  readonly days: readonly Day[];
  /** Price agreements in the order in which they were made. */
  readonly prices: readonly PriceAgreement[];
}

/** The documents that a body is made from. */
export interface UsageFigures<Day extends DayOfUse = DayOfUse> extends UsedDays<Day> {
  readonly job: JobId | null;
  /** Adjustments of charges of these days: no rows, and negative units where charges are taken back. */
  readonly adjusted: readonly (Day & AdjustedDayDocument)[];
  /** Credits of these days; none where only a job or a key is asked for. */
  readonly credits: readonly CreditDocument[];
  /**
   * The rules of months, in the order in which they were agreed; none if only a job or a key is asked for.
   */
  readonly monthRules: readonly MonthRules[];
  /** The current month, YYYY-MM (`runningMonthOf`). */
  readonly runningMonth: string;
  readonly usageAccount: UsageAccountDocument | undefined;
}

/**
 * Returns a usage answer without adjustments: the query, the totals, the items, the position of the figures.
 */
export function usageBody<Item>(
  figures: UsageFigures,
  granularity: string,
  items: readonly Item[],
): UsageBody<Item> {
  const { range, job, days, prices, usageAccount } = figures;
  const use = priceUse(days, prices);
  return {
    from: range.from,
    to: range.to,
    granularity,
    job_id: job,
    counts: { rows: totalOf(days, ({ rows }) => rows), units: totalOf(days, unitsOfUse) },
    ...costFields(figures, days),
    items,
    ...(currencyIn(figures) === null ? {} : { unpriced: sortBlockKeys(use.unpricedByBlock.keys()) }),
    as_of:
      usageAccount === undefined
        ? null
        : { position: usageAccount.as_of_position, time: usageAccount.as_of_time },
  };
}

/** Returns the units by block over the whole range, in catalogue order. */
export function blockItems(figures: UsedDays): readonly BlockItem[] {
  const use = priceUse(figures.days, figures.prices);
  return unitsByBlock(figures.days, use).map(([block, units]) => ({
    block,
    units,
    ...blockCost(figures, use, block),
  }));
}

/**
 * Returns the units of each block, in catalogue order. A block without units is listed only if it is
 * repriced.
 */
function unitsByBlock(
  days: readonly UnitsOfDay[],
  { amountByBlock }: PricedUse,
): readonly [BlockKey, number][] {
  const units = new Map<BlockKey, number>();
  for (const day of days)
    for (const [block, count] of unitEntries(day.units)) units.set(block, (units.get(block) ?? 0) + count);
  return sortBlockKeys(units.keys())
    .map((block): [BlockKey, number] => [block, units.get(block) ?? 0])
    .filter(([block, count]) => count !== 0 || amountByBlock.get(block)?.eq(0) === false);
}

/** Returns an item for each day with any use, by date. */
export function dayItems(figures: UsedDays): readonly DayItem[] {
  const daysByDate = groupBy(figures.days, ({ day }) => day);
  return [...daysByDate.keys()].sort().map((date) => {
    const days = daysByDate.get(date) ?? [];
    return {
      date,
      rows: totalOf(days, ({ rows }) => rows),
      units: totalOf(days, unitsOfUse),
      blocks: Object.fromEntries(unitsByBlock(days, priceUse(days, figures.prices))),
      ...costFields(figures, days),
    };
  });
}

interface UsageOfOwner extends Cost {
  readonly rows: number;
  readonly units: number;
}
export interface JobItem extends UsageOfOwner {
  readonly job_id: JobId;
}
export interface KeyItem extends UsageOfOwner {
  readonly key_id: KeyId;
}

/** Returns an item for each job, in the order of submission. Only operators see items by job and by key. */
export const jobItems = (figures: UsedDays<UsageJobDocument>): readonly JobItem[] =>
  usageByOwner(figures, ({ job_id }) => job_id).map(([id, use]) => ({ job_id: id as JobId, ...use }));

export const keyItems = (figures: UsedDays<UsageKeyDocument>): readonly KeyItem[] =>
  usageByOwner(figures, ({ key_id }) => key_id).map(([id, use]) => ({ key_id: id as KeyId, ...use }));

function usageByOwner<Day extends UsageJobDocument | UsageKeyDocument>(
  figures: UsedDays<Day>,
  idOf: (day: Day) => string,
): (readonly [id: string, use: UsageOfOwner])[] {
  return [...groupBy(figures.days, idOf)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, days]) => [
      id,
      {
        rows: totalOf(days, ({ rows }) => rows),
        units: totalOf(days, unitsOfUse),
        ...costFields(figures, days),
      },
    ]);
}

/** Returns the currency of the prices in force at the end of the range; null where no price is agreed. */
export const currencyIn = ({ prices, range }: Pick<UsedDays, 'prices' | 'range'>): string | null =>
  begunCurrencyOn(prices, range.to);

/**
 * Returns the cost of these days. With several currencies it has the sum of each, and no amount. Before the
 * first price only units with a corrected price cost something.
 */
export function costFields(figures: Pick<UsedDays, 'prices' | 'range'>, days: readonly UnitsOfDay[]): Cost {
  const currencyInForce = currencyIn(figures);
  if (currencyInForce === null && days.every(({ corrected = [] }) => corrected.length === 0)) return {};
  const sums = amountsOfDays(days, figures.prices).map(({ currency, amount }) => ({
    currency,
    amount: amountText(amount),
  }));
  const [first = { currency: currencyInForce, amount: '0' }] = sums;
  return sums.length < 2 ? first : { currency: null, amount: null, currencies: sums };
}

function blockCost(figures: UsedDays, use: PricedUse, block: BlockKey): Omit<BlockItem, 'block' | 'units'> {
  const unpricedUnits = use.unpricedByBlock.get(block);
  if (!use.amountByBlock.has(block)) return {};
  const { prices, range } = figures;
  const days = (figures.days as readonly UnitsOfDay[]).flatMap(({ day, units, corrected = [] }) => {
    const lines = corrected.filter((line) => line.block === block);
    return units[block] === undefined && lines.length === 0
      ? []
      : [{ day, units: { [block]: units[block] ?? 0 }, corrected: lines }];
  });
  return {
    ...costFields({ prices, range }, days),
    ...(unpricedUnits === undefined ? {} : { unpriced_units: unpricedUnits }),
  };
}

export const unitsOfUse = ({ units }: Pick<DayOfUse, 'units'>): number =>
  totalOf(unitEntries(units), ([, count]) => count);

export const totalOf = <T>(items: readonly T[], numberOf: (item: T) => number): number =>
  items.reduce((total, item) => total + numberOf(item), 0);
