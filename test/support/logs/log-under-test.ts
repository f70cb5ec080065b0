/** A log that holds nothing yet, on whichever store the suite runs on (`stores-under-test.ts`). */
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import { OwnEvents } from '../../../packages/platform/src/event-store/own-events.js';
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { CATEGORIES } from '../../../src/streams/index.js';
import { serversUnderTest } from '../../stores/eventstoredb/servers-under-test.js';
import { MemoryEventStore } from '../stores/memory-event-store.js';
import { newPrefix, storeChoice } from '../stores/stores-under-test.js';

export interface LogsUnderTest {
  /** Another one at every call. */
  fresh(): EventStore;
  /** How many times longer anything takes than in memory, at the most. */
  readonly slowness: number;
  close(): Promise<void>;
}

/** Without a server in memory, as fast as it takes for thousands of histories; the embedded file has faults of its own. */
export async function openLogs(): Promise<LogsUnderTest> {
  if (storeChoice() === 'embedded')
    return { fresh: () => new MemoryEventStore(), slowness: 1, close: async () => undefined };
  const [server] = serversUnderTest();
  if (server === undefined) throw new Error('no server to test on');
  const { url, stop } = await server.start();
  const store = openEventStoreDb({ url });
  return {
    fresh: () => new OwnEvents(store, { prefix: newPrefix(), categories: CATEGORIES }),
    slowness: 10,
    close: async () => {
      await store.close();
      await stop();
    },
  };
}
