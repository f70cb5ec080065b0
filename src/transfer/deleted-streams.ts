/**
 * Finds out from the store if a stream was deleted for good. The log may still hold events of such streams.
 * Keeps the newest answers only, so that memory doesn't grow with the log.
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
  private readonly isDeletedByStream = new Map<StreamName, boolean>();

  constructor(private readonly store: Pick<EventStore, 'readStream'>) {}

  async has(stream: StreamName): Promise<boolean> {
    if (!canBeDeleted(stream)) return false;
    const isKnownDeleted = this.isDeletedByStream.get(stream);
    if (isKnownDeleted !== undefined) return isKnownDeleted;
    const { status } = await this.store.readStream(stream, { direction: 'backwards', limit: 1 });
    // Don't keep the answer for a stream that doesn't exist: it may exist a moment later.
    if (status !== 'no_stream') this.keep(stream, status === 'deleted');
    return status === 'deleted';
  }

  /** The event without erased data: an older `KeyIssued` loses its key's name once the contact is deleted. */
  async withoutErased<E extends Pick<RecordedEvent, 'stream' | 'type' | 'data'>>(event: E): Promise<E> {
    if (event.type !== 'KeyIssued') return event;
    return (await this.has(contactStream(accountOfStream(event.stream)))) ? withoutKeyName(event) : event;
  }

  keep(stream: StreamName, isDeleted: boolean): void {
    this.isDeletedByStream.delete(stream);
    this.isDeletedByStream.set(stream, isDeleted);
    const [oldest] = this.isDeletedByStream.keys();
    if (this.isDeletedByStream.size > MAX_KEPT_STREAMS && oldest !== undefined)
      this.isDeletedByStream.delete(oldest);
  }
}
