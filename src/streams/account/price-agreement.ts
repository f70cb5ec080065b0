/**
 * Contract prices: which agreements are valid, and which price a charge has. An agreement names prices for
 * some blocks from a day on. A block that it doesn't name keeps its earlier price (Contract 5.4).
 */
import { isBlockKey, type BlockKey } from '../../../packages/contract/src/block-key.js';
import { isRequestDay } from '../../../packages/words/src/calendar.js';
import { currencyOn, pricesHoldingOn, pricesInOtherCurrency, type PriceAgreement } from './price-terms.js';

/** At most nine digits before the point and eight after it; no sign, no exponent, no grouping. */
const PRICE = /^(?:0|[1-9]\d{0,8})(?:\.\d{1,8})?$/;

export const isPrice = (text: string): boolean => PRICE.test(text);

/** Codes of ISO 4217. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Returns why this agreement is refused, or null. `today`: YYYY-MM-DD, UTC. */
export function priceProblem(
  agreement: PriceAgreement,
  today: string,
  earlier: readonly PriceAgreement[],
): string | null {
  const { currency, from } = agreement;
  if (!CURRENCIES.has(currency)) return `'${currency}' is not a currency code of ISO 4217, such as GBP.`;
  if (!isRequestDay(from)) return `'${from}' is not a date (YYYY-MM-DD).`;
  if (pricesInOtherCurrency([...earlier, agreement]) !== undefined)
    return `On ${from} the account is billed in ${currencyOn(earlier, from)}; another currency needs a contract in it that begins by then.`;
  if (from < today)
    return `Prices can't start before today, ${today} (UTC): what was charged keeps its price; use an adjustment.`;
  return pricesProblem(agreement.prices);
}

/** Returns why these prices are refused, or null. */
export function pricesProblem(prices: PriceAgreement['prices']): string | null {
  const entries = Object.entries(prices);
  if (entries.length === 0) return 'No price was named.';
  for (const [block, price] of entries) {
    if (!isBlockKey(block)) return `'${block}' is not a block.`;
    if (!isPrice(price)) return `'${price}' is not a price for ${block}: a decimal number such as 0.0200.`;
  }
  return null;
}

export const sameAgreement = (left: PriceAgreement, right: PriceAgreement): boolean =>
  left.currency === right.currency &&
  left.from === right.from &&
  left.list?.name === right.list?.name &&
  left.list?.version === right.list?.version &&
  JSON.stringify(Object.entries(left.prices).sort()) === JSON.stringify(Object.entries(right.prices).sort());

/**
 * The agreement that sets the price of a unit of `block` charged on `day` (YYYY-MM-DD, UTC), or null. Of the
 * agreements that name the block and have begun, the latest start wins; of equal starts, the one agreed last.
 * @param agreements in the order in which they were agreed
 */
export function agreementOn<Agreement extends PriceAgreement>(
  agreements: readonly Agreement[],
  block: BlockKey,
  day: string,
): Agreement | null {
  let best: Agreement | null = null;
  for (const agreement of pricesHoldingOn(agreements, day)) {
    if (agreement.prices[block] === undefined) continue;
    if (best === null || agreement.from >= best.from) best = agreement;
  }
  return best;
}

/** Returns the price in the agreement that `agreementOn` finds, or null. */
export function priceOn(
  agreements: readonly PriceAgreement[],
  block: BlockKey,
  day: string,
): { readonly price: string; readonly currency: string } | null {
  const best = agreementOn(agreements, block, day);
  const price = best?.prices[block];
  return best === null || price === undefined ? null : { price, currency: best.currency };
}
