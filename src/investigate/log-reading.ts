/** Reads the log for investigations: one stream, or all streams of some categories with a filter. */
import { decode, type LoggedEvent } from '../streams/index.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START, STREAM_DELETED } from '../../packages/platform/src/event-store/event-store.js';
import { storedEvents } from '../../packages/platform/src/event-store/stored-events.js';

export type InvestigatedLog = Pick<EventStore, 'readStream' | 'readAll'>;

const EVENTS_PER_PAGE = 500;

/** All events of a stream, first to last, packs decoded into their events. */
export async function readStreamEvents(log: InvestigatedLog, stream: StreamName): Promise<LoggedEvent[]> {
  const entries: LoggedEvent[] = [];
  for await (const recorded of storedEvents(log, stream)) entries.push(...decode(recorded));
  return entries;
}

export interface LogScan {
  readonly categories: readonly string[];
  /** Position after which the scan begins. Default: the start of the log. */
  readonly after?: Position;
  /** Chooses events by their stored form. Only the chosen events are decoded. */
  readonly filter: (recorded: RecordedEvent) => boolean;
}

/** The events that the scan wants, decoded and in log order. */
export async function* scanLog(log: InvestigatedLog, query: LogScan): AsyncGenerator<LoggedEvent> {
  let after = query.after ?? LOG_START;
  for (;;) {
    const page = await log.readAll({ after, categories: query.categories, limit: EVENTS_PER_PAGE });
    for (const recorded of page.events)
      if (recorded.type !== STREAM_DELETED && query.filter(recorded)) yield* decode(recorded);
    if (page.atHead) return;
    after = page.position;
  }
}
