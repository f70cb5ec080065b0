/** The declared collections in the file. What is remembered is forgotten when a process changes them. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { pragmaReader, prepareRows } from '../../sqlite/open-database.js';
import type { CollectionSpec, IndexSpec } from '../read-models.js';
import { addColumn, collectionOf, createIndex, createTable, type Collection } from './collection-table.js';

interface CollectionRow {
  readonly id: number;
  readonly table_name: string;
  readonly spec: string;
}

/** No collection's own table begins with this. */
const DROPPED = '$dropped_';

/** Prepared statements that are kept; they differ by what they read. */
const KEPT_STATEMENTS = 300;

export class Collections {
  private readonly known = new Map<string, Collection>();
  private readonly statements = new Map<string, StatementSyncInstance>();
  private readonly byName = this.database.prepare(
    'SELECT id, table_name, spec FROM collections WHERE name = ?',
  );
  private readonly currentSchema = pragmaReader(this.database, 'schema_version');
  private knownSchema = -1;

  constructor(private readonly database: DatabaseSyncInstance) {}

  /** Undefined where the collection isn't declared or was dropped. */
  find(name: string): Collection | undefined {
    let collection = this.known.get(name);
    if (collection === undefined) {
      const row = this.row(name);
      if (row === undefined) return undefined;
      collection = collectionOf(row.table_name, indexesOf(row));
      this.known.set(name, collection);
    }
    return collection;
  }

  /** Called first in each transaction and read: other processes may have declared or dropped collections. */
  refresh(): void {
    const version = this.currentSchema();
    if (version === this.knownSchema) return;
    this.known.clear();
    this.statements.clear();
    this.knownSchema = version;
  }

  prepare(sql: string): StatementSyncInstance {
    let statement = this.statements.get(sql);
    if (statement === undefined) {
      if (this.statements.size >= KEPT_STATEMENTS) this.statements.clear();
      statement = prepareRows(this.database, sql);
      this.statements.set(sql, statement);
    }
    return statement;
  }

  /** Makes the collection, or the indexes that it lacks. Called inside a write transaction. */
  declare(spec: CollectionSpec): void {
    const row = this.row(spec.name) ?? this.create(spec.name);
    const there = collectionOf(row.table_name, indexesOf(row));
    const added = (spec.indexes ?? []).filter(
      (index) => !there.indexes.some(({ name }) => name === index.name),
    );
    if (added.length === 0) return;
    const whole = collectionOf(row.table_name, [...there.indexes, ...added]);
    for (const field of whole.columns.slice(there.columns.length))
      this.database.exec(addColumn(whole, field));
    for (const index of added) this.database.exec(createIndex(whole, index));
    this.database
      .prepare('UPDATE collections SET spec = ? WHERE id = ?')
      .run(JSON.stringify(whole.indexes), row.id);
  }

  /** Hides the collection; its documents are removed later. Called inside a write transaction. */
  drop(name: string): void {
    const row = this.row(name);
    if (row === undefined) return;
    this.database.prepare('DELETE FROM collections WHERE id = ?').run(row.id);
    // Renaming changes the schema version, by which other processes notice the drop.
    this.database.exec(`ALTER TABLE "${row.table_name}" RENAME TO "${DROPPED}${row.id}"`);
  }

  /** The table of a dropped collection that still has documents. */
  findDropped(): string | undefined {
    const row: unknown = this.database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${DROPPED}*' LIMIT 1`)
      .get();
    return (row as { readonly name: string } | undefined)?.name;
  }

  private create(name: string): CollectionRow {
    const added = this.database
      .prepare("INSERT INTO collections (name, table_name, spec) VALUES (?, '', '[]')")
      .run(name);
    const row = {
      id: Number(added.lastInsertRowid),
      table_name: `${name}__${added.lastInsertRowid}`,
      spec: '[]',
    };
    this.database.prepare('UPDATE collections SET table_name = ? WHERE id = ?').run(row.table_name, row.id);
    this.database.exec(createTable(collectionOf(row.table_name, [])));
    return row;
  }

  private row(name: string): CollectionRow | undefined {
    return this.byName.get(name) as CollectionRow | undefined;
  }
}

const indexesOf = (row: CollectionRow): readonly IndexSpec[] => JSON.parse(row.spec) as readonly IndexSpec[];
