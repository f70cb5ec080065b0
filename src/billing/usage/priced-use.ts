/** Prices used units: exact products and sums of units and agreed prices, never rounded (Contract 5.4). */
import Big from 'big.js';
import type { CorrectedLine } from '../../../projections/add-counts.js';
import type { Units } from '../../../projections/usage/usage.document.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { priceOn } from '../../streams/account/price-agreement.js';
import { currencyOn } from '../../streams/account/price-terms.js';
import { groupBy } from '../../../packages/platform/src/values/group-by.js';
import type { CurrencyTotals } from '../../../packages/statement-check/src/format/totals.js';
import { amountText } from '../../../packages/statement-check/src/rules/payable.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

/** Units of some blocks on one day. */
export interface UnitsOfDay {
  readonly day: string;
  readonly units: Units;
  /**
   * The units that have a corrected price. In a repricing `units` is 0: its n corrected units count at the
   * corrected price, and -n units at the agreed price, so the sum is the difference.
   */
  readonly corrected?: readonly CorrectedLine[] | undefined;
}

export interface PricedUse {
  /** Amount of all units that have a price. */
  readonly amount: Big;
  /** Amounts of the blocks with at least one priced unit. */
  readonly amountByBlock: ReadonlyMap<BlockKey, Big>;
  /** Units without a price. */
  readonly unpricedByBlock: ReadonlyMap<BlockKey, number>;
}

export const unitEntries = (units: Units): readonly (readonly [BlockKey, number])[] =>
  Object.entries(units) as [BlockKey, number][];

/** Returns the prices of these units by block; a block without a price is left out. */
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
type PricedLine = Omit<CorrectedLine, 'price'> & { readonly price: string | null };

/** Returns the units of a day by block and price. Lines without units are left out. */
export function pricedLines(
  { day, units, corrected = [] }: UnitsOfDay,
  agreements: readonly PriceAgreement[],
): readonly PricedLine[] {
  const agreedLines = unitEntries(units).map(([block, count]): PricedLine => {
    const correctedLines = corrected.filter((line) => line.block === block);
    const uncorrectedCount = correctedLines.reduce((sum, line) => sum - line.units, count);
    return {
      block,
      price: uncorrectedCount === 0 ? null : (priceOn(agreements, block, day)?.price ?? null),
      units: uncorrectedCount,
    };
  });
  return [...agreedLines, ...corrected].filter((line) => line.units !== 0);
}

/** Prices each unit at its corrected price, or else at the price of its own day. */
export function priceUse(days: readonly UnitsOfDay[], agreements: readonly PriceAgreement[]): PricedUse {
  let amount = new Big(0);
  const amountByBlock = new Map<BlockKey, Big>();
  const unpricedByBlock = new Map<BlockKey, number>();
  for (const day of days)
    for (const { block, price, units } of pricedLines(day, agreements)) {
      if (price === null) {
        unpricedByBlock.set(block, (unpricedByBlock.get(block) ?? 0) + units);
        continue;
      }
      const cost = new Big(price).times(units);
      amount = amount.plus(cost);
      amountByBlock.set(block, (amountByBlock.get(block) ?? new Big(0)).plus(cost));
    }
  return { amount, amountByBlock, unpricedByBlock };
}

/** An amount in a currency; null for both where no price is agreed. */
export interface Money {
  readonly currency: string | null;
  readonly amount: Big | string | null;
}

export type CurrencySums = Pick<CurrencyTotals, 'currency' | 'amount' | 'net_amount'>;

/** Returns the sums of each currency, sorted by currency. */
export function currencySums(
  charges: readonly Money[],
  adjustmentsAndCredits: readonly Money[],
): readonly CurrencySums[] {
  const sums = new Map<string, { amount: Big; net: Big }>();
  const add = ({ currency, amount }: Money, isCharge: boolean): void => {
    if (currency === null) return;
    const sum = sums.get(currency) ?? { amount: new Big(0), net: new Big(0) };
    sums.set(currency, {
      amount: isCharge ? sum.amount.plus(amount ?? 0) : sum.amount,
      net: sum.net.plus(amount ?? 0),
    });
  };
  for (const charge of charges) add(charge, true);
  for (const entry of adjustmentsAndCredits) add(entry, false);
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { amount, net }]) => ({
      currency,
      amount: amountText(amount),
      net_amount: amountText(net),
    }));
}

/** Returns true if one of these adjustments is a repricing that none of them reverses. */
export function hasRepricing(
  entries: readonly { adjustment_id: string; reverses: string | null; units: number }[],
): boolean {
  const reversedIds = new Set(entries.map(({ reverses }) => reverses));
  return entries.some(
    ({ adjustment_id, units, reverses }) =>
      units === 0 && reverses === null && !reversedIds.has(adjustment_id),
  );
}

export interface OwedSums {
  readonly currency?: string | null;
  readonly amount?: string | null;
  /** The sums of several currencies, in place of one amount. */
  readonly currencies?: readonly CurrencySums[];
  readonly net_amount?: string | null;
}

/**
 * Returns the amounts charged and owed: one sum, or the sums of several currencies without a total.
 * @param currency the currency of the prices in force; null: only repriced charges have an amount
 */
export function owedSums(
  currency: string | null,
  charges: readonly Money[],
  adjustmentsAndCredits: readonly Money[],
  isRepriced: boolean,
): OwedSums {
  if (currency === null && !isRepriced) return {};
  const currencies = currencySums(charges, adjustmentsAndCredits);
  const [sums = { currency, amount: '0', net_amount: '0' }, ...others] = currencies;
  if (others.length > 0) return { currency: null, amount: null, currencies, net_amount: null };
  return currency === null ? { currency: sums.currency, net_amount: sums.net_amount } : sums;
}

/** Returns the amounts of these days, one for each currency, sorted by currency. */
export const amountsOfDays = (
  days: readonly UnitsOfDay[],
  agreements: readonly PriceAgreement[],
): readonly { readonly currency: string; readonly amount: Big }[] =>
  [...groupBy(days, ({ day }) => currencyOn(agreements, day) ?? '')]
    .filter(([currency]) => currency !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, daysOfCurrency]) => ({ currency, amount: priceUse(daysOfCurrency, agreements).amount }));
