/**
 * Amounts as texts. The amount to pay is in the smallest unit of its currency (ISO 4217). Every other amount
 * stays exact.
 */
import Big from 'big.js';

/** The rule that a statement names. An issued statement keeps the rule of its time. */
export const PAYABLE_RULE = {
  version: 1,
  text: "The net amount and the month rules, rounded half away from zero to the currency's minor unit.",
} as const;

/** Digits after the point of the minor unit. Currencies that are not listed have two. */
const MINOR_DIGITS: ReadonlyMap<string, number> = new Map([
  ...digits(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...digits(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...digits(4, 'CLF UYW'),
]);

function digits(count: number, currencies: string): (readonly [string, number])[] {
  return currencies.split(' ').map((currency) => [currency, count] as const);
}

/** The number of digits after the point of the currency's minor unit. */
export const minorDigitsOf = (currency: string): number => MINOR_DIGITS.get(currency) ?? 2;

/** The payable amount with all digits of the minor unit: `12.30` GBP, `1234` JPY; never `-0.00`. */
export function payableOf(net: Big, currency: string): string {
  const places = minorDigitsOf(currency);
  // Half up of big.js is half away from zero.
  const rounded = net.round(places, Big.roundHalfUp);
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(places);
}

/** A decimal string with every digit and no exponent. */
export const amountText = (amount: Big): string => amount.toFixed();
