/** Reading the log for an investigation: one stream whole, or all of some categories filtered by what stands outside. */
import { decode, type LoggedEvent } from '../streams/index.js';
import type { EventStore, Position, RecordedEvent, StreamName } from '../platform/event-store/event-store.js';
import { LOG_START, STREAM_DELETED } from '../platform/event-store/event-store.js';
import { storedEvents } from '../platform/event-store/stored-events.js';

export type InvestigatedLog = Pick<EventStore, 'readStream' | 'readAll'>;

const PAGE = 500;

/** The logical events of a stream, first to last. */
export async function readWhole(log: InvestigatedLog, stream: StreamName): Promise<LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for await (const recorded of storedEvents(log, stream)) entries.push(...decode(recorded));
  return entries;
}

export interface Scan {
  readonly categories: readonly string[];
  /** Exclusive; the start of the log where it is left out. */
  readonly after?: Position;
  /** Decided from the stored event alone, so that nothing else is decoded. */
  readonly wanted: (recorded: RecordedEvent) => boolean;
}

/** The logical events of the wanted stored ones, in log order. */
export async function* scan(log: InvestigatedLog, query: Scan): AsyncGenerator<LoggedEvent> {
  let after = query.after ?? LOG_START;
  for (;;) {
    const page = await log.readAll({ after, categories: query.categories, limit: PAGE });
    for (const recorded of page.events)
      if (recorded.type !== STREAM_DELETED && query.wanted(recorded)) yield* decode(recorded);
    if (page.atHead) return;
    after = page.position;
  }
}
