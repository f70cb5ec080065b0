/** The embedded Coordination: one SQLite file and one thread. */
import { resolve } from 'node:path';
import type { JsonObject } from '../../../shared/json.js';
import { StoreUnavailableError } from '../../event-store/event-store.js';
import { DEFAULT_PATIENCE_MS } from '../../sqlite/open-database.js';
import { reviveStoreError } from '../../sqlite/sqlite-errors.js';
import { ServiceLostError, type Answer, type Argument, type Caller } from '../../threads/calls.js';
import { DirectCaller } from '../../threads/direct-caller.js';
import { ThreadCaller } from '../../threads/thread-caller.js';
import { threadFile } from '../../threads/thread-file.js';
import type { Coordination, CoordinationEntry, PutOptions, PutResult } from '../coordination.js';
import type { CoordinationSettings } from './coordination-file.js';
import { coordinationService, type CoordinationMethods } from './coordination-service.js';

export interface SqliteCoordinationSettings {
  /** Made where it isn't there; its directory must be. */
  readonly file: string;
  /** How long a call waits for other processes' locks, in milliseconds; default 10,000. */
  readonly patienceMs?: number;
  /** See `SqliteEventStoreSettings`. */
  readonly hosting?: 'thread' | 'direct';
}

const DEFAULT_LIMIT = 1_000;

/** @throws StoreUnavailableError with one line: not our file, written by a newer program, locked, not to be opened */
export async function openSqliteCoordination(settings: SqliteCoordinationSettings): Promise<Coordination> {
  const coordination = new SqliteCoordination(settings);
  await coordination.ready();
  return coordination;
}

class SqliteCoordination implements Coordination {
  private readonly entries: Caller<CoordinationMethods>;

  constructor(settings: SqliteCoordinationSettings) {
    const { patienceMs = DEFAULT_PATIENCE_MS, hosting = 'thread' } = settings;
    const file: CoordinationSettings = { file: resolve(settings.file), patienceMs };
    this.entries =
      hosting === 'direct'
        ? new DirectCaller('coordination', () => coordinationService(file), reviveStoreError)
        : new ThreadCaller({
            file: threadFile(__dirname, 'coordination.thread'),
            settings: file,
            name: 'coordination',
            revive: reviveStoreError,
          });
  }

  async ready(): Promise<void> {
    await this.entries.ready();
  }

  async get(key: string): Promise<CoordinationEntry | undefined> {
    return this.call('get', key);
  }

  async put(key: string, value: JsonObject, options: PutOptions = {}): Promise<PutResult> {
    return this.call('put', { key, value, expected: options.expected, ttl: options.ttl });
  }

  async delete(key: string, expected?: number): Promise<boolean> {
    return this.call('delete', { key, expected });
  }

  async range(from: string, to: string, limit = DEFAULT_LIMIT): Promise<readonly CoordinationEntry[]> {
    return this.call('range', { from, to, limit });
  }

  async putMany(entries: readonly { key: string; value: JsonObject; ttl?: number }[]): Promise<void> {
    await this.call('putMany', entries);
  }

  async sweep(): Promise<number> {
    let total = 0;
    for (let swept = -1; swept !== 0; total += swept) swept = await this.call('sweep', null);
    return total;
  }

  async close(): Promise<void> {
    await this.entries.close();
  }

  private async call<K extends keyof CoordinationMethods>(
    method: K,
    argument: Argument<CoordinationMethods, K>,
  ): Promise<Answer<CoordinationMethods, K>> {
    try {
      return await this.entries.call(method, argument);
    } catch (error) {
      throw error instanceof ServiceLostError ? new StoreUnavailableError(error.message) : error;
    }
  }
}
