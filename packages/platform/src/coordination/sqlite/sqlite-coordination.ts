/** The embedded Coordination: one SQLite file and one thread. */
import type { JsonObject } from '../../values/json.js';
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import type { Coordination, CoordinationEntry, PutOptions, PutResult } from '../coordination.js';
import { coordinationService, type CoordinationMethods } from './coordination-service.js';

const DEFAULT_LIMIT = 1_000;

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteCoordination(settings: HostedStoreSettings): Promise<Coordination> {
  const coordination = new SqliteCoordination(settings);
  await coordination.ready();
  return coordination;
}

class SqliteCoordination implements Coordination {
  private readonly entries: HostedStore<CoordinationMethods>;

  constructor(settings: HostedStoreSettings) {
    const hosting = { name: 'coordination', service: coordinationService, folder: __dirname };
    this.entries = new HostedStore(hosting, settings);
  }

  async ready(): Promise<void> {
    await this.entries.ready();
  }

  async get(key: string): Promise<CoordinationEntry | undefined> {
    return this.entries.call('get', key);
  }

  async put(key: string, value: JsonObject, options: PutOptions = {}): Promise<PutResult> {
    return this.entries.call('put', { key, value, expected: options.expected, ttl: options.ttl });
  }

  async delete(key: string, expected?: number): Promise<boolean> {
    return this.entries.call('delete', { key, expected });
  }

  async range(from: string, to: string, limit = DEFAULT_LIMIT): Promise<readonly CoordinationEntry[]> {
    return this.entries.call('range', { from, to, limit });
  }

  async putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    await this.entries.call('putMany', entries);
  }

  async sweep(): Promise<number> {
    let total = 0;
    for (let swept = -1; swept !== 0; total += swept) swept = await this.entries.call('sweep', null);
    return total;
  }

  async close(): Promise<void> {
    await this.entries.close();
  }
}
