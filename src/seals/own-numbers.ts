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

/** The maximum number of streams whose next number is kept. The others are counted again. */
const MAX_KEPT_STREAMS = 50_000;

export class OwnNumbers {
  private readonly nextByStream = new Map<StreamName, number>();

  constructor(private readonly log: Pick<EventStore, 'readStream'>) {}

  /** The number of this event, from 0. Give the events in log order, each once. */
  async numberOf({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<number> {
    const number =
      revision === 0 ? 0 : (this.nextByStream.get(stream) ?? (await this.countBefore(stream, revision)));
    this.nextByStream.delete(stream);
    this.nextByStream.set(stream, number + 1);
    const [oldest] = this.nextByStream.keys();
    if (this.nextByStream.size > MAX_KEPT_STREAMS && oldest !== undefined) this.nextByStream.delete(oldest);
    return number;
  }

  /** The number of our events before this revision of a stream. */
  private async countBefore(stream: StreamName, revision: number): Promise<number> {
    let number = 0;
    for await (const event of storedEvents(this.log, stream)) {
      if (event.revision >= revision) break;
      number += 1;
    }
    return number;
  }
}
