/** Coordination alone, for a thread that needs no other store. */
import { join } from 'node:path';
import type { Coordination } from '../coordination/coordination.js';
import { openSqliteCoordination } from '../coordination/sqlite/sqlite-coordination.js';
import { STORE_FILES } from './embedded-files.js';
import type { StoresSettings } from './stores.js';

/** Opens it where the settings place it. @throws StoreUnavailableError like `openStores` */
export async function openCoordination({
  dataDir,
  mongodbUrl,
  hosting = 'thread',
}: Omit<StoresSettings, 'eventStoreUrl'>): Promise<Coordination> {
  if (mongodbUrl == null)
    return openSqliteCoordination({ file: join(dataDir, STORE_FILES.coordination), hosting });
  const { openMongoDb } = await import('../mongodb/open-mongodb.js');
  const { coordination, readModels, readings } = await openMongoDb({ url: mongodbUrl });
  // The three share a connection, which ends with the last of them.
  await Promise.all([readModels.close(), readings.close()]);
  return coordination;
}
