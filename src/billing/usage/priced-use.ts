/** Prices used units: exact products and sums of units and agreed prices, never rounded (Contract 5.4). */
import Big from 'big.js';
import type { CorrectedLine } from '../../../projections/add-counts.js';
import type { Units } from '../../../projections/usage/usage.document.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

/** Units of some blocks on one day. */
export interface UnitsOfDay {
  readonly day: string;
  readonly units: Units;
  /** The units that have a corrected price. In a repricing their sum differs from `units`. */
  readonly corrected?: readonly CorrectedLine[] | undefined;
}

export interface PricedUse {
  /** Amount of all units that have a price. */
  readonly amount: Big;
  /** Amounts of the blocks with at least one priced unit. */
  readonly priced: ReadonlyMap<BlockKey, Big>;
  /** Units without a price, by block. */
  readonly unpriced: ReadonlyMap<BlockKey, number>;
}

export const unitEntries = (units: Units): readonly (readonly [BlockKey, number])[] =>
  Object.entries(units) as [BlockKey, number][];

/** The currency of an account's bill; null where no price was ever agreed. */
export const currencyOf = (agreements: readonly PriceAgreement[]): string | null =>
  agreements[0]?.currency ?? null;

/** The prices of these units, by block; a block without a price is left out. */
export function pricesOf(
  { day, units }: UnitsOfDay,
  agreements: readonly PriceAgreement[],
): Readonly<Record<string, string>> {
  const prices: Record<string, string> = {};
  for (const [block] of unitEntries(units)) {
    const agreedPrice = priceOn(agreements, block, day);
    if (agreedPrice !== null) prices[block] = agreedPrice.price;
  }
  return prices;
}

/** Units of a block at one price. `price` is null for units without a price. */
export interface PricedLine {
  readonly block: BlockKey;
  readonly price: string | null;
  readonly units: number;
}

/** The units of a day by block and price. Lines without units are left out. */
export function pricedLines(
  { day, units, corrected = [] }: UnitsOfDay,
  agreements: readonly PriceAgreement[],
): readonly PricedLine[] {
  const agreedLines = unitEntries(units).map(([block, count]): PricedLine => {
    const correctedLines = corrected.filter((line) => line.block === block);
    const rest = correctedLines.reduce((sum, line) => sum - line.units, count);
    return {
      block,
      price: rest === 0 ? null : (priceOn(agreements, block, day)?.price ?? null),
      units: rest,
    };
  });
  return [...agreedLines, ...corrected].filter((line) => line.units !== 0);
}

/** Prices each unit at its corrected price, or else at the price of its own day. */
export function priceUse(days: readonly UnitsOfDay[], agreements: readonly PriceAgreement[]): PricedUse {
  let amount = new Big(0);
  const byBlock = new Map<BlockKey, Big>();
  const unpriced = new Map<BlockKey, number>();
  for (const day of days)
    for (const { block, price, units } of pricedLines(day, agreements)) {
      if (price === null) {
        unpriced.set(block, (unpriced.get(block) ?? 0) + units);
        continue;
      }
      const cost = new Big(price).times(units);
      amount = amount.plus(cost);
      byBlock.set(block, (byBlock.get(block) ?? new Big(0)).plus(cost));
    }
  return { amount, priced: byBlock, unpriced };
}

/** A decimal string with every digit and no exponent. */
export const amountText = (amount: Big): string => amount.toFixed();
