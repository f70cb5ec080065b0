/** The stores in MongoDB, over one client. */
import type { Coordination } from '../coordination/coordination.js';
import { openMongoCoordination } from '../coordination/mongodb/mongodb-coordination.js';
import { openMongoReadModels } from '../read-models/mongodb/mongodb-read-models.js';
import type { ReadModels } from '../read-models/read-models.js';
import { openMongoReadings } from '../readings/mongodb/mongodb-readings.js';
import type { ReadingStore } from '../readings/reading-store.js';
import { MongoConnection, type MongoSettings } from './connection.js';

export interface MongoStores {
  readonly readModels: ReadModels;
  readonly coordination: Coordination;
  readonly readings: ReadingStore;
}

/**
 * Doesn't wait for a server that isn't there yet.
 * @throws StoreUnavailableError with one line that names MONGODB_URL: the URL or the server can never be used
 */
export async function openMongoDb(settings: MongoSettings): Promise<MongoStores> {
  const connection = new MongoConnection(settings);
  const stores = {
    readModels: openMongoReadModels(connection.share()),
    coordination: openMongoCoordination(connection.share()),
    readings: openMongoReadings(connection.share()),
  };
  try {
    await connection.refuseUnfit();
  } catch (error) {
    await Promise.all([stores.readModels.close(), stores.coordination.close(), stores.readings.close()]);
    throw error;
  }
  return stores;
}
