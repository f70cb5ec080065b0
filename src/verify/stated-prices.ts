/** The cost of units on a day, computed independently of usage and of the writer of statements. */
import Big from 'big.js';
import type { PriceAgreement } from '../streams/account/account.state.js';

export interface StatedPrices {
  /** Of a unit, by block; a block without a price is left out. */
  readonly prices: Readonly<Record<string, string>>;
  /** Of the units that have a price. */
  readonly amount: Big;
}

/** @param agreements in the order in which they were agreed */
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
