/**
 * Asks the store whether a stream was deleted for good, since the log may still hold events of deleted
 * streams. Keeps the newest answers only, so that memory doesn't grow with the log.
 */
import { accountOfStream, withoutKeyName } from '../streams/account/account.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import { canBeDeleted } from '../streams/index.js';
import type {
  EventStore,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';

const MAX_KEPT_STREAMS = 50_000;

export class DeletedStreams {
  private readonly known = new Map<StreamName, boolean>();

  constructor(private readonly store: Pick<EventStore, 'readStream'>) {}

  async has(stream: StreamName): Promise<boolean> {
    if (!canBeDeleted(stream)) return false;
    const known = this.known.get(stream);
    if (known !== undefined) return known;
    const { status } = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    // Don't keep the answer for a stream that doesn't exist: it may exist a moment later.
    if (status !== 'no_stream') this.keep(stream, status === 'deleted');
    return status === 'deleted';
  }

  /**
   * The event without what was erased with a deleted stream: an older key of a forgotten customer has no
   * name.
   */
  async shown<E extends Pick<RecordedEvent, 'stream' | 'type' | 'data'>>(event: E): Promise<E> {
    if (event.type !== 'KeyIssued') return event;
    return (await this.has(contactStream(accountOfStream(event.stream)))) ? withoutKeyName(event) : event;
  }

  keep(stream: StreamName, deleted: boolean): void {
    this.known.delete(stream);
    this.known.set(stream, deleted);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_KEPT_STREAMS && oldest !== undefined) this.known.delete(oldest);
  }
}
