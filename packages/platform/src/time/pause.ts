import { onAbort } from './signals.js';

/** Waits for the time or until the signal aborts. An abort is no failure here. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return;
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      forget?.();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    const forget = signal && onAbort(signal, done);
  });
}
