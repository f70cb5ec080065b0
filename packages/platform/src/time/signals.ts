/**
 * Signals that end with another, and work that ends with them. `AbortSignal.any` is not used: a limit in time
 * that only `any` refers to is lost when memory is collected (nodejs/node#57736).
 */
import { setMaxListeners } from 'node:events';

/** Calls `end` once the signal aborts, at once if it has. @returns what undoes that */
export function onAbort(signal: AbortSignal, end: () => void): () => void {
  // Every listener goes with its work: many at once are no leak, of which Node would warn.
  setMaxListeners(0, signal);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return () => signal.removeEventListener('abort', end);
}

/** Runs `work` with a controller of its own, which also aborts with `signal`, for the same reason. */
export async function withController<T>(
  signal: AbortSignal,
  work: (own: AbortController) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const forget = onAbort(signal, () => own.abort(signal.reason));
  try {
    return await work(own);
  } finally {
    forget();
  }
}

/** Runs `work` with a signal that aborts with `signal`, and after the time with a `TimeoutError`. */
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

/** The result of `work`, unless the signal aborts before it. @throws the signal's reason */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  let forget = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    forget = onAbort(signal, () => reject(signal.reason as Error));
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    forget();
  }
}
