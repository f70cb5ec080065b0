/**
 * The calls that have an allowance of their own wait here for their turn: so many at once, in the order in
 * which they came, and none that the service would only refuse.
 */
import { afterAnswer, allowanceOf, waitFor, type Allowance } from './allowance.js';
import { unlessAborted, type Pause } from './pause.js';

export class Queue {
  private readonly waiting: (() => void)[] = [];
  private running = 0;
  private allowance: Allowance | null = null;
  private sleeping = false;

  constructor(
    private readonly atOnce: number,
    private readonly pause: Pause,
    private readonly now: () => number = Date.now,
  ) {}

  /** Resolves when it is this call's turn; `leave` has to follow, unless it rejects. */
  async enter(signal: AbortSignal | undefined): Promise<void> {
    const turn = new Promise<void>((resolve) => this.waiting.push(resolve));
    this.next();
    try {
      await unlessAborted(turn, signal);
    } catch (error) {
      // Its turn comes all the same, and goes to the next.
      void turn.then(() => this.leave(null));
      throw error;
    }
  }

  /** @param answer null where none came */
  leave(answer: Headers | null): void {
    this.running -= 1;
    const told = allowanceOf(answer?.get('ratelimit') ?? null, this.now());
    this.allowance = afterAnswer(this.allowance, told, this.running);
    this.next();
  }

  private next(): void {
    while (this.waiting.length > 0 && this.running < this.atOnce) {
      const wait = waitFor(this.allowance, this.now());
      if (wait > 0) return this.sleep(wait);
      if (this.allowance !== null)
        this.allowance =
          this.allowance.left <= 0 ? null : { ...this.allowance, left: this.allowance.left - 1 };
      this.running += 1;
      this.waiting.shift()?.();
    }
  }

  private sleep(wait: number): void {
    if (this.sleeping) return;
    this.sleeping = true;
    void this.pause(wait).then(() => {
      this.sleeping = false;
      this.next();
    });
  }
}
