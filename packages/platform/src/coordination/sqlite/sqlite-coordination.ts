/** The embedded Coordination: one SQLite file and one thread. */
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import type { Coordination } from '../coordination.js';
import { coordinationService, type CoordinationMethods } from './coordination-service.js';

const DEFAULT_LIMIT = 1_000;

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteCoordination(settings: HostedStoreSettings): Promise<Coordination> {
  const hosting = { name: 'coordination', service: coordinationService, folder: __dirname };
  const entries = new HostedStore<CoordinationMethods>(hosting, settings);
  await entries.ready();
  return {
    get: (key) => entries.call('get', key),
    put: (key, value, { expected, ttl } = {}) => entries.call('put', { key, value, expected, ttl }),
    delete: (key, expected) => entries.call('delete', { key, expected }),
    range: (from, to, limit = DEFAULT_LIMIT) => entries.call('range', { from, to, limit }),
    putMany: (puts) => entries.call('putMany', puts),
    async sweep() {
      let total = 0;
      for (let swept = -1; swept !== 0; total += swept) swept = await entries.call('sweep', null);
      return total;
    },
    close: () => entries.close(),
  };
}
