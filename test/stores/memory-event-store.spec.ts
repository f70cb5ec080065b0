/** The fake that other tests stand on keeps the same contract. */
import { MemoryEventStore } from '../support/stores/memory-event-store.js';
import { eventStoreContract } from './event-store.contract.js';

eventStoreContract('memory', async () => {
  const store = new MemoryEventStore();
  return { open: async () => store, dispose: async () => undefined };
});
