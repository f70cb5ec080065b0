/**
 * A log of one's own in a store that others use too: every stream bears the namespace in front of its category, and
 * nothing else is seen. For tests of what works on a log that holds nothing but its own.
 */
import { CATEGORIES } from '../../../src/streams/index.js';
import type {
  Append,
  AppendResult,
  EventStore,
  ExpectedRevision,
  LogPage,
  LogRead,
  NewEvent,
  Position,
  SequenceResult,
  RecordedEvent,
  StreamName,
  StreamRead,
  StreamSlice,
  Subscription,
} from '../../../packages/platform/src/event-store/event-store.js';

export class NamespacedEventStore implements EventStore {
  /** @param space no dash in it, since it becomes part of the categories */
  constructor(
    private readonly store: EventStore,
    private readonly space: string,
  ) {}

  append(stream: StreamName, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.store.append(this.inside(stream), expected, events);
  }

  appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return this.store.appendInOrder(
      appends.map((append) => ({ ...append, stream: this.inside(append.stream) })),
    );
  }

  async readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice> {
    const slice = await this.store.readStream(this.inside(stream), read);
    return slice.status === 'found' ? { ...slice, events: slice.events.map(this.outside) } : slice;
  }

  async readAll(read: LogRead): Promise<LogPage> {
    return this.shown(await this.store.readAll(this.narrowed(read)));
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    return this.store.subscribe(this.narrowed(read), (page) => onPage(this.shown(page)));
  }

  deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    return this.store.deleteStream(this.inside(stream));
  }

  head(): Promise<Position> {
    return this.store.head();
  }

  /** The store beneath stays open: it is others' too. */
  async close(): Promise<void> {}

  private inside(stream: StreamName): StreamName {
    return `${this.space}${stream}` as StreamName;
  }

  private readonly outside = (event: RecordedEvent): RecordedEvent => ({
    ...event,
    stream: event.stream.slice(this.space.length) as StreamName,
  });

  private narrowed({ categories = CATEGORIES, ...read }: LogRead): LogRead {
    return { ...read, categories: categories.map((category) => `${this.space}${category}`) };
  }

  private shown(page: LogPage): LogPage {
    return { ...page, events: page.events.map(this.outside) };
  }
}
