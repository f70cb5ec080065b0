import { setMaxListeners } from 'node:events';

/** Waits for the time or until the signal aborts. An abort is no failure here. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  // Every listener goes with its wait: many at once are no leak, of which Node would warn.
  if (signal !== undefined) setMaxListeners(0, signal);
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', done);
  });
}
