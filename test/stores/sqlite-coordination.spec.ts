/** The embedded coordination store under the port's contract, in a thread of its own and in the caller's. */
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openSqliteCoordination } from '../../packages/platform/src/coordination/sqlite/sqlite-coordination.js';
import { coordinationContract } from './coordination.contract.js';

for (const hosting of ['thread', 'direct'] as const) {
  coordinationContract(`SQLite, ${hosting}`, async () => {
    const folder = new TemporaryFolder();
    return {
      open: () => openSqliteCoordination({ file: folder.file('coordination.db'), hosting }),
      dispose: async () => folder.remove(),
    };
  });
}
