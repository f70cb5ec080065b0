/** Keeps background work to a share of one core: it rests in proportion to each portion's time. */
import { performance } from 'node:perf_hooks';
import { pause } from '../../../packages/platform/src/time/pause.js';

export class DutyCycle {
  private last = performance.eventLoopUtilization();

  /**
   * @param share of one core, over 0 and up to 1. All work of this thread counts: two that share a thread
   * rest for each other's work too, and take less than the sum of their shares.
   */
  constructor(private readonly share: number) {}

  /** Rests. An abort ends the rest early. */
  async rest(signal: AbortSignal): Promise<void> {
    const { active } = performance.eventLoopUtilization(this.last);
    await pause(restAfter(active, this.share), signal);
    this.last = performance.eventLoopUtilization();
  }
}

/** Milliseconds of rest after so many milliseconds of work. */
export const restAfter = (busyMs: number, share: number): number => busyMs * (1 / share - 1);
