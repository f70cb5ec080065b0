/** Reads of one process: one connection for single reads, and one for each open snapshot. */
import type { HostedFile } from '../../sqlite/grouped-service.js';
import { openDatabase } from '../../sqlite/open-database.js';
import { patiently } from '../../sqlite/patience.js';
import { storeError } from '../../sqlite/sqlite-errors.js';
import type { Argument, HostedService } from '../../threads/calls.js';
import { oneByOne, type Given } from '../../threads/one-by-one.js';
import type { Position } from '../../event-store/event-store.js';
import type { RangeQuery, Selected, Selection } from '../read-models.js';
import type { Collection } from './collection-table.js';
import { packDocuments, type DocumentRow, type PackedDocuments } from './packed-documents.js';
import { READ_MODELS_FILE } from './read-models-file.js';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { Collections } from './collections.js';
import { rangeStatement, selectStatements } from './range-statement.js';

/** The number of an open snapshot; null: the documents committed now. */
export type SnapshotId = number | null;

interface Scoped {
  readonly snapshot: SnapshotId;
}

type PackedSelected = Pick<Selected, 'total'> & { readonly documents: PackedDocuments };

export interface ReaderMethods {
  getMany(read: Scoped & { readonly collection: string; readonly keys: readonly string[] }): PackedDocuments;
  range(read: Scoped & { readonly collection: string; readonly query: RangeQuery }): PackedDocuments;
  select(read: Scoped & { readonly collection: string; readonly selection: Selection }): PackedSelected;
  checkpoint(read: Scoped & { readonly name: string }): Position | null;
  checkpoints(read: Scoped & { readonly prefix: string }): readonly (readonly [string, Position])[];
  openSnapshot(none: null): number;
  closeSnapshot(snapshot: number): void;
}

type Reads = { readonly [K in keyof ReaderMethods]: (argument: Argument<ReaderMethods, K>) => Given };

const given = (documents: PackedDocuments): Given => ({
  value: documents,
  transfer: [documents.bodies.buffer],
});

export function readerService(settings: HostedFile): HostedService {
  const { file, patienceMs } = settings;
  const connections = new Connections(settings);
  const at = ({ snapshot }: Scoped): DocumentReader => connections.reader(snapshot);
  const reads: Reads = {
    getMany: (read) => given(at(read).getMany(read.collection, read.keys)),
    range: (read) => given(at(read).range(read.collection, read.query)),
    select: (read) => ({ value: at(read).select(read.collection, read.selection) }),
    checkpoint: (read) => ({ value: at(read).checkpoint(read.name) }),
    checkpoints: (read) => ({ value: at(read).checkpoints(read.prefix) }),
    openSnapshot: () => ({ value: connections.openSnapshot() }),
    closeSnapshot: (snapshot) => ({ value: connections.closeSnapshot(snapshot) }),
  };
  const run = (method: string, argument: unknown): Given => {
    try {
      // In WAL mode readers don't wait, except during recovery and a restart of the journal.
      return patiently(file, patienceMs, () => reads[method as keyof Reads](argument as never)).value;
    } catch (error) {
      throw storeError(error, file);
    }
  };
  return oneByOne(run, () => connections.close());
}

interface Connection {
  readonly reader: DocumentReader;
  readonly close: () => void;
}

class Connections {
  private readonly current = this.connect();
  private readonly spare: Connection[] = [];
  private readonly snapshots = new Map<number, Connection>();
  private lastSnapshot = 0;

  constructor(private readonly settings: HostedFile) {}

  reader(snapshot: SnapshotId): DocumentReader {
    if (snapshot === null) return this.current.reader;
    const connection = this.snapshots.get(snapshot);
    if (connection === undefined) throw new TypeError('a read from a snapshot that has ended');
    return connection.reader;
  }

  openSnapshot(): number {
    const connection = this.spare.pop() ?? this.connect();
    connection.reader.beginSnapshot();
    this.snapshots.set(++this.lastSnapshot, connection);
    return this.lastSnapshot;
  }

  closeSnapshot(snapshot: number): void {
    const connection = this.snapshots.get(snapshot);
    if (connection === undefined) return;
    this.snapshots.delete(snapshot);
    connection.reader.endSnapshot();
    this.spare.push(connection);
  }

  close(): void {
    for (const connection of [this.current, ...this.spare, ...this.snapshots.values()]) connection.close();
  }

  private connect(): Connection {
    const database = openDatabase(READ_MODELS_FILE, { ...this.settings, readOnly: true });
    return { reader: new DocumentReader(database), close: () => database.close() };
  }
}

class DocumentReader {
  private readonly collections = new Collections(this.database);

  constructor(private readonly database: DatabaseSyncInstance) {}

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
    const rows = this.rowsOf(collection, [], ({ table }) => {
      const statement = this.collections.prepare(`SELECT key, fields, body FROM "${table}" WHERE key = ?`);
      return keys.map((key) => statement.get(key) as DocumentRow | undefined);
    });
    return packDocuments(rows.filter((row) => row !== undefined));
  }

  range(collection: string, query: RangeQuery): PackedDocuments {
    const rows = this.rowsOf(collection, [], (found) => {
      const { sql, values } = rangeStatement(collection, found, query);
      return this.collections.prepare(sql).all(...values) as DocumentRow[];
    });
    return packDocuments(rows);
  }

  select(collection: string, selection: Selection): PackedSelected {
    const none: { rows: DocumentRow[]; total: number | null } = { rows: [], total: 0 };
    const { rows, total } = this.rowsOf(collection, none, (found) => {
      const { page, total } = selectStatements(collection, found, selection);
      const rows = this.collections.prepare(page.sql).all(...page.values) as DocumentRow[];
      if (selection.isCounted === false) return { rows, total: null };
      const [count] = this.collections.prepare(total.sql).get(...total.values) as readonly [number];
      return { rows, total: count };
    });
    return { documents: packDocuments(rows), total };
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
  private rowsOf<Rows>(name: string, none: Rows, read: (collection: Collection) => Rows): Rows {
    const isOwnMoment = !this.database.isTransaction;
    if (isOwnMoment) this.beginSnapshot();
    try {
      const collection = this.collections.find(name);
      return collection === undefined ? none : read(collection);
    } finally {
      if (isOwnMoment) this.endSnapshot();
    }
  }
}
