/** Computes with amounts of money as whole numbers of hundredths, so that sums are exact. */

/** An amount in hundredths, with its largest rounding error. */
export interface Amount {
  readonly hundredths: bigint;
  readonly rounding: bigint;
}

/** The amount without its sign. */
export const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

/** Reads a decimal number in hundredths; null: it is finer than a hundredth, or no number. */
export function hundredthsOf(decimal: string): bigint | null {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,30})(?:\.(\d{1,2}))?$/.exec(decimal) ?? [];
  return whole === '' ? null : BigInt(`${sign}${whole}${fraction.padEnd(2, '0')}`);
}

export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** Limits the rounding error of a sum to half its largest amount, so that the check stays meaningful. */
export function atMostHalf(off: bigint, amounts: readonly bigint[]): bigint {
  const half = amounts.map(size).reduce(larger, 0n) / 2n;
  return off < half ? off : half;
}

/** The amount as text: without decimals if it has no pence, else with two. */
export function factAmountOf(hundredths: bigint): string {
  const pence = String(size(hundredths) % 100n).padStart(2, '0');
  const sign = hundredths < 0n ? '-' : '';
  return `${sign}${size(hundredths) / 100n}${pence === '00' ? '' : `.${pence}`}`;
}

/** The largest rounding error of a figure in hundredths: one unit of its last significant digit. */
export function roundingOf(decimals: string | null): bigint {
  const digits = decimals === null || !/^-?\d{1,2}$/.test(decimals) ? 0 : Number(decimals);
  return digits >= 0 ? 100n : 100n * 10n ** BigInt(Math.min(-digits, 12));
}
