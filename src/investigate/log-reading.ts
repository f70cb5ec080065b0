/** Reading the log for an investigation: one stream whole, or all of some categories filtered by what stands outside. */
import type { LoggedEvent } from '../streams/index.js';
import { decode } from '../streams/index.js';
import type { EventStore, Position, RecordedEvent, StreamName } from '../platform/event-store/event-store.js';
import { LOG_START, STREAM_DELETED } from '../platform/event-store/event-store.js';

export type InvestigatedLog = Pick<EventStore, 'readStream' | 'readAll'>;

const PAGE = 500;

/** The stored events of a stream, first to last; none where it never was or was deleted. */
export async function* storedEvents(log: InvestigatedLog, stream: StreamName): AsyncGenerator<RecordedEvent> {
  let from = 0;
  for (;;) {
    const slice = await log.readStream(stream, { from, limit: PAGE });
    if (slice.status !== 'found') return;
    yield* slice.events;
    const last = slice.events.at(-1);
    if (last === undefined || slice.events.length < PAGE) return;
    from = last.revision + 1;
  }
}

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
export async function* scan(log: InvestigatedLog, of: Scan): AsyncGenerator<LoggedEvent> {
  let after = of.after ?? LOG_START;
  for (;;) {
    const page = await log.readAll({ after, categories: of.categories, limit: PAGE });
    for (const recorded of page.events)
      if (recorded.type !== STREAM_DELETED && of.wanted(recorded)) yield* decode(recorded);
    if (page.atHead) return;
    after = page.position;
  }
}
