/**
 * Notices events that a reading of the log left out. A lane reads every event of its streams, so their
 * revisions follow each other. Where one doesn't follow, the stream itself is read.
 */
import {
  STREAM_DELETED,
  amongOwn,
  type EventStore,
  type Position,
  type RecordedEvent,
  type StreamName,
} from './event-store.js';

/** Streams that are remembered. A further one takes the place of the one that was silent for longest. */
const MOST_STREAMS = 4_000;

export class WholeStreams {
  /** The last event of each stream, by its number among our own; the oldest first. */
  private readonly last = new Map<StreamName, Pick<RecordedEvent, 'revision' | 'position'>>();

  /** @param since nobody remembers whether earlier events of a stream without an entry were delivered */
  constructor(
    private readonly store: Pick<EventStore, 'readStream'>,
    private since: Position,
  ) {}

  /** The events with those missing before them, in the order of the log. @throws errors of the store */
  async completed(delivered: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
    const missed: RecordedEvent[] = [];
    for (const event of delivered) {
      if (event.type === STREAM_DELETED) continue;
      const { stream, position } = event;
      const { revision } = amongOwn(event);
      const before = this.last.get(stream);
      if (revision > (before?.revision ?? -1) + 1)
        missed.push(...(await this.between(before?.position ?? this.since, event)));
      this.last.delete(stream);
      this.last.set(stream, { revision, position });
      this.forgetOldest();
    }
    if (missed.length === 0) return delivered;
    return [...missed, ...delivered].sort((a, b) => (a.position < b.position ? -1 : 1));
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
    if (this.last.size <= MOST_STREAMS) return;
    for (const [stream, { position }] of this.last) {
      this.last.delete(stream);
      this.since = position;
      return;
    }
  }
}
