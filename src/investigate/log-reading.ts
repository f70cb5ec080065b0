/** Reads the log for investigations: one stream, or some categories. Makes references to its events. */
import { decode, type LoggedEvent } from '../streams/index.js';
import { LOG_START, STREAM_DELETED } from '../../packages/platform/src/event-store/event-store.js';
import type {
  EventStore,
  Position,
  RecordedEvent,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
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

/** Refers to an event, with enough to find it in the store's own console. */
export interface EventReference {
  readonly id: string;
  readonly type: string;
  readonly time: string;
  readonly stream: StreamName;
  readonly revision: number;
  /** Position in this store; it changes when the log is moved to another store. */
  readonly position: string;
  /** `key:<key id>`, `operator:<name>`, `operator` (no name recorded) or `worker`. */
  readonly actor: string;
}

export function eventReference(entry: LoggedEvent): EventReference {
  const { id, event, time, stream, revision, position, actor } = entry;
  return { id, type: event.type, time, stream, revision, position, actor };
}

/**
 * Sorts events by position. Several events may be packed in one stored event and share its position; they
 * keep their order.
 */
export const inLogOrder = (entries: readonly LoggedEvent[]): LoggedEvent[] =>
  [...entries].sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : 0));
