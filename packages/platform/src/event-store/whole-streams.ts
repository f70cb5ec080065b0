/**
 * Notices events that a reading of the log left out. A lane reads every event of its streams, so their
 * revisions follow each other. Where one doesn't follow, the stream itself is read. A stream that is not
 * remembered is read only once the reader has caught up: a rebuild would read each old stream otherwise.
 */
import { STREAM_DELETED, amongOwn, laterOf, LOG_START } from './event-store.js';
import type { EventStore, LogPage, Position, RecordedEvent, StreamName } from './event-store.js';

/** Streams that are remembered. A further one takes the place of the one that was silent for longest. */
const MAX_STREAMS = 500;

type Place = Pick<RecordedEvent, 'revision' | 'position'>;

export class WholeStreams {
  /** The last event of each stream that was passed, by its number among our own; the oldest first. */
  private readonly last: Map<StreamName, Place> = new Map();
  private isLive = false;

  /** @param since nobody remembers whether earlier events of a stream without an entry were delivered */
  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private since: Position,
  ) {}

  /** True if an event of this position, had it been left out, would be found. */
  reaches(position: Position): boolean {
    return position > this.since;
  }

  /**
   * The events of a page with those missing before them, in the order of the log. Remembers nothing: the same
   * page again gives the same events until they were passed.
   * @throws errors of the store
   */
  async completed({ events, atHead }: Pick<LogPage, 'events' | 'atHead'>): Promise<readonly RecordedEvent[]> {
    this.isLive ||= atHead;
    const missed: RecordedEvent[] = [];
    const seen = new Map<StreamName, Place>();
    for (const event of events) {
      if (event.type === STREAM_DELETED) continue;
      const { revision } = amongOwn(event);
      const before = seen.get(event.stream) ?? this.last.get(event.stream);
      seen.set(event.stream, { revision, position: event.position });
      if (revision <= (before?.revision ?? -1) + 1) continue;
      if (before !== undefined || this.isLive || this.since === LOG_START)
        missed.push(...(await this.between(before?.position ?? this.since, event)));
    }
    if (missed.length === 0) return events;
    return [...missed, ...events].sort((a, b) => (a.position < b.position ? -1 : 1));
  }

  /** Remembers events, in the order of the log. Called once they were applied for good. */
  passed(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      if (event.type === STREAM_DELETED) continue;
      this.last.delete(event.stream);
      this.last.set(event.stream, { revision: amongOwn(event).revision, position: event.position });
      this.forgetOldest();
    }
  }

  /** The events of the stream that stand after `position` and before `event`; mostly there are none. */
  private async between(position: Position, { stream, revision }: RecordedEvent): Promise<RecordedEvent[]> {
    const found: RecordedEvent[] = [];
    for (let from = revision - 1; from >= 0;) {
      const slice = await this.store.readStream(stream, { direction: 'backwards', from, limit: 1 });
      const earlier = slice.status === 'found' ? slice.events[0] : undefined;
      if (earlier === undefined || earlier.position <= position) break;
      found.push(earlier);
      from = earlier.revision - 1;
    }
    return found;
  }

  private forgetOldest(): void {
    if (this.last.size <= MAX_STREAMS) return;
    const [oldest] = this.last;
    if (oldest === undefined) return;
    const [stream, { position }] = oldest;
    this.last.delete(stream);
    this.since = laterOf(this.since, position);
  }
}
