/** The EventStoreDB adapter under the port's contract: on stand-ins, or on the server that EVENT_STORE_URL names. */
import { openEventStoreDb } from '../../../packages/platform/src/event-store/eventstoredb/eventstoredb-event-store.js';
import { eventStoreContract } from '../event-store.contract.js';
import { serversUnderTest } from './servers-under-test.js';

for (const { title, start } of serversUnderTest()) {
  eventStoreContract(title, async () => {
    const { url, stop } = await start();
    return { open: async () => openEventStoreDb({ url }), dispose: stop };
  });
}
