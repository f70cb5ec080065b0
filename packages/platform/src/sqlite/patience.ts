/** Waits for a lock by a try each half millisecond: `busy_timeout` loses against a busy writer. */
import { StoreUnavailableError } from '../event-store/event-store.js';
import { isBusy } from './sqlite-errors.js';

const RETRY_MS = 0.5;

const sleeper = new Int32Array(new SharedArrayBuffer(4));

/** Holds up this thread: only for a store's own thread, and for programs that do nothing else. */
export function sleep(milliseconds: number): void {
  Atomics.wait(sleeper, 0, 0, milliseconds);
}

/**
 * Runs `attempt` until no lock refuses it; counts refusals.
 * @throws StoreUnavailableError after `patienceMs`
 */
export function patiently<T>(
  file: string,
  patienceMs: number,
  attempt: () => T,
): { readonly value: T; readonly refusals: number } {
  const deadline = performance.now() + patienceMs;
  for (let refusals = 0; ; refusals++) {
    try {
      return { value: attempt(), refusals };
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() >= deadline)
        throw new StoreUnavailableError(`${file} was locked by another process for ${patienceMs} ms`);
      sleep(RETRY_MS);
    }
  }
}
