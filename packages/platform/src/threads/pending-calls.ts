/** The calls that wait for their answers, by number. */
import type { Failure, Settled } from './calls.js';

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

export class PendingCalls {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  /** @param revive turns a failure back into the error class that the service threw */
  constructor(private readonly revive: (failure: Failure) => Error) {}

  get size(): number {
    return this.waiting.size;
  }

  open(): { readonly id: number; readonly answer: Promise<unknown> } {
    const id = ++this.lastId;
    const answer = new Promise<unknown>((resolve, reject) => this.waiting.set(id, { resolve, reject }));
    return { id, answer };
  }

  settle(settled: readonly Settled[]): void {
    for (const end of settled) {
      const call = this.waiting.get(end.id);
      this.waiting.delete(end.id);
      if ('failure' in end) call?.reject(this.revive(end.failure));
      else call?.resolve(end.value);
    }
  }

  rejectAll(error: Error): void {
    const calls = [...this.waiting.values()];
    this.waiting.clear();
    for (const call of calls) call.reject(error);
  }
}
