import { FairLines } from './fair-lines.js';

/** Runs a bounded number of tasks of one thread at a time. The others wait, and their owners take turns. */
export class FairSlots {
  private readonly waiting = new FairLines<() => void>();

  constructor(private free: number) {}

  async run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.add(owner, resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.take();
      if (next === undefined) this.free++;
      else next();
    }
  }
}
