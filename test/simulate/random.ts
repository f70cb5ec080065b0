/** Random numbers from numbers: the same in every process. */

/** Mixes numbers into one of 32 bits. */
function mixed(...numbers: readonly number[]): number {
  let hash = 0x9e3779b9;
  for (const number of numbers) {
    hash = Math.imul(hash ^ (number | 0), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
    hash ^= hash >>> 13;
  }
  return hash >>> 0;
}

/** A sequence of random numbers (mulberry32). */
export class Random {
  private state: number;

  constructor(...seed: readonly number[]) {
    this.state = mixed(...seed);
  }

  /** From 0 up to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mix = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  oneOf<T>(all: readonly [T, ...T[]]): T {
    return all[this.whole(0, all.length - 1)] ?? all[0];
  }

  /** Milliseconds: mostly near `usual`, seldom up to a hundred times as long. */
  wait(usual: number): number {
    const scale = this.next() ** 4;
    return usual * (0.2 + 1.6 * this.next() + (this.happens(0.02) ? 100 * scale : 0));
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.whole(0, 255));
  }
}
