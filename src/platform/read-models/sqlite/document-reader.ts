/** Reads the embedded read models on one connection. A collection that was never declared reads as empty. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Position } from '../../event-store/event-store.js';
import type { RangeQuery } from '../read-models.js';
import { Collections } from './collections.js';
import { packDocuments, type DocumentRow, type PackedDocuments } from './packed-documents.js';
import { rangeStatement } from './range-statement.js';

export class DocumentReader {
  private readonly collections: Collections;

  constructor(private readonly database: DatabaseSyncInstance) {
    this.collections = new Collections(database);
  }

  /** Every read until `endSnapshot` sees this moment. */
  beginSnapshot(): void {
    this.database.exec('BEGIN');
    // The transaction's moment is that of its first read, not of its begin.
    this.collections.refresh();
  }

  endSnapshot(): void {
    this.database.exec('COMMIT');
  }

  getMany(collection: string, keys: readonly string[]): PackedDocuments {
    return this.atOneMoment(() => {
      const found = this.collections.find(collection);
      if (found === undefined) return packDocuments([]);
      const statement = this.collections.prepare(
        `SELECT key, fields, body FROM "${found.table}" WHERE key = ?`,
      );
      const rows = keys.map((key) => statement.get(key) as DocumentRow | undefined);
      return packDocuments(rows.filter((row) => row !== undefined));
    });
  }

  range(collection: string, query: RangeQuery): PackedDocuments {
    return this.atOneMoment(() => {
      const found = this.collections.find(collection);
      if (found === undefined) return packDocuments([]);
      const { sql, values } = rangeStatement(collection, found, query);
      return packDocuments(this.collections.prepare(sql).all(...values) as DocumentRow[]);
    });
  }

  checkpoint(name: string): Position | null {
    const statement = this.collections.prepare('SELECT position FROM checkpoints WHERE name = ?');
    const row = statement.get(name) as readonly [Position] | undefined;
    return row?.[0] ?? null;
  }

  checkpoints(prefix: string): (readonly [string, Position])[] {
    const statement = this.collections.prepare(
      'SELECT name, position FROM checkpoints WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name',
    );
    return statement.all(prefix) as (readonly [string, Position])[];
  }

  /** Reads table and documents at one moment: another process may drop the collection in between. */
  private atOneMoment<T>(read: () => T): T {
    if (this.database.isTransaction) return read();
    this.beginSnapshot();
    try {
      return read();
    } finally {
      this.endSnapshot();
    }
  }
}
