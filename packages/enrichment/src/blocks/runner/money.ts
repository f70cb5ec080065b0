/** Formats amounts of money for answers (Blocks 1.1). */
import Big from 'big.js';

export interface Money {
  readonly amount: string;
  readonly currency: string;
}

/** Rounds to pence, since sources publish floating-point numbers. Whole amounts get no decimals. */
export function moneyOf(amount: Big, currency: string): Money {
  const rounded = amount.round(2);
  return { amount: rounded.eq(rounded.round(0)) ? rounded.toFixed(0) : rounded.toFixed(2), currency };
}

/** An amount as published; null for 0, which stands for an unknown amount (Blocks 4.19). */
export const publishedMoney = (amount: number | null, currency: string | null): Money | null =>
  amount === null || amount === 0 || currency === null ? null : moneyOf(new Big(amount), currency);
