/**
 * A linear sketch: it compares two huge tables of figures in constant memory. One side adds each figure times
 * a number that is derived from its key, and the other side subtracts it. Equal tables cancel out, in any
 * order and in any parts. If they differ, a bucket stays different from zero, except with a chance of about
 * one in 2^60. The seed is random for each run, so that nobody can prepare a table that passes.
 */
import type { Figures, Ledger } from '../figure-ledger.js';

/** Two independent 32-bit hashes of a text (cyrb53 by bryc, public domain). */
function hashText(text: string, seed: number) {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return { high: b >>> 0, low: a >>> 0 };
}

const BUCKETS = 4_096;

export class LinearSketch implements Ledger {
  private readonly high = new Uint32Array(BUCKETS);
  private readonly low = new Uint32Array(BUCKETS);

  constructor(private readonly seed: number) {}

  shown(place: string, figures: Figures): void {
    this.add(place, figures, 1);
  }

  logged(place: string, figures: Figures): void {
    this.add(place, figures, -1);
  }

  private add(place: string, figures: Figures, sign: 1 | -1): void {
    const bucket = this.bucketOf(place);
    for (const [figure, amount] of figures) {
      const factor = hashText(`${place}\u0000${figure}`, this.seed);
      this.high[bucket] = (this.high[bucket] ?? 0) + Math.imul(factor.high, sign * amount);
      this.low[bucket] = (this.low[bucket] ?? 0) + Math.imul(factor.low, sign * amount);
    }
  }

  private bucketOf(place: string): number {
    return hashText(place, ~this.seed).low % BUCKETS;
  }

  /** Returns true if the sides may differ in a figure of this place. If not, they are equal there. */
  isUneven(place: string): boolean {
    const bucket = this.bucketOf(place);
    return this.high[bucket] !== 0 || this.low[bucket] !== 0;
  }

  /** Returns true if both sides are equal in every place. */
  isEven(): boolean {
    return [this.high, this.low].every((sums) => sums.every((sum) => sum === 0));
  }
}
