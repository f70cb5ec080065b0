/**
 * Reads a store's log as items, in order. Leaves out events of deleted streams; their deletion is an item.
 * Leaves out names of older keys where the contact was deleted. Runs beside live writers. Ends where each
 * given item is still in the store or was followed by its deletion.
 */
import { inParallel } from '../../packages/platform/src/tasks/in-parallel.js';
import type {
  EventStore,
  LogPage,
  Position,
  RecordedEvent,
} from '../../packages/platform/src/event-store/event-store.js';
import { STREAM_DELETED, amongOwn } from '../../packages/platform/src/event-store/event-store.js';
import { DeletedStreams } from './deleted-streams.js';
import type { LogItem } from './log-item.js';

const EVENTS_PER_PAGE = 500;
const ASKED_AT_ONCE = 16;

export type ReadableLog = Pick<EventStore, 'readAll' | 'readStream' | 'head'>;

/** Yields the items after a position, and returns the position that was reached. */
export async function* logItems(log: ReadableLog, after: Position): AsyncGenerator<LogItem, Position> {
  const deleted = new DeletedStreams(log);
  const end = new LogEnd(log);
  let position = after;
  for (;;) {
    const page = await log.readAll({ after: position, limit: EVENTS_PER_PAGE });
    position = page.position;
    const shown = await shownOf(page, deleted);
    for (const event of page.events) if (shown.has(event)) yield itemOf(await deleted.shown(event));
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

function itemOf(recorded: RecordedEvent): LogItem {
  const { position, ...event } = amongOwn(recorded);
  return event.type === STREAM_DELETED
    ? { kind: 'deletion', position, stream: event.stream }
    : { kind: 'event', position, event };
}

/**
 * Decides where to stop beside live writers: at a page that was read to the head of the log. By then a store
 * that erases events at once has the deletions of all erased streams in its log. In another store events
 * stay, so a stream may be left out before its deletion was read. If that was before `first` was reached, the
 * deletion lies before `second`. If later, the deletion is awaited by the stream's name.
 */
class LogEnd {
  /** The head of the log at the start. */
  private first: Position | null = null;
  /** The head of the log when `first` was reached. */
  private second: Position | null = null;
  /** Streams that were left out and whose deletion wasn't read yet. */
  private readonly awaited = new Set<string>();

  constructor(private readonly log: Pick<EventStore, 'head'>) {}

  async reached(page: LogPage, shown: ReadonlySet<RecordedEvent>): Promise<boolean> {
    this.first ??= await this.log.head();
    if (this.second !== null) this.note(page, shown);
    else if (page.position >= this.first) this.second = await this.log.head();
    return page.atHead && this.second !== null && page.position >= this.second && this.awaited.size === 0;
  }

  private note(page: LogPage, shown: ReadonlySet<RecordedEvent>): void {
    for (const event of page.events) {
      if (event.type === STREAM_DELETED) this.awaited.delete(event.stream);
      else if (!shown.has(event)) this.awaited.add(event.stream);
    }
  }
}
