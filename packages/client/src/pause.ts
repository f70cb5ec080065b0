/** Waiting that can be broken off, and work that ends in time. */

export type Pause = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** A timer that is set for longer ends at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits at most 24.8 days. @throws the signal's reason where that ends the waiting */
export const pause: Pause = (milliseconds, signal) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = Math.min(milliseconds, LONGEST_TIMER_MS);
  const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, wait)));
  return unlessAborted(waited, signal).finally(() => clearTimeout(timer));
};

/** What ends with a signal: by one listener for all of it, since Node warns of more than ten. */
const ending = new WeakMap<AbortSignal, Set<() => void>>();

/** Calls `end` once the signal aborts, at once if it has. @returns what undoes that */
export function onAbort(signal: AbortSignal, end: () => void): () => void {
  if (signal.aborted) {
    end();
    return () => undefined;
  }
  const known = ending.get(signal);
  const ends = known ?? new Set<() => void>();
  if (known === undefined) {
    ending.set(signal, ends);
    signal.addEventListener('abort', () => ends.forEach((each) => each()), { once: true });
  }
  ends.add(end);
  return () => void ends.delete(end);
}

/** What is waited for, or the signal's reason, whichever comes first. */
export function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return waited;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      const reason: unknown = signal.reason;
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    };
    waited.then(resolve, reject).finally(onAbort(signal, abort));
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
  const timer = setTimeout(timeout, Math.min(milliseconds, LONGEST_TIMER_MS));
  const forget = signal && onAbort(signal, abort);
  try {
    return await work(own.signal);
  } finally {
    clearTimeout(timer);
    forget?.();
  }
}
