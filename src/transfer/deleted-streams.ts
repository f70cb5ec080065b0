/**
 * Asks the store whether a stream was deleted for good, since the log may still hold events of deleted
 * streams. Keeps the newest answers only, so that memory doesn't grow with the log.
 */
import { canBeDeleted } from '../streams/index.js';
import type { EventStore, StreamName } from '../platform/event-store/event-store.js';

const KEPT = 50_000;

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

  keep(stream: StreamName, deleted: boolean): void {
    this.known.delete(stream);
    this.known.set(stream, deleted);
    const [oldest] = this.known.keys();
    if (this.known.size > KEPT && oldest !== undefined) this.known.delete(oldest);
  }
}
