/** Waits, or until the signal is given: an abort is an answer here, not a failure. */
import { setTimeout as timeout } from 'node:timers/promises';

export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  try {
    await timeout(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}
