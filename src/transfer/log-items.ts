/**
 * Reads a store's log as items, in order. Leaves out events of deleted streams; their deletion is an item.
 * Leaves out names of older keys if the contact was deleted. Runs beside live writers: at its end each
 * yielded item is still in the store, or its stream's deletion was yielded after it.
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
const STREAMS_AT_ONCE = 16;

export type ReadableLog = Pick<EventStore, 'readAll' | 'readStream' | 'head'>;

/** Yields the items after a position, and returns the position that was reached. */
export async function* logItems(log: ReadableLog, after: Position): AsyncGenerator<LogItem, Position> {
  const deleted = new DeletedStreams(log);
  const end = new LogEnd(log);
  let position = after;
  for (;;) {
    const page = await log.readAll({ after: position, limit: EVENTS_PER_PAGE });
    position = page.position;
    const kept = await keptEvents(page, deleted);
    for (const event of page.events) if (kept.has(event)) yield itemOf(await deleted.withoutErased(event));
    if (await end.isReached(page, kept)) return position;
  }
}

async function keptEvents(page: LogPage, deleted: DeletedStreams): Promise<ReadonlySet<RecordedEvent>> {
  const streams = new Set(page.events.map(({ stream }) => stream));
  const deletedStreams = new Set<string>();
  await inParallel([...streams], STREAMS_AT_ONCE, async (stream) => {
    if (await deleted.has(stream)) deletedStreams.add(stream);
  });
  return new Set(
    page.events.filter(({ type, stream }) => type === STREAM_DELETED || !deletedStreams.has(stream)),
  );
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
 * stay, so a stream may be left out before its deletion was read. If that happened before `firstHead`, the
 * deletion lies before `secondHead`. If later, the end waits for the deletion of that stream.
 */
class LogEnd {
  private firstHead: Position | null = null;
  /** The head of the log when `firstHead` was reached. */
  private secondHead: Position | null = null;
  /** Streams that were left out and whose deletion was not read yet. */
  private readonly undeletedStreams = new Set<string>();

  constructor(private readonly log: Pick<EventStore, 'head'>) {}

  async isReached(page: LogPage, kept: ReadonlySet<RecordedEvent>): Promise<boolean> {
    this.firstHead ??= await this.log.head();
    if (this.secondHead !== null) this.updateUndeleted(page, kept);
    else if (page.position >= this.firstHead) this.secondHead = await this.log.head();
    return (
      page.atHead &&
      this.secondHead !== null &&
      page.position >= this.secondHead &&
      this.undeletedStreams.size === 0
    );
  }

  private updateUndeleted(page: LogPage, kept: ReadonlySet<RecordedEvent>): void {
    for (const event of page.events) {
      if (event.type === STREAM_DELETED) this.undeletedStreams.delete(event.stream);
      else if (!kept.has(event)) this.undeletedStreams.add(event.stream);
    }
  }
}
