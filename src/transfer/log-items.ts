/**
 * A store's log as items, in order: events of deleted streams are left out, their deletion is an item. Runs beside live
 * writers; ends at a point where every item given is either still in the store or has its deletion given as well.
 */
import { inParallel } from '../platform/tasks/in-parallel.js';
import type { EventStore, LogPage, Position, RecordedEvent } from '../platform/event-store/event-store.js';
import { STREAM_DELETED } from '../platform/event-store/event-store.js';
import { DeletedStreams } from './deleted-streams.js';
import type { LogItem } from './log-item.js';

const PAGE = 500;
const ASKED_AT_ONCE = 16;

export type ReadableLog = Pick<EventStore, 'readAll' | 'readStream' | 'head'>;

/** The items after a position; returns the position that they reach. */
export async function* logItems(log: ReadableLog, after: Position): AsyncGenerator<LogItem, Position> {
  const deleted = new DeletedStreams(log);
  const end = new LogEnd(log);
  let position = after;
  for (;;) {
    const page = await log.readAll({ after: position, limit: PAGE });
    position = page.position;
    const shown = await shownOf(page, deleted);
    for (const event of page.events) if (shown.has(event)) yield itemOf(event);
    if (await end.reached(page, shown)) return position;
  }
}

async function shownOf(page: LogPage, deleted: DeletedStreams): Promise<ReadonlySet<RecordedEvent>> {
  const streams = new Set(page.events.map(({ stream }) => stream));
  const gone = new Set<string>();
  await inParallel([...streams], ASKED_AT_ONCE, async (stream) => {
    if (await deleted.has(stream)) gone.add(stream);
  });
  return new Set(page.events.filter(({ type, stream }) => type === STREAM_DELETED || !gone.has(stream)));
}

function itemOf({ position, ...event }: RecordedEvent): LogItem {
  return event.type === STREAM_DELETED
    ? { kind: 'deletion', position, stream: event.stream }
    : { kind: 'event', position, event };
}

/**
 * Where to stop beside live writers: at a page that was read to the head, since a store that erases at once shows gaps
 * only where their deletion is in its log. Where events outlive their deletion, a stream is left out before its
 * deletion was read: what was left out up to the head at the start has it before the head of the moment when that was
 * reached; what is left out after it is waited for by name.
 */
class LogEnd {
  private first: Position | null = null;
  private second: Position | null = null;
  private readonly owed = new Set<string>();

  constructor(private readonly log: Pick<EventStore, 'head'>) {}

  async reached(page: LogPage, shown: ReadonlySet<RecordedEvent>): Promise<boolean> {
    this.first ??= await this.log.head();
    if (this.second !== null) this.note(page, shown);
    else if (page.position >= this.first) this.second = await this.log.head();
    return page.atHead && this.second !== null && page.position >= this.second && this.owed.size === 0;
  }

  private note(page: LogPage, shown: ReadonlySet<RecordedEvent>): void {
    for (const event of page.events) {
      if (event.type === STREAM_DELETED) this.owed.delete(event.stream);
      else if (!shown.has(event)) this.owed.add(event.stream);
    }
  }
}
