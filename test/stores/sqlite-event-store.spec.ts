/** The embedded event store under the port's contract, in threads of its own and in the caller's. */
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openSqliteEventStore } from '../../src/platform/event-store/sqlite/sqlite-event-store.js';
import { eventStoreContract } from './event-store.contract.js';

for (const hosting of ['thread', 'direct'] as const) {
  eventStoreContract(`SQLite, ${hosting}`, async () => {
    const folder = new TemporaryFolder();
    return {
      open: () => openSqliteEventStore({ file: folder.file('events.db'), hosting }),
      dispose: async () => folder.remove(),
    };
  });
}
