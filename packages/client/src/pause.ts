/** Waiting that can be broken off. */

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
