/** Waits for a lane to pass a position. One read of the checkpoint serves all who wait for the lane. */
import type { Position } from '../event-store/event-store.js';

interface Waiter {
  readonly position: Position;
  readonly deadline: number;
  readonly resolve: (passed: boolean) => void;
  readonly reject: (error: unknown) => void;
}

const LOOK_EVERY_MS = 4;

export class LaneWaiter {
  private waiters: Waiter[] = [];
  private looking = false;

  constructor(private readonly position: () => Promise<Position>) {}

  /** False when the lane has not passed `position` after `timeoutMs`. */
  async waitFor(position: Position, timeoutMs: number): Promise<boolean> {
    if ((await this.position()) >= position) return true;
    if (timeoutMs <= 0) return false;
    return new Promise((resolve, reject) => {
      this.waiters.push({ position, deadline: performance.now() + timeoutMs, resolve, reject });
      if (!this.looking) void this.look();
    });
  }

  private async look(): Promise<void> {
    this.looking = true;
    while (this.waiters.length > 0) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      try {
        this.settle(await this.position());
      } catch (error) {
        for (const waiter of this.waiters.splice(0)) waiter.reject(error);
      }
    }
    this.looking = false;
  }

  private settle(reached: Position): void {
    const now = performance.now();
    const still: Waiter[] = [];
    for (const waiter of this.waiters) {
      if (reached >= waiter.position) waiter.resolve(true);
      else if (now >= waiter.deadline) waiter.resolve(false);
      else still.push(waiter);
    }
    this.waiters = still;
  }
}
