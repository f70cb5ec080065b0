/**
 * The EventStore port over plain arrays: for tests of what stands above the port, where a file would only cost time.
 * It passes the port's contract suite (`test/stores/memory-event-store.spec.ts`); only durability it can't promise.
 */
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
import {
  categoryOf,
  LOG_START,
  STREAM_DELETED,
  StreamDeletedError,
} from '../../../packages/platform/src/event-store/event-store.js';
import {
  appendOneByOne,
  checkAppend,
  checkLimit,
} from '../../../packages/platform/src/event-store/check-append.js';
import { followPages, HeadSignal } from '../../../packages/platform/src/event-store/paged-subscription.js';
import { derivedId } from '../../../src/streams/derived-id.js';

const positionOf = (index: number): Position => String(index + 1).padStart(12, '0') as Position;
const indexAfter = (position: Position): number => (position === LOG_START ? 0 : Number(position));

export class MemoryEventStore implements EventStore {
  /** Every event ever, deleted ones as null. */
  private readonly log: (RecordedEvent | null)[] = [];
  private readonly streams = new Map<StreamName, RecordedEvent[]>();
  private readonly deleted = new Set<StreamName>();
  private readonly subscriptions = new Set<Subscription>();
  private readonly signal = new HeadSignal();

  /** Another store with what this one holds now, as a back-up would have it. */
  copy(): MemoryEventStore {
    const copy = new MemoryEventStore();
    copy.log.push(...this.log);
    for (const [stream, events] of this.streams) copy.streams.set(stream, [...events]);
    for (const stream of this.deleted) copy.deleted.add(stream);
    return copy;
  }

  async append(
    stream: StreamName,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend({ stream, expected, events });
    if (this.deleted.has(stream)) throw new StreamDeletedError(stream);
    const present = this.streams.get(stream) ?? [];
    const head = present.length - 1;
    const start = expected === 'any' ? head + 1 : expected === 'no_stream' ? 0 : expected + 1;
    if (start === head + 1) return this.write(stream, present, events);
    const earlier = present.slice(start, start + events.length);
    const last = earlier.at(-1);
    const repeated = earlier.length === events.length && events.every(({ id }, i) => earlier[i]?.id === id);
    if (repeated && last !== undefined)
      return { outcome: 'appended', revision: last.revision, position: last.position };
    return { outcome: 'conflict', actual: head < 0 ? 'no_stream' : head };
  }

  private write(stream: StreamName, present: RecordedEvent[], events: readonly NewEvent[]): AppendResult {
    for (const event of events) {
      const recorded = {
        ...event,
        data: event.data.slice(),
        stream,
        revision: present.length,
        position: positionOf(this.log.length),
      };
      present.push(recorded);
      this.log.push(recorded);
    }
    this.streams.set(stream, present);
    this.wake();
    return { outcome: 'appended', revision: present.length - 1, position: positionOf(this.log.length - 1) };
  }

  appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return appendOneByOne(this, appends);
  }

  async readStream(stream: StreamName, read: StreamRead = {}): Promise<StreamSlice> {
    const { limit = 1_000 } = read;
    checkLimit(limit);
    if (this.deleted.has(stream)) return { status: 'deleted' };
    const events = this.streams.get(stream);
    if (events === undefined) return { status: 'no_stream' };
    if (read.direction === 'backwards') {
      const from = read.from ?? events.length - 1;
      return {
        status: 'found',
        events: events
          .slice(0, from + 1)
          .reverse()
          .slice(0, limit),
      };
    }
    return { status: 'found', events: events.slice(read.from ?? 0).slice(0, limit) };
  }

  async readAll({ after, categories, limit = 500, endedBy = [] }: LogRead): Promise<LogPage> {
    checkLimit(limit);
    const events: RecordedEvent[] = [];
    let index = indexAfter(after);
    for (; index < this.log.length && events.length < limit; index++) {
      const event = this.log[index];
      if (event == null) continue;
      if (categories === undefined || categories.includes(categoryOf(event.stream))) events.push(event);
    }
    return {
      events: withoutOver(events, endedBy),
      position: index === 0 ? LOG_START : positionOf(index - 1),
      atHead: index === this.log.length,
    };
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    const subscription = followPages(
      {
        readAll: (next) => this.readAll(next),
        signal: this.signal,
        ended: () => this.subscriptions.delete(subscription),
      },
      read,
      onPage,
    );
    this.subscriptions.add(subscription);
    return subscription;
  }

  async deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    if (this.deleted.has(stream)) return 'deleted';
    const events = this.streams.get(stream);
    if (events === undefined) return 'no_stream';
    for (const { position } of events) this.log[indexAfter(position) - 1] = null;
    this.streams.delete(stream);
    this.deleted.add(stream);
    this.log.push({
      id: derivedId(STREAM_DELETED, stream),
      type: STREAM_DELETED,
      format: 'json',
      data: new Uint8Array(),
      metadata: {},
      stream,
      revision: events.length,
      position: positionOf(this.log.length),
    });
    this.wake();
    return 'deleted';
  }

  async head(): Promise<Position> {
    return this.log.length === 0 ? LOG_START : positionOf(this.log.length - 1);
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
  }

  private wake(): void {
    this.signal.tell(positionOf(this.log.length - 1));
  }
}

/** Leaves out all that a store may leave out, so that no reader counts on it. */
function withoutOver(events: readonly RecordedEvent[], endedBy: readonly string[]): readonly RecordedEvent[] {
  const begun = new Set(events.filter(({ revision }) => revision === 0).map(({ stream }) => stream));
  const ended = new Set(events.filter(({ type }) => endedBy.includes(type)).map(({ stream }) => stream));
  return events.filter(({ stream }) => !begun.has(stream) || !ended.has(stream));
}
