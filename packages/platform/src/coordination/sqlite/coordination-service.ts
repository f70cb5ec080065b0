/** The embedded coordination store on its file. */
import { groupedService, type HostedFile } from '../../sqlite/grouped-service.js';
import { prepareRows } from '../../sqlite/open-database.js';
import type { HostedService } from '../../threads/calls.js';
import type { CoordinationEntry, PutResult } from '../coordination.js';
import { COORDINATION_FILE } from './coordination-file.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JsonObject } from '../../values/json.js';

export const coordinationService = (file: HostedFile): HostedService =>
  groupedService<CoordinationMethods>(COORDINATION_FILE, file, (database) => {
    const entries = new Entries(database);
    return {
      begin: () => entries.begin(),
      methods: entries,
      end: () => entries.end(),
      reads: ['get', 'range'],
      erases: 'sweep',
    };
  });

export type CoordinationMethods = Pick<Entries, 'get' | 'range' | 'put' | 'delete' | 'putMany' | 'sweep'>;

interface Put {
  readonly key: string;
  readonly value: JsonObject;
  /** As in `PutOptions`; undefined: any entry or none. */
  readonly expected?: number | null | undefined;
  /** Milliseconds; undefined: no expiry. */
  readonly ttl?: number | undefined;
}

type Row = readonly [key: string, version: number, value: string, expiresAt: number | null];

const COLUMNS = 'key, version, value, expires_at';
const ALIVE = '(expires_at IS NULL OR expires_at > ?)';
/** Expired entries that one transaction removes. */
const SWEPT_AT_ONCE = 500;

class Entries {
  private readonly one = prepareRows(
    this.database,
    `SELECT ${COLUMNS} FROM entries WHERE key = ? AND ${ALIVE}`,
  );
  private readonly some = prepareRows(
    this.database,
    `SELECT ${COLUMNS} FROM entries WHERE key >= ? AND key < ? AND ${ALIVE} ORDER BY key LIMIT ?`,
  );
  private readonly upsert = this.database.prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)');
  private readonly remove = this.database.prepare('DELETE FROM entries WHERE key = ?');
  private readonly expired = this.database.prepare(
    `DELETE FROM entries WHERE key IN (SELECT key FROM entries WHERE expires_at <= ? LIMIT ${SWEPT_AT_ONCE})`,
  );
  private readonly lastVersion = prepareRows(this.database, 'SELECT last FROM versions');
  private readonly saveVersion = this.database.prepare('UPDATE versions SET last = ?');
  private now = 0;
  private version = 0;
  private savedVersion = 0;

  constructor(private readonly database: DatabaseSyncInstance) {}

  /** Called first in each transaction: one moment decides which entries have expired. */
  begin(): void {
    this.now = Date.now();
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

  range({ from, to, limit }: { from: string; to: string; limit: number }): CoordinationEntry[] {
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

  putMany(puts: readonly Put[]): void {
    for (const put of puts) this.put(put);
  }

  delete({ key, expected }: Pick<Put, 'key' | 'expected'>): boolean {
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
