/**
 * Finds anchors: events that mark a place in the log in any store. Positions differ from store to store.
 * A file that doesn't begin at the start of the log names the last event before it that can't be deleted.
 */
import type {
  EventStore,
  Position,
  RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START, STREAM_DELETED, amongOwn } from '../../packages/platform/src/event-store/event-store.js';
import { logPages, storedEvents } from '../../packages/platform/src/event-store/stored-events.js';
import { canBeDeleted } from '../streams/index.js';
import type { Anchor } from './export-line.js';
import type { LogItem } from './log-item.js';

const EVENTS_PER_PAGE = 500;

/** The last event up to a position whose stream can't be deleted, or null. Reads the log from its start. */
export async function anchorBefore(
  log: Pick<EventStore, 'readAll'>,
  place: Position,
): Promise<(Anchor & { readonly position: Position }) | null> {
  let anchor: RecordedEvent | null = null;
  for await (const { events } of logPages(log, { after: LOG_START, limit: EVENTS_PER_PAGE }, place))
    anchor =
      events.findLast(({ stream, type }) => type !== STREAM_DELETED && !canBeDeleted(stream)) ?? anchor;
  return anchor && amongOwn(anchor);
}

/** The anchor as in `anchorBefore`, but in a file, whose lines have the positions of the exported store. */
export async function anchorAmong(items: AsyncIterable<LogItem>, place: Position): Promise<Anchor | null> {
  let anchor: Anchor | null = null;
  for await (const item of items) {
    if (item.position > place) break;
    if (item.kind === 'event' && !canBeDeleted(item.event.stream)) anchor = item.event;
  }
  return anchor;
}

/** The position of the event in a store; null if the store doesn't have the event. */
export async function positionOfAnchor(
  log: Pick<EventStore, 'readStream'>,
  { stream, revision, id }: Anchor,
): Promise<Position | null> {
  // Events of other programs in the stream may give the anchor a higher revision here.
  for await (const event of storedEvents(log, stream, { from: revision }))
    if (event.id.toLowerCase() === id.toLowerCase()) return event.position;
  return null;
}
