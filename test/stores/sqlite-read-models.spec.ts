/** The embedded read models under the port's contract, in threads of their own and in the caller's. */
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openSqliteReadModels } from '../../packages/platform/src/read-models/sqlite/sqlite-read-models.js';
import { readModelsContract } from './read-models.contract.js';

for (const hosting of ['thread', 'direct'] as const) {
  readModelsContract(`SQLite, ${hosting}`, async () => {
    const folder = new TemporaryFolder();
    return {
      open: () => openSqliteReadModels({ file: folder.file('read-models.db'), hosting }),
      dispose: async () => folder.remove(),
    };
  });
}
