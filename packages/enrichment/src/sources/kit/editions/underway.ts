/** Holds calls to a loader that are not awaited yet, so that the reader continues while the loader works. */

/** The maximum number of open calls: enough to keep both threads busy, few enough to bound memory. */
const MAX_CALLS = 4;

export class Underway {
  /** The open calls in the order in which they began. */
  private readonly calls: (() => Promise<void>)[] = [];

  /** @param take receives the answer, in the order of the calls */
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
