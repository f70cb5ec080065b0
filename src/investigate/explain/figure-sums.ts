/** Sums up a figure: units by block and by day, and their cost. */
import Big from 'big.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import {
  amountsOfDays,
  owedSums,
  priceUse,
  unitEntries,
  type OwedSums,
  type UnitsOfDay,
} from '../../billing/usage/priced-use.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { currencyIn } from '../../billing/usage/usage-body.js';
import type { ExplainedCharge, ExplainedPrice, ListedCharge, UnitsByBlock } from './explained-bill.js';
import type { UsageFigure } from './figure.js';

/** The units of this block, or of all blocks if it is null. */
const unitsOfBlock = (units: UnitsByBlock, block: BlockKey | null): UnitsByBlock =>
  block === null ? units : units[block] === undefined ? {} : { [block]: units[block] };

/** The units of all blocks together. */
export const totalUnits = (units: UnitsByBlock): number =>
  Object.values(units).reduce((sum, count) => sum + count, 0);

/** The sums of the block, or of all blocks if it is null. */
export function sumFigure({ days }: UsageFigure, block: BlockKey | null) {
  const unitsByBlock = new Map<BlockKey, number>();
  for (const day of days)
    for (const [key, units] of unitEntries(unitsOfBlock(day.units, block)))
      if (units > 0) unitsByBlock.set(key, (unitsByBlock.get(key) ?? 0) + units);
  const sumsByDay = new Map<string, { rows: number; units: number }>();
  for (const { day, rows, units } of days) {
    const earlierSums = sumsByDay.get(day) ?? { rows: 0, units: 0 };
    const dayUnits = totalUnits(unitsOfBlock(units, block));
    sumsByDay.set(day, { rows: earlierSums.rows + rows, units: earlierSums.units + dayUnits });
  }
  return {
    rows: days.reduce((sum, { rows }) => sum + rows, 0),
    units: [...unitsByBlock.values()].reduce((sum, units) => sum + units, 0),
    blocks: Object.fromEntries(
      sortBlockKeys(unitsByBlock.keys()).map((key) => [key, unitsByBlock.get(key) ?? 0]),
    ),
    days: [...sumsByDay].map(([date, sums]) => ({ date, ...sums })),
  };
}

/** True if the units of the charges are those of the figure, block by block. */
export const hasSameUnits = (chargedUnits: ReadonlyMap<BlockKey, number>, figure: UnitsByBlock): boolean =>
  chargedUnits.size === Object.keys(figure).length &&
  [...chargedUnits].every(([block, units]) => figure[block] === units);

/**
 * The cost of the figure, and the products of units and price that add up to it. `currency` is that of the
 * prices in force at the end of the figure, or null.
 */
export function figureCost({ days, prices, range }: UsageFigure, block: BlockKey | null) {
  const unitsByDay = days.map(({ day, units }) => ({ day, units: unitsOfBlock(units, block) }));
  const products = new Map<string, ExplainedPrice>();
  for (const { day, units } of unitsByDay)
    for (const [key, count] of unitEntries(units)) {
      if (count === 0) continue;
      const { price, currency } = priceOn(prices, key, day) ?? { price: null, currency: null };
      const earlierUnits = products.get(`${key} ${price} ${currency}`)?.units ?? 0;
      const amount = price === null ? null : amountText(new Big(price).times(earlierUnits + count));
      products.set(`${key} ${price} ${currency}`, {
        block: key,
        units: earlierUnits + count,
        price,
        currency,
        amount,
      });
    }
  const lines = sortBlockKeys(new Set([...products.values()].map((line) => line.block))).flatMap((key) =>
    [...products.values()].filter((line) => line.block === key),
  );
  const currency = range === null ? null : currencyIn({ prices, range });
  return {
    priced: currency === null ? [] : lines,
    currency,
    chargedAmounts: amountsOfDays(unitsByDay, prices),
  };
}

/** Returns a function that gives the charged and the owed amount of a day of the figure. */
export const owedSumsByDay = (
  { days, prices }: UsageFigure,
  block: BlockKey | null,
  adjustedUnits: readonly UnitsOfDay[],
  currency: string | null,
): ((date: string) => OwedSums) => {
  const chargedDays = groupBy(days, ({ day }) => day);
  const adjustedDays = groupBy(adjustedUnits, ({ day }) => day);
  return (date) => {
    const chargedUnits =
      chargedDays.get(date)?.map(({ day, units }) => ({ day, units: unitsOfBlock(units, block) })) ?? [];
    const changes = amountsOfDays(adjustedDays.get(date) ?? [], prices);
    return owedSums(currency, amountsOfDays(chargedUnits, prices), changes, changes.length > 0);
  };
};

/** The units and amounts that adjustments and corrected prices add to each block. */
export const adjustedBlocks = (
  adjustedUnits: readonly UnitsOfDay[],
  prices: UsageFigure['prices'],
): readonly ExplainedPrice[] =>
  sortBlockKeys(
    new Set(adjustedUnits.flatMap(({ units }) => unitEntries(units).map(([block]) => block))),
  ).flatMap((block) => {
    const days = adjustedUnits.map((day) => partOfBlock(day, block));
    const units = days.reduce((sum, day) => sum + totalUnits(day.units), 0);
    return amountsOfDays(days, prices).map(({ amount, currency }) => ({
      ...{ block, units, price: null, currency, amount: amountText(amount) },
    }));
  });

/** The part of an adjusted day that is of this block, or of all blocks if it is null. */
export const partOfBlock = ({ day, units, corrected = [] }: UnitsOfDay, block: BlockKey | null) => ({
  ...{ day, units: unitsOfBlock(units, block) },
  corrected: corrected.filter((line) => block === null || line.block === block),
});

/** The charge with its amount at the agreed prices of its day; null where nothing of it has a price. */
export function pricedCharge(charge: ListedCharge, prices: UsageFigure['prices']): ExplainedCharge {
  const day = charge.time.slice(0, 'YYYY-MM-DD'.length);
  const { amount, amountByBlock } = priceUse([{ day, units: charge.blocks }], prices);
  return amountByBlock.size === 0
    ? { ...charge, amount: null, currency: null }
    : { ...charge, amount: amountText(amount), currency: currencyOn(prices, day) };
}
