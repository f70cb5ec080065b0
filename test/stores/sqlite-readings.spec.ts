/** The embedded store of readings under the port's contract, in a thread of its own and in the caller's. */
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openSqliteReadings } from '../../packages/platform/src/readings/sqlite/sqlite-readings.js';
import { readingStoreContract } from './reading-store.contract.js';

for (const hosting of ['thread', 'direct'] as const) {
  readingStoreContract(`SQLite, ${hosting}`, async () => {
    const folder = new TemporaryFolder();
    return {
      open: () => openSqliteReadings({ file: folder.file('readings.db'), hosting }),
      dispose: async () => folder.remove(),
    };
  });
}
