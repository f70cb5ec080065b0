/** The stores in MongoDB, over one client. */
import { MongoCoordination } from '../coordination/mongodb/mongodb-coordination.js';
import { MongoReadModels } from '../read-models/mongodb/mongodb-read-models.js';
import { MongoReadings } from '../readings/mongodb/mongodb-readings.js';
import { MongoConnection, type MongoSettings } from './connection.js';

/** @throws StoreUnavailableError in one line: MONGODB_URL can never be used. A server may come later. */
export async function openMongoDb(settings: MongoSettings) {
  const connection = new MongoConnection(settings);
  const stores = {
    readModels: new MongoReadModels(connection.share()),
    coordination: new MongoCoordination(connection.share()),
    readings: new MongoReadings(connection.share()),
  };
  try {
    await connection.refuseUnfit();
  } catch (error) {
    await Promise.all([stores.readModels.close(), stores.coordination.close(), stores.readings.close()]);
    throw error;
  }
  return stores;
}
