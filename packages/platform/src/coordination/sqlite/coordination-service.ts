/** The embedded coordination store on its file. */
import { groupedService, type HostedFile } from '../../sqlite/grouped-service.js';
import type { HostedService } from '../../threads/calls.js';
import type { CoordinationEntry, PutResult } from '../coordination.js';
import { COORDINATION_FILE } from './coordination-file.js';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { JsonObject } from '../../values/json.js';

export interface CoordinationMethods {
  get(key: string): CoordinationEntry | undefined;
  range(range: Range): readonly CoordinationEntry[];
  put(put: Put): PutResult;
  delete(what: { readonly key: string; readonly expected: number | undefined }): boolean;
  putMany(puts: readonly Put[]): null;
  /** Removes some expired entries. @returns how many; 0 when none are left */
  sweep(none: null): number;
}

export const coordinationService = (file: HostedFile): HostedService =>
  groupedService<CoordinationMethods>(COORDINATION_FILE, file, (database) => {
    const entries = new Entries(database, Date.now);
    return {
      begin: () => entries.begin(),
      methods: {
        get: (key) => entries.get(key),
        range: (range) => entries.range(range),
        put: (put) => entries.put(put),
        delete: ({ key, expected }) => entries.delete(key, expected),
        putMany: (puts) => {
          for (const put of puts) entries.put(put);
          return null;
        },
        sweep: () => entries.sweep(),
      },
      end: () => entries.end(),
      reads: ['get', 'range'],
      erases: 'sweep',
    };
  });

interface Put {
  readonly key: string;
  readonly value: JsonObject;
  /** As in `PutOptions`; undefined: any entry or none. */
  readonly expected?: number | null | undefined;
  /** Milliseconds; undefined: no expiry. */
  readonly ttl?: number | undefined;
}

interface Range {
  readonly from: string;
  readonly to: string;
  readonly limit: number;
}

type Row = readonly [key: string, version: number, value: string, expiresAt: number | null];

const COLUMNS = 'key, version, value, expires_at';
const ALIVE = '(expires_at IS NULL OR expires_at > ?)';
/** Expired entries that one transaction removes. */
const SWEPT_AT_ONCE = 500;

class Entries {
  private readonly one: StatementSyncInstance;
  private readonly some: StatementSyncInstance;
  private readonly upsert: StatementSyncInstance;
  private readonly remove: StatementSyncInstance;
  private readonly expired: StatementSyncInstance;
  private readonly lastVersion: StatementSyncInstance;
  private readonly saveVersion: StatementSyncInstance;
  private now = 0;
  private version = 0;
  private savedVersion = 0;

  /** @param clock tells milliseconds since 1970 */
  constructor(
    database: DatabaseSyncInstance,
    private readonly clock: () => number,
  ) {
    const prepare = (sql: string): StatementSyncInstance => {
      const statement = database.prepare(sql);
      statement.setReturnArrays(true);
      return statement;
    };
    this.one = prepare(`SELECT ${COLUMNS} FROM entries WHERE key = ? AND ${ALIVE}`);
    this.some = prepare(
      `SELECT ${COLUMNS} FROM entries WHERE key >= ? AND key < ? AND ${ALIVE} ORDER BY key LIMIT ?`,
    );
    this.upsert = prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)');
    this.remove = prepare('DELETE FROM entries WHERE key = ?');
    this.expired = prepare(
      `DELETE FROM entries WHERE key IN (SELECT key FROM entries WHERE expires_at <= ? LIMIT ${SWEPT_AT_ONCE})`,
    );
    this.lastVersion = prepare('SELECT last FROM versions');
    this.saveVersion = prepare('UPDATE versions SET last = ?');
  }

  /** Called first in each transaction: one moment decides which entries have expired. */
  begin(): void {
    this.now = this.clock();
    const row = this.lastVersion.get() as readonly [number] | undefined;
    this.version = this.savedVersion = row?.[0] ?? 0;
  }

  /** Called last in each transaction that writes. */
  end(): void {
    if (this.version !== this.savedVersion) this.saveVersion.run(this.version);
  }

  get(key: string): CoordinationEntry | undefined {
    const row = this.one.get(key, this.now) as Row | undefined;
    return row === undefined ? undefined : entryOf(row);
  }

  range({ from, to, limit }: Range): CoordinationEntry[] {
    return (this.some.all(from, to, this.now, limit) as Row[]).map(entryOf);
  }

  put({ key, value, expected, ttl }: Put): PutResult {
    if (expected !== undefined) {
      const entry = this.get(key) ?? null;
      if ((entry?.version ?? null) !== expected) return { outcome: 'conflict', entry };
    }
    this.upsert.run(key, ++this.version, JSON.stringify(value), ttl === undefined ? null : this.now + ttl);
    return { outcome: 'put', version: this.version };
  }

  delete(key: string, expected: number | undefined): boolean {
    const entry = this.get(key);
    if (entry === undefined || (expected !== undefined && entry.version !== expected)) return false;
    this.remove.run(key);
    return true;
  }

  /** @returns how many expired entries it removed; 0 when none are left */
  sweep(): number {
    return Number(this.expired.run(this.now).changes);
  }
}

const entryOf = ([key, version, value, expiresAt]: Row): CoordinationEntry => ({
  key,
  version,
  value: JSON.parse(value) as JsonObject,
  expiresAt,
});
