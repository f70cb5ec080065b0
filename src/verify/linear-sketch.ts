/**
 * Compares two huge tables of figures in constant memory: what one side adds the other subtracts, each figure
 * multiplied by a number that follows from its key. Where both sides are equal, in whatever order and however often a
 * figure was added to, everything cancels out; where they differ, a bucket stays different from zero, except with a
 * chance of about one in 2^60. (A linear sketch; the seed is drawn for each run, so that no table can be prepared in
 * advance to pass it.)
 */
export interface TextHash {
  readonly high: number;
  readonly low: number;
}

/** Two independent 32-bit hashes of a text (cyrb53 by bryc, public domain). */
function hashText(text: string, seed: number): TextHash {
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

export class LinearSketch {
  private readonly high = new Uint32Array(BUCKETS);
  private readonly low = new Uint32Array(BUCKETS);

  constructor(private readonly seed: number) {}

  /** `amount` may be negative: what the other side of the comparison says. */
  add(key: string, figure: string, amount: number): void {
    const bucket = this.bucketOf(key);
    const factor = hashText(`${key}\u0000${figure}`, this.seed);
    this.high[bucket] = (this.high[bucket] ?? 0) + Math.imul(factor.high, amount);
    this.low[bucket] = (this.low[bucket] ?? 0) + Math.imul(factor.low, amount);
  }

  bucketOf(key: string): number {
    return hashText(key, ~this.seed).low % BUCKETS;
  }

  /** Buckets in which the sides differ: empty where everything is equal. */
  uneven(): ReadonlySet<number> {
    const buckets = Array.from(this.high.keys());
    return new Set(buckets.filter((bucket) => this.high[bucket] !== 0 || this.low[bucket] !== 0));
  }
}
