/** Keeps background work to a share of one core: after each portion it rests in proportion to what the portion took. */
import { performance } from 'node:perf_hooks';
import { pause } from '../../platform/time/pause.js';

export class DutyCycle {
  private looked = performance.eventLoopUtilization();

  /** @param share of one core, over 0 and up to 1; counts all work of this thread, which should do nothing else */
  constructor(private readonly share: number) {}

  /** Rests; an abort ends it early. */
  async rest(signal: AbortSignal): Promise<void> {
    const { active } = performance.eventLoopUtilization(this.looked);
    await pause(restAfter(active, this.share), signal);
    this.looked = performance.eventLoopUtilization();
  }
}

/** Milliseconds of rest after so many of work. */
export const restAfter = (busyMs: number, share: number): number => busyMs * (1 / share - 1);
