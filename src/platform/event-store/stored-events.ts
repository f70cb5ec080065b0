/** The events of one stream in their order: the one loop over the pages of a stream, and its two ends. */
import type { EventStore, RecordedEvent, Revision, StreamName } from './event-store.js';

type Streams = Pick<EventStore, 'readStream'>;

export interface PagedRead {
  /** Inclusive; default: the beginning. */
  readonly from?: Revision;
  /** Events in one reading of the store. */
  readonly page?: number;
}

/** Page by page; nothing where the stream never was or was deleted. */
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

/** One by one; nothing where the stream never was or was deleted. */
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
