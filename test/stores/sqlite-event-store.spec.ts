/** The embedded event store under the port's contract, in threads of its own and in the caller's. */
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { OwnEvents } from '../../packages/platform/src/event-store/own-events.js';
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

const withPrefix = async () => {
  const folder = new TemporaryFolder();
  const settings = { file: folder.file('events.db'), hosting: 'direct' } as const;
  return {
    open: async () => new OwnEvents(await openSqliteEventStore(settings), { prefix: 'ours.' }),
    dispose: async () => folder.remove(),
  };
};
eventStoreContract('SQLite, names with a prefix', withPrefix, false);
