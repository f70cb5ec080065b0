/** Reads a stream in pages or one by one, its two ends, and the pages of the log. */
import type {
  EventStore,
  LogPage,
  LogRead,
  Position,
  RecordedEvent,
  Revision,
  StreamName,
} from './event-store.js';

type Streams = Pick<EventStore, 'readStream'>;

export interface PagedRead {
  /** Inclusive; default: the beginning. */
  readonly from?: Revision;
  /** Events in one read of the store. */
  readonly page?: number;
}

/** Yields pages; none where the stream never existed or was deleted. */
export async function* storedPages(
  store: Streams,
  stream: StreamName,
  { from = 0, page = 1_000 }: PagedRead = {},
): AsyncGenerator<readonly RecordedEvent[]> {
  for (let next = from; ;) {
    const slice = await store.readStream(stream, { from: next, limit: page });
    if (slice.status !== 'found') return;
    yield slice.events;
    const last = slice.events.at(-1);
    if (last === undefined || slice.events.length < page) return;
    next = last.revision + 1;
  }
}

/** Yields single events; none where the stream never existed or was deleted. */
export async function* storedEvents(
  store: Streams,
  stream: StreamName,
  read?: PagedRead,
): AsyncGenerator<RecordedEvent> {
  for await (const page of storedPages(store, stream, read)) yield* page;
}

const end =
  (direction: 'forwards' | 'backwards') =>
  async (store: Streams, stream: StreamName): Promise<RecordedEvent | undefined> => {
    const slice = await store.readStream(stream, { direction, limit: 1 });
    return slice.status === 'found' ? slice.events[0] : undefined;
  };

export const firstEvent = end('forwards');
export const lastEvent = end('backwards');

/** The pages of the log up to `to` (inclusive). The next is read while the caller works on this one. */
export async function* logPages(
  store: Pick<EventStore, 'readAll'>,
  read: LogRead,
  to: Position,
): AsyncGenerator<LogPage> {
  for (let next = store.readAll(read); ;) {
    const page = await next;
    const isLast = page.atHead || page.position >= to;
    if (!isLast) {
      next = store.readAll({ ...read, after: page.position });
      // The caller may stop before it awaits this page.
      next.catch(() => undefined);
    }
    yield page.position > to
      ? { ...page, events: page.events.filter(({ position }) => position <= to), position: to }
      : page;
    if (isLast) return;
  }
}
