/** The embedded ReadingStore: one SQLite file and one thread. */
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import { refuseTooLarge, type KeptReading, type ReadingStore } from '../reading-store.js';
import { ReadingsGlance } from './readings-glance.js';
import { readingsService, type ReadingMethods } from './readings-service.js';

export interface SqliteReadingsSettings extends HostedStoreSettings {
  /** The most keys that the caller's thread looks up by itself; default: those of one request. */
  readonly mostLooks?: number | undefined;
}

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteReadings(settings: SqliteReadingsSettings): Promise<ReadingStore> {
  const readings = new SqliteReadings(settings);
  await readings.ready();
  return readings;
}

class SqliteReadings implements ReadingStore {
  private readonly readings: HostedStore<ReadingMethods>;
  /** Null where a look is no cheaper than a call. */
  private readonly glance: ReadingsGlance | null;

  constructor(settings: SqliteReadingsSettings) {
    const hosting = { name: 'readings', service: readingsService, folder: __dirname };
    this.readings = new HostedStore(hosting, settings);
    this.glance =
      settings.hosting === 'direct' ? null : new ReadingsGlance(settings.file, settings.mostLooks);
  }

  async ready(): Promise<void> {
    await this.readings.ready();
  }

  async find(kind: string, keys: readonly string[], fetchedFrom: number): Promise<readonly KeptReading[]> {
    if (this.glance?.mayHold(kind, keys, fetchedFrom) === false) return [];
    return this.readings.call('find', { kind, keys, fetchedFrom });
  }

  async keep(reading: KeptReading): Promise<void> {
    refuseTooLarge(reading);
    await this.readings.call('keep', reading);
  }

  async sweep(fetchedBefore: number): Promise<number> {
    let total = 0;
    for (let swept = -1; swept !== 0; total += swept)
      swept = await this.readings.call('sweep', fetchedBefore);
    return total;
  }

  async close(): Promise<void> {
    this.glance?.close();
    await this.readings.close();
  }
}
