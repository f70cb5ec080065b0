/** Chance that can be had again: the same seed gives the same choices. */
export class Seeded {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** From 0 up to, but not, 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  /** True so often. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  one<T>(of: readonly T[]): T {
    const chosen = of[this.between(0, of.length - 1)];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  }
}
