/** Waiting that can be broken off, and work that ends in time. */

export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** @throws the signal's reason where that ends the waiting */
export const pause: Pause = (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return unlessAborted(waited, signal).finally(() => clearTimeout(timer));
};

/** What is waited for, or the signal's reason, whichever comes first. */
export function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return waited;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/**
 * Runs `work` with a signal that aborts with `signal`, and after so many milliseconds with a `TimeoutError`.
 * `AbortSignal.any` would lose a limit in time under Node when memory is collected (nodejs/node#57736).
 */
export async function withLimit<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (limit: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort(signal?.reason);
  const timeout = (): void =>
    own.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  const timer = setTimeout(timeout, milliseconds);
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
