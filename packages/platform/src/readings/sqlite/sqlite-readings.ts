/** The embedded ReadingStore: one SQLite file and one thread. */
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import { refuseTooLarge, type ReadingStore } from '../reading-store.js';
import { ReadingsGlance } from './readings-glance.js';
import { readingsService, type ReadingMethods } from './readings-service.js';

export interface SqliteReadingsSettings extends HostedStoreSettings {
  /** The most keys that the caller's thread looks up by itself; default: those of one request. */
  readonly mostLooks?: number | undefined;
}

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteReadings(settings: SqliteReadingsSettings): Promise<ReadingStore> {
  const { file, hosting, mostLooks } = settings;
  const hosted = { name: 'readings', service: readingsService, folder: __dirname };
  const readings = new HostedStore<ReadingMethods>(hosted, settings);
  // In the caller's own thread a look is no cheaper than a call.
  const glance = hosting === 'direct' ? null : new ReadingsGlance(file, mostLooks);
  await readings.ready();
  return {
    async find(kind, keys, fetchedFrom) {
      if (glance?.mayHold(kind, keys, fetchedFrom) === false) return [];
      return readings.call('find', { kind, keys, fetchedFrom });
    },
    async keep(reading) {
      refuseTooLarge(reading);
      await readings.call('keep', reading);
    },
    async sweep(fetchedBefore) {
      let total = 0;
      for (let swept = -1; swept !== 0; total += swept) swept = await readings.call('sweep', fetchedBefore);
      return total;
    },
    async close() {
      glance?.close();
      await readings.close();
    },
  };
}
