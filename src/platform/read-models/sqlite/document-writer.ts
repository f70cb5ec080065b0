/** Writes the embedded read models, inside a transaction. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JsonObject } from '../../../shared/json.js';
import type { CheckpointMove, CollectionSpec } from '../read-models.js';
import { indexValue, type Collection } from './collection-table.js';
import { Collections } from './collections.js';
import type { PackedCommit, PackedWrite } from './packed-commit.js';

/** The most documents, and bytes, of a dropped collection in one transaction. Each is overwritten. */
const REMOVED_AT_ONCE = 500;
const REMOVED_BYTES = 4_000_000;

export class DocumentWriter {
  private readonly collections: Collections;

  constructor(private readonly database: DatabaseSyncInstance) {
    this.collections = new Collections(database);
  }

  commit(commit: PackedCommit): 'committed' | 'superseded' {
    this.collections.refresh();
    if (!this.moveCheckpoint(commit.checkpoint)) return 'superseded';
    let start = 0;
    for (const write of commit.writes) {
      if (write.op !== 'put') {
        this.remove(write);
        continue;
      }
      const end = start + Math.max(write.length, 0);
      this.put(write, write.length === -1 ? null : commit.bodies.subarray(start, end));
      start = end;
    }
    return 'committed';
  }

  declare(specs: readonly CollectionSpec[]): void {
    this.collections.refresh();
    for (const spec of specs) this.collections.declare(spec);
  }

  drop(collections: readonly string[], checkpoints: readonly string[]): void {
    this.collections.refresh();
    for (const name of collections) this.collections.drop(name);
    const forget = this.collections.prepare('DELETE FROM checkpoints WHERE name = ?');
    for (const name of checkpoints) forget.run(name);
  }

  /** Removes some documents of dropped collections; false when none are left. */
  removeDropped(): boolean {
    const table = this.collections.findDropped();
    if (table === undefined) return false;
    const last = this.lastOfPortion(table);
    if (last === undefined) this.database.exec(`DROP TABLE "${table}"`);
    else this.database.exec(`DELETE FROM "${table}" WHERE rowid <= ${last}`);
    return true;
  }

  /** The last row that a short transaction may erase; undefined where there is none. */
  private lastOfPortion(table: string): number | undefined {
    const sizes = this.collections.prepare(
      `SELECT rowid, ifnull(length(body), 0) FROM "${table}" ORDER BY rowid LIMIT ${REMOVED_AT_ONCE}`,
    );
    let bytes = 0;
    let last: number | undefined;
    for (const [row, size] of sizes.all() as (readonly [number, number])[]) {
      bytes += size;
      if (last !== undefined && bytes > REMOVED_BYTES) break;
      last = row;
    }
    return last;
  }

  private moveCheckpoint({ name, expected, next }: CheckpointMove): boolean {
    const { changes } =
      expected === null
        ? this.collections
            .prepare('INSERT INTO checkpoints VALUES (?, ?) ON CONFLICT DO NOTHING')
            .run(name, next)
        : this.collections
            .prepare('UPDATE checkpoints SET position = ? WHERE name = ? AND position = ?')
            .run(next, name, expected);
    return changes === 1;
  }

  private put(write: Extract<PackedWrite, { op: 'put' }>, body: Uint8Array | null): void {
    const collection = this.collection(write.collection);
    const values: (string | number)[] = [];
    if (collection.columns.length > 0) {
      const fields = JSON.parse(write.fields) as JsonObject;
      for (const field of collection.columns) values.push(indexValue(fields, field));
    }
    this.collections.prepare(collection.put).run(write.key, write.fields, body, ...values);
  }

  private remove(write: Exclude<PackedWrite, { op: 'put' }>): void {
    const { table } = this.collection(write.collection);
    if (write.op === 'delete') {
      this.collections.prepare(`DELETE FROM "${table}" WHERE key = ?`).run(write.key);
    } else {
      this.collections.prepare(`DELETE FROM "${table}" WHERE key >= ? AND key < ?`).run(write.from, write.to);
    }
  }

  private collection(name: string): Collection {
    const collection = this.collections.find(name);
    if (collection === undefined) throw new TypeError(`collection ${name} is not declared`);
    return collection;
  }
}
