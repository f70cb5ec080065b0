/** An item that moves between stores: an event without its position, or the deletion of a stream. */
import { createHash, type Hash } from 'node:crypto';
import type {
  Position,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';

export type MovedEvent = Omit<RecordedEvent, 'position'>;

export type LogItem =
  | { readonly kind: 'event'; readonly position: Position; readonly event: MovedEvent }
  | { readonly kind: 'deletion'; readonly position: Position; readonly stream: StreamName };

export const streamOf = (item: LogItem): StreamName =>
  item.kind === 'event' ? item.event.stream : item.stream;

/** Metadata sorted by name: stores return them in different orders. */
export const sortedMetadata = (event: Pick<MovedEvent, 'metadata'>): Record<string, string> =>
  Object.fromEntries(Object.entries(event.metadata).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

/** An item without its position and its bytes, as one line. */
function outline(item: LogItem): string {
  if (item.kind === 'deletion') return JSON.stringify([item.stream]);
  const { stream, revision, id, type, format, data } = item.event;
  return JSON.stringify([
    stream,
    revision,
    id.toLowerCase(),
    type,
    format,
    sortedMetadata(item.event),
    data.length,
  ]);
}

/** Returns true if both are the same item; their positions may differ. */
export function sameItem(one: LogItem, other: LogItem): boolean {
  if (outline(one) !== outline(other)) return false;
  return one.kind === 'deletion' || other.kind === 'deletion'
    ? one.kind === other.kind
    : Buffer.compare(one.event.data, other.event.data) === 0;
}

/** A SHA-256 over items in their order. Two logs with the same items have the same digest. */
export class LogDigest {
  private readonly hash: Hash = createHash('sha256');
  events = 0;
  deletions = 0;

  add(item: LogItem): void {
    this.hash.update(`${outline(item)}\n`);
    if (item.kind === 'event') {
      this.hash.update(item.event.data);
      this.events += 1;
    } else this.deletions += 1;
  }

  /** Returns the digest in hex. Call it once; nothing can be added after it. */
  close(): string {
    return this.hash.digest('hex');
  }
}
