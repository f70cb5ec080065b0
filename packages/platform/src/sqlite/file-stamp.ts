/** The stamp of an embedded file: a table beside the schema's. Programs that know no stamps ignore it. */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { existsSync } from 'node:fs';
import { StoreUnavailableError, type Position } from '../event-store/event-store.js';
import type { LogStamp, Stamp } from '../stores/stamp.js';
import { DEFAULT_PATIENCE_MS, firstRow, openDatabase, type FileKind } from './open-database.js';
import { patiently } from './patience.js';
import { Transactions } from './transaction.js';

const TABLE =
  'CREATE TABLE IF NOT EXISTS stamp (one INTEGER PRIMARY KEY CHECK (one = 1), log TEXT NOT NULL, least INTEGER NOT NULL) STRICT';

/** The query for how far a file of this kind reaches in the log: one value, or none. */
export interface Reach {
  /** The columns, and the table they come from. */
  readonly query: readonly [string, string];
  readonly position: (value: unknown) => Position;
}

export class FileStamp implements LogStamp {
  /** @param name the file */
  constructor(
    readonly name: string,
    private readonly kind: FileKind,
    private readonly reached: Reach,
  ) {}

  async read(): Promise<Stamp | null> {
    const row = this.look('log, least', 'stamp');
    return row === null ? null : { log: String(row[0]), least: Number(row[1]) };
  }

  async begin({ log, least }: Stamp): Promise<boolean> {
    return this.write((database) => {
      database.exec(TABLE);
      if (firstRow(database, 'log', 'stamp') !== null) return false;
      database.exec(`INSERT INTO stamp VALUES (1, '${log}', ${least})`); // a UUID of our own
      return true;
    });
  }

  async raise(least: number): Promise<void> {
    this.write((database) => database.exec(`UPDATE stamp SET least = max(least, ${least})`));
  }

  async reach(): Promise<Position> {
    return this.reached.position(this.look(...this.reached.query)?.[0]);
  }

  private write<T>(work: (database: DatabaseSyncInstance) => T): T {
    const database = openDatabase(this.kind, { file: this.name, patienceMs: DEFAULT_PATIENCE_MS });
    try {
      return new Transactions(database, this.name, DEFAULT_PATIENCE_MS).run(() => work(database));
    } finally {
      database.close();
    }
  }

  /** The first row; null without a file, table or row. The store's opening reports any other fault. */
  private look(columns: string, from: string): readonly unknown[] | null {
    if (!existsSync(this.name)) return null;
    let database: DatabaseSyncInstance | undefined;
    try {
      const reading = (database = new DatabaseSync(this.name, { readOnly: true, timeout: 0 }));
      return patiently(this.name, DEFAULT_PATIENCE_MS, () => firstRow(reading, columns, from)).value;
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      return null;
    } finally {
      database?.close();
    }
  }
}
