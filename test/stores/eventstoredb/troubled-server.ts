/** A stand-in that gets into trouble, and the adapter that has to live with it. */
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import {
  EventStoreDbProcess,
  type EventStoreDbOptions,
} from '../../../packages/eventstoredb-stand-in/src/index.js';

/** Milliseconds until a call without an answer is given up: short enough for a test, long enough for a busy machine. */
const DEADLINE_MS = 400;
/** Where appends are large and every answer comes. */
export const PATIENT = { deadlineMs: 10_000 };

export interface Troubled {
  readonly server: EventStoreDbProcess;
  readonly store: EventStore;
  /** One more adapter, on this or another node. */
  readonly open: (url?: string, patienceMs?: number) => EventStore;
}

/** Runs a test body against a stand-in of its own; nothing may be left rejected that nobody holds. */
export async function withTrouble(
  options: Pick<EventStoreDbOptions, 'version'> & { readonly deadlineMs?: number },
  body: (troubled: Troubled) => Promise<void>,
): Promise<void> {
  const { deadlineMs, ...started } = options;
  const server = await EventStoreDbProcess.start(started);
  try {
    await inTrouble(server, body, deadlineMs);
  } finally {
    await server.stop();
  }
}

/** The same against one that goes on to the next test, for bodies that keep to streams of their own. */
export async function inTrouble(
  server: EventStoreDbProcess,
  body: (troubled: Troubled) => Promise<void>,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const opened: EventStore[] = [];
  const open = (url = server.url, patienceMs = 5_000): EventStore => {
    const withDeadline = `${url}&defaultDeadline=${deadlineMs}&maxDiscoverAttempts=1&gossipTimeout=1`;
    const store = openEventStoreDb({ url: withDeadline, patienceMs, stallMs: deadlineMs });
    opened.push(store);
    return store;
  };
  const unhandled: unknown[] = [];
  const note = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', note);
  try {
    await body({ server, store: open(), open });
  } finally {
    await server.control.behave();
    await Promise.all(opened.map((store) => store.close()));
    process.off('unhandledRejection', note);
  }
  expect(unhandled).toEqual([]);
}
