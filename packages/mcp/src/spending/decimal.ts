/**
 * Exact amounts of money: whole numbers of the smallest decimal place that occurs. No float is ever made of
 * one.
 */

/** The number `digits` / 10^`scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

export const ZERO: Decimal = { digits: 0n, scale: 0 };

const FORM = /^(-?)(\d{1,30})(?:\.(\d{1,30}))?$/;
/** Amounts are shown with at least these places. */
const PLACES = 2;

/** Null for text that is no decimal number. */
export function decimalOf(text: string): Decimal | null {
  const [, sign = '', whole = '', part = ''] = FORM.exec(text) ?? [];
  return whole === '' ? null : { digits: BigInt(`${sign}${whole}${part}`), scale: part.length };
}

const atScale = ({ digits, scale }: Decimal, wished: number): bigint =>
  digits * 10n ** BigInt(wished - scale);

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { digits: atScale(a, scale) + atScale(b, scale), scale };
}

/** @param count a whole number */
export const times = ({ digits, scale }: Decimal, count: number): Decimal => ({
  digits: digits * BigInt(count),
  scale,
});

export const minus = (a: Decimal, b: Decimal): Decimal => plus(a, times(b, -1));

export const isMore = (a: Decimal, b: Decimal): boolean => minus(a, b).digits > 0n;

/** `0.140` is `0.14`, `2` is `2.00`. */
export function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const all = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
  const whole = all.slice(0, all.length - scale);
  const part = all.slice(all.length - scale).replace(/0+$/, '');
  return `${sign}${whole}.${part.padEnd(PLACES, '0')}`;
}
