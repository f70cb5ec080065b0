/** The EventStoreDB adapter under the port's contract: on the stand-in, or on the server that EVENT_STORE_URL names. */
import { openEventStoreDb } from '../../src/platform/event-store/eventstoredb/eventstoredb-event-store.js';
import { EventStoreDbStandIn } from '../stand-ins/eventstoredb/stand-in.js';
import { eventStoreContract } from './event-store.contract.js';

for (const version of ['23.10', '24.2'] as const) {
  eventStoreContract(`EventStoreDB, stand-in for ${version}`, async () => {
    const standIn = await EventStoreDbStandIn.start({ version });
    return {
      open: async () => openEventStoreDb({ url: standIn.url }),
      dispose: async () => {
        await standIn.kill();
        expect(standIn.unknownCalls).toEqual([]);
      },
    };
  });
}
