/** A subscription made of pages and a wake-up, which may come for nothing: the reader's position counts. */
import type { LogPage, LogRead, Position, Subscription } from './event-store.js';

/** Holds the newest known position, and the readers that wait for a newer one. */
export class HeadSignal {
  private newest: Position = '' as Position;
  private readonly waiting = new Set<() => void>();

  tell(head: Position): void {
    if (head > this.newest) this.newest = head;
    const woken = [...this.waiting];
    this.waiting.clear();
    for (const wake of woken) wake();
  }

  /** Resolves once the known head lies after `position`, and also at the next `tell` or at the abort. */
  async after(position: Position, abort: AbortSignal): Promise<void> {
    if (this.newest > position || abort.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        abort.removeEventListener('abort', wake);
        this.waiting.delete(wake);
        resolve();
      };
      this.waiting.add(wake);
      abort.addEventListener('abort', wake);
    });
  }
}

export interface PagedSource {
  readonly readAll: (read: LogRead) => Promise<LogPage>;
  readonly signal: HeadSignal;
  /** Called once, when the subscription has ended for any reason. */
  readonly ended: () => void;
}

export function followPages(
  source: PagedSource,
  read: LogRead,
  onPage: (page: LogPage) => Promise<void>,
): Subscription {
  const abort = new AbortController();
  return subscriptionOf(follow(source, read, onPage, abort.signal).finally(source.ended), () =>
    abort.abort(),
  );
}

/** @param stop makes `ended` settle */
export function subscriptionOf(ended: Promise<void>, stop: () => void): Subscription {
  ended.catch(() => undefined); // who awaits `ended` gets the error; unawaited it must not end the process
  return {
    ended,
    close: async () => {
      stop();
      await ended.catch(() => undefined);
    },
  };
}

async function follow(
  { readAll, signal }: PagedSource,
  read: LogRead,
  onPage: (page: LogPage) => Promise<void>,
  abort: AbortSignal,
): Promise<void> {
  let after = read.after;
  while (!abort.aborted) {
    const page = await readAll({ ...read, after });
    if (page.position > after && !abort.aborted) await onPage(page);
    after = page.position;
    if (page.atHead) await signal.after(after, abort);
  }
}
