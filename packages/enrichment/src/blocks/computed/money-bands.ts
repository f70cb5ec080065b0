/** Bands of yearly turnover (Blocks 1.18), in whole units of the turnover's currency. */
import type { Money } from '../runner/money.js';

export interface MoneyBand {
  readonly min: Money;
  readonly max: Money | null;
  readonly label: string;
}

/** The lower bound of each band. */
const FROM: readonly number[] = [
  0, 1, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
  50_000_000, 100_000_000, 500_000_000, 1_000_000_000,
];

/** The band of an amount; null for a negative amount. Pence count with the whole units. */
export function moneyBandOf({ amount, currency }: Money): MoneyBand | null {
  const at = FROM.findLastIndex((from) => Math.floor(Number(amount)) >= from);
  const min = FROM[at];
  if (min === undefined) return null;
  const next = FROM[at + 1];
  const max = next === undefined ? null : next - 1;
  const last = max === null ? '+' : `-${max}`;
  return {
    min: { amount: String(min), currency },
    max: max === null ? null : { amount: String(max), currency },
    label: min === max ? String(min) : `${min}${last}`,
  };
}

const bandAt = ({ min }: MoneyBand): number => FROM.indexOf(Number(min.amount));

/** The number of bands from one band to the other. */
export const moneyBandsApart = (a: MoneyBand, b: MoneyBand): number => Math.abs(bandAt(a) - bandAt(b));
