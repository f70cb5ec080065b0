/** Sums up a figure: units by block and by day, and their cost. */
import Big from 'big.js';
import { sortBlockKeys, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { amountsOfDays, unitEntries, type Money } from '../../billing/usage/priced-use.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import { currencyIn } from '../../billing/usage/usage-body.js';
import type { ExplainedBill, PricedUnits, UnitsByBlock } from './explained.js';
import type { UsageFigure } from './figure.js';

export interface FigureSums {
  readonly rows: number;
  readonly units: number;
  readonly blocks: UnitsByBlock;
  readonly days: ExplainedBill['days'];
}

/** The units of this block, or of all blocks if it is null. */
export const unitsOfBlock = (units: UnitsByBlock, block: BlockKey | null): UnitsByBlock =>
  block === null ? units : units[block] === undefined ? {} : { [block]: units[block] };

/** The units of all blocks together. */
export const totalUnits = (units: UnitsByBlock): number =>
  Object.values(units).reduce((sum, each) => sum + each, 0);

export function sumFigure({ days }: UsageFigure, block: BlockKey | null): FigureSums {
  const blocks = new Map<BlockKey, number>();
  for (const day of days)
    for (const [key, units] of unitEntries(unitsOfBlock(day.units, block)))
      if (units > 0) blocks.set(key, (blocks.get(key) ?? 0) + units);
  const byDay = new Map<string, { rows: number; units: number }>();
  for (const { day, rows, units } of days) {
    const before = byDay.get(day) ?? { rows: 0, units: 0 };
    const dayUnits = totalUnits(unitsOfBlock(units, block));
    byDay.set(day, { rows: before.rows + rows, units: before.units + dayUnits });
  }
  return {
    rows: days.reduce((sum, { rows }) => sum + rows, 0),
    units: [...blocks.values()].reduce((sum, units) => sum + units, 0),
    blocks: Object.fromEntries(sortBlockKeys(blocks.keys()).map((key) => [key, blocks.get(key) ?? 0])),
    days: [...byDay].map(([date, sums]) => ({ date, ...sums })),
  };
}

/** Whether the units of the charges read are those of the figure. */
export const sameUnits = (chargedUnits: ReadonlyMap<BlockKey, number>, figure: UnitsByBlock): boolean =>
  chargedUnits.size === Object.keys(figure).length &&
  [...chargedUnits].every(([block, units]) => figure[block] === units);

/** The cost of a figure. `currency`: of the prices in force at its end; null: none. */
export interface FigureCost extends Pick<ExplainedBill, 'priced'> {
  readonly currency: string | null;
  /** The amounts, one for each currency. */
  readonly charged: readonly Money[];
}

/** The cost of the figure, and the products of units and price that add up to it. */
export function figureCost({ days, prices, range }: UsageFigure, block: BlockKey | null): FigureCost {
  const unitsByDay = days.map(({ day, units }) => ({ day, units: unitsOfBlock(units, block) }));
  const products = new Map<string, PricedUnits>();
  for (const { day, units } of unitsByDay)
    for (const [key, count] of unitEntries(units)) {
      if (count === 0) continue;
      const { price, currency } = priceOn(prices, key, day) ?? { price: null, currency: null };
      const before = products.get(`${key} ${price} ${currency}`)?.units ?? 0;
      const amount = price === null ? null : amountText(new Big(price).times(before + count));
      products.set(`${key} ${price} ${currency}`, {
        block: key,
        units: before + count,
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
    charged: amountsOfDays(unitsByDay, prices),
  };
}
