/** Tells how long to wait before another try. */
import { randomInt } from 'node:crypto';

const SIZE = 2 ** 32;

/** A random number from 0 up to 1. */
export const chance = (): number => randomInt(SIZE) / SIZE;

/**
 * Milliseconds before the next try: doubled with each failure, half of it random, so that callers who failed
 * together don't return together.
 * @param failures so far, from 1 @param chance from 0 to 1
 */
export function backOffMs(
  { firstMs, longestMs }: Readonly<Record<'firstMs' | 'longestMs', number>>,
  failures: number,
  chance: number,
): number {
  const whole = Math.min(firstMs * 2 ** Math.min(failures - 1, 30), longestMs);
  return Math.round(whole / 2 + (whole / 2) * chance);
}
