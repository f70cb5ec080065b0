/** What moves between stores: an event with everything but its position, or the deletion of a stream. */
import { createHash, type Hash } from 'node:crypto';
import type { Position, RecordedEvent, StreamName } from '../platform/event-store/event-store.js';

export type MovedEvent = Omit<RecordedEvent, 'position'>;

export type LogItem =
  | { readonly kind: 'event'; readonly position: Position; readonly event: MovedEvent }
  | { readonly kind: 'deletion'; readonly position: Position; readonly stream: StreamName };

export const streamOf = (item: LogItem): StreamName =>
  item.kind === 'event' ? item.event.stream : item.stream;

/** Metadata in one order, whatever order a store gives them back in. */
export const sortedMetadata = (event: Pick<MovedEvent, 'metadata'>): Record<string, string> =>
  Object.fromEntries(Object.entries(event.metadata).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));

/** Everything of an item but where a store keeps it, on one line, before its bytes. */
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

/** Whether both are the same item, wherever a store keeps them. */
export function sameItem(one: LogItem, other: LogItem): boolean {
  if (outline(one) !== outline(other)) return false;
  return one.kind === 'deletion' || other.kind === 'deletion'
    ? one.kind === other.kind
    : Buffer.compare(one.event.data, other.event.data) === 0;
}

/** A SHA-256 over items in their order: equal for two logs with the same items. */
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

  /** Hex. May be called once; nothing can be added after it. */
  close(): string {
    return this.hash.digest('hex');
  }
}
