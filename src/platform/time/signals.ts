/**
 * Signals that end with another, and work that ends with them. `AbortSignal.any` is not used: a limit in time that
 * only `any` refers to is lost when memory is collected (nodejs/node#57736).
 */
import { setMaxListeners } from 'node:events';

/** Runs `work` with a controller of its own, which also aborts with `signal`, for the same reason. */
export async function withController<T>(
  signal: AbortSignal,
  work: (own: AbortController) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  // Every listener goes with its work: many at once are no leak, of which Node would warn.
  setMaxListeners(0, signal);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Runs `work` with a signal that aborts with `signal`, and after so many milliseconds with a `TimeoutError`. */
export const withLimit = <T>(
  milliseconds: number,
  signal: AbortSignal,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> =>
  withController(signal, async (own) => {
    const timeout = (): void =>
      own.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    const timer = setTimeout(timeout, milliseconds);
    try {
      return await work(own.signal);
    } finally {
      clearTimeout(timer);
    }
  });

/**
 * The result of `work`, unless the signal aborts before it. The work may ignore the signal and go on.
 * @throws the signal's reason
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  return withController(signal, async (own) => {
    const aborted = new Promise<never>((_resolve, reject) => {
      const stop = (): void => reject(own.signal.reason as Error);
      if (own.signal.aborted) stop();
      else own.signal.addEventListener('abort', stop, { once: true });
    });
    return Promise.race([aborted, work]);
  });
}
