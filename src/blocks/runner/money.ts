/** Amounts of money as they are served (Blocks 1.1). */
import Big from 'big.js';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Two decimals where there are pence, else none; published amounts are binary fractions. */
export function moneyOf(amount: Big, currency: string): { amount: string; currency: string } {
  const rounded = amount.round(2);
  return { amount: rounded.eq(rounded.round(0)) ? rounded.toFixed(0) : rounded.toFixed(2), currency };
}

/** An amount as published, or null: one of 0 is not told (Blocks 4.19). */
export function toldAmount(
  amount: number | null,
  currency: string | null,
): { readonly amount: Big; readonly currency: string } | null {
  return amount === null || amount === 0 || currency === null
    ? null
    : { amount: new Big(amount).round(2), currency };
}
