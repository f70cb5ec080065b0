/**
 * Numbers the events of a stream among our own events, for a reader that begins in the middle of the log.
 * Such a reader can't know from an event how many events of other programs stand before it.
 */
import type {
  EventStore,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

/** Streams whose next number is kept. A stream that was forgotten is counted again. */
const MAX_KEPT_STREAMS = 50_000;

export class OwnNumbers {
  private readonly next = new Map<StreamName, number>();

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** The number of this event, from 0. Give the events in log order, each once. */
  async of({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<number> {
    const number = revision === 0 ? 0 : (this.next.get(stream) ?? (await this.counted(stream, revision)));
    this.next.delete(stream);
    this.next.set(stream, number + 1);
    const [oldest] = this.next.keys();
    if (this.next.size > MAX_KEPT_STREAMS && oldest !== undefined) this.next.delete(oldest);
    return number;
  }

  /** The number of our events before this revision of a stream. */
  private async counted(stream: StreamName, revision: number): Promise<number> {
    let number = 0;
    for await (const event of storedEvents(this.log, stream)) {
      if (event.revision >= revision) break;
      number += 1;
    }
    return number;
  }
}
