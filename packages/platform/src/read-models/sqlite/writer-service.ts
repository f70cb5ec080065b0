/** Writes of one process, one transaction each. Documents of dropped collections are removed in between. */
import type { HostedFile } from '../../sqlite/grouped-service.js';
import { Housekeeping } from '../../sqlite/housekeeping.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { Transactions } from '../../sqlite/transaction.js';
import type { HostedService, Settled } from '../../threads/calls.js';
import { settle, type Given } from '../../threads/one-by-one.js';
import type { CollectionSpec, CheckpointMove } from '../read-models.js';
import type { PackedCommit, PackedWrite } from './packed-documents.js';
import { READ_MODELS_FILE } from './read-models-file.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { JsonObject } from '../../values/json.js';
import { indexValue, type Collection } from './collection-table.js';
import { Collections } from './collections.js';

export type WriterMethods = Pick<DocumentWriter, 'commit' | 'declare' | 'drop' | 'removeDropped'>;

export function writerService({ file, patienceMs }: HostedFile): HostedService {
  const database = openDatabase(READ_MODELS_FILE, { file, patienceMs });
  const writer = new DocumentWriter(database);
  const transactions = new Transactions(database, file, patienceMs);
  const housekeeping = new Housekeeping(database, transactions);

  const run = (method: string, argument: unknown): Given => {
    const value = transactions.run(() => writer[method as keyof WriterMethods](argument as never));
    if (erases(method, argument)) housekeeping.erased();
    return { value };
  };
  return {
    next: (queue): Settled[] => {
      const [call] = queue.splice(0, 1);
      if (call === undefined) return [];
      const settled = settle(call, run);
      // More documents are left: goes on after the calls that came in between.
      if (call.method === 'removeDropped' && 'value' in settled && settled.value === true) {
        queue.push(call);
        return [];
      }
      return [settled];
    },
    close: () => {
      housekeeping.stop();
      database.close();
    },
  };
}

const erases = (method: string, argument: unknown): boolean =>
  method === 'removeDropped' ||
  (method === 'commit' &&
    (argument as PackedCommit).writes.some((write) => write.op !== 'put' || write.erases));

/** The maximum of documents, and of bytes, that one transaction removes. Each document is overwritten. */
const REMOVED_AT_ONCE = 500;
const REMOVED_BYTES = 4_000_000;

class DocumentWriter {
  private readonly collections = new Collections(this.database);

  constructor(private readonly database: DatabaseSyncInstance) {}

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

  drop({
    collections,
    checkpoints,
  }: Readonly<Record<'collections' | 'checkpoints', readonly string[]>>): void {
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
