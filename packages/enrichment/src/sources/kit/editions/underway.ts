/** Keeps calls to a loader that are not awaited yet, so that the reader goes on while the loader works. */

/** Enough to keep both threads busy, few enough to keep memory flat. */
const MAX_CALLS = 4;

export class Underway {
  /** The calls in the order in which they began. */
  private readonly calls: (() => Promise<void>)[] = [];

  /** @param take is given the answer when its turn comes */
  add<T>(answer: Promise<T>, take: (answer: T) => void): void {
    answer.catch(() => undefined); // reported when it is awaited
    this.calls.push(async () => take(await answer));
  }

  /** Waits while the maximum number of calls is under way. */
  settleSome(): Promise<void> {
    return this.settle(MAX_CALLS - 1);
  }

  /** Waits until at most this many calls are left. @throws the error of a call */
  async settle(mostLeft: number): Promise<void> {
    while (this.calls.length > mostLeft) await this.calls.shift()?.();
  }
}
