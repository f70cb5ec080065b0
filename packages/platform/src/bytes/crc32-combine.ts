/**
 * Combines the CRC-32 of two parts into that of the joined bytes, as zlib's `crc32_combine` does: it
 * multiplies polynomials over GF(2) modulo the CRC's own. A polynomial is 32 bits, the highest bit for x^0.
 */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;
const BITS = 32;

function product(a: number, b: number): number {
  let sum = 0;
  let shifted = b;
  for (let bit = 0; bit < BITS; bit++) {
    if (a & (ONE >>> bit)) sum ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return sum >>> 0;
}

/** x^(8 * 2^n) for each n: the factor by which 2^n bytes shift the bytes before them. */
const STEPS: readonly number[] = (() => {
  let step = ONE >>> 8;
  return Array.from({ length: BITS }, () => {
    const power = step;
    step = product(step, step);
    return power;
  });
})();

/** The CRC-32 of the joined parts. @param length bytes of the second part, below 2^32 */
export function combinedCrc32(first: number, second: number, length: number): number {
  let moved = first;
  for (const [n, step] of STEPS.entries()) if ((length >>> n) & 1) moved = product(step, moved);
  return (moved ^ second) >>> 0;
}
