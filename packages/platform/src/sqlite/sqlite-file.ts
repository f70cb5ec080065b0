/** SQLite files that are written once in bulk, or only read. All is synchronous: not for an HTTP thread. */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { constants, copyFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { errorMessage } from '../errors/error-code.js';
import { privateFile } from '../secrets/private-files.js';
import type { Failure } from '../threads/calls.js';

export type SqlValue = string | number | null | Uint8Array;

/** Says why a file can't be used. The message may be shown to an operator. */
export class SqliteFileError extends Error {
  override readonly name = 'SqliteFileError';

  constructor(
    /** `full`: the disk has no room; `damaged`: not a readable file of ours; `failed`: anything else. */
    readonly kind: 'full' | 'damaged' | 'failed',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

function explained(error: unknown): SqliteFileError {
  if (error instanceof SqliteFileError) return error;
  const message = errorMessage(error);
  if (/disk is full|disk I\/O error/i.test(message))
    return new SqliteFileError('full', `the disk is full or failing (${message})`, { cause: error });
  const damaged = /malformed|not a database|unable to open|no such table|no such column/i.test(message);
  return new SqliteFileError(damaged ? 'damaged' : 'failed', message, { cause: error });
}

/** The error that another thread reported. */
export const reviveSqliteFileError = (failure: Failure): Error =>
  failure.name === 'SqliteFileError' ? explained(new Error(failure.message)) : new Error(failure.message);

function explaining<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explained(error);
  }
}

/** A query that was prepared once. Rows come as arrays of column values. */
export class PreparedQuery {
  constructor(private readonly statement: StatementSyncInstance) {
    statement.setReturnArrays(true);
  }

  /** @throws SqliteFileError */
  all(...parameters: readonly SqlValue[]): SqlValue[][] {
    return explaining(() => this.statement.all(...parameters) as SqlValue[][]);
  }

  /** Row by row, for more rows than should be held at once. @throws SqliteFileError */
  *each(...parameters: readonly SqlValue[]): Generator<SqlValue[]> {
    const rows = explaining(() => this.statement.iterate(...parameters)) as Iterator<SqlValue[], undefined>;
    for (;;) {
      const next = explaining(() => rows.next());
      if (next.done === true) return;
      yield next.value;
    }
  }
}

/** A finished file. Nothing writes to it any more, so it is read without locks and side files. */
export class ReadOnlyFile {
  private constructor(private readonly database: DatabaseSyncInstance) {}

  /** @throws SqliteFileError where the file doesn't exist or isn't SQLite */
  static open(path: string, cacheKib = 16_384): ReadOnlyFile {
    return explaining(() => {
      const url = `${pathToFileURL(path).href}?mode=ro&immutable=1`;
      const database = new DatabaseSync(url, { readOnly: true });
      database.exec(`PRAGMA cache_size = -${cacheKib}`);
      return new ReadOnlyFile(database);
    });
  }

  /** @throws SqliteFileError */
  prepare(sql: string): PreparedQuery {
    return explaining(() => new PreparedQuery(this.database.prepare(sql)));
  }

  /** The layout's version, which `BulkFile` wrote into the file. */
  get layoutVersion(): number {
    const value = this.prepare('PRAGMA user_version').all()[0]?.[0];
    return typeof value === 'number' ? value : 0;
  }

  close(): void {
    this.database.close();
  }
}

const ROWS_AT_ONCE = 32;

/** Collects rows and inserts many at once. Call `flush` before the rows must be found. */
export class RowInserter {
  private values: SqlValue[] = [];

  constructor(
    private readonly columns: number,
    private readonly one: StatementSyncInstance,
    private readonly many: StatementSyncInstance,
  ) {}

  /** @throws SqliteFileError */
  add(...row: readonly SqlValue[]): void {
    this.values.push(...row);
    if (this.values.length < this.columns * ROWS_AT_ONCE) return;
    const { values } = this;
    this.values = [];
    explaining(() => this.many.run(...values));
  }

  /** @throws SqliteFileError */
  flush(): void {
    const { values, columns } = this;
    this.values = [];
    explaining(() => {
      for (let at = 0; at < values.length; at += columns) this.one.run(...values.slice(at, at + columns));
    });
  }
}

/** A new file that one process fills as fast as the disk allows. It counts only once it is finished. */
export class BulkFile {
  private constructor(private readonly database: DatabaseSyncInstance) {}

  /**
   * Has no journal and no sync while it is filled: after a crash the file is thrown away. Its exclusive lock
   * shows other processes that the builder still runs; the system drops the lock with the process.
   * @throws SqliteFileError
   */
  static create(path: string, layoutVersion: number): BulkFile {
    return explaining(() => BulkFile.opened(path, ['page_size = 8192'], [`user_version = ${layoutVersion}`]));
  }

  /** A new file that begins as the copy of a finished one. @throws SqliteFileError */
  static copyOf(finished: string, path: string): BulkFile {
    return explaining(() => {
      copyFileSync(finished, path, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      privateFile(path);
      return BulkFile.opened(path, [], []);
    });
  }

  private static opened(path: string, first: readonly string[], last: readonly string[]): BulkFile {
    // Only without this guard does the driver allow a file without a journal.
    const database = new DatabaseSync(path, { defensive: false });
    privateFile(path);
    for (const pragma of [
      ...first,
      'locking_mode = EXCLUSIVE',
      'journal_mode = OFF',
      'synchronous = OFF',
      'cache_size = -32768',
      'temp_store = FILE',
      // So many more threads help the building thread to sort indexes.
      'threads = 2',
      ...last,
    ]) {
      database.exec(`PRAGMA ${pragma}`);
    }
    return new BulkFile(database);
  }

  /** @throws SqliteFileError */
  run(sql: string): void {
    explaining(() => this.database.exec(sql));
  }

  /** A statement that runs once for each row. */
  inserter(sql: string): (...values: readonly SqlValue[]) => void {
    const statement = explaining(() => this.database.prepare(sql));
    return (...values) => {
      try {
        statement.run(...values);
      } catch (error) {
        throw explained(error);
      }
    };
  }

  /** Inserts many rows at once, which saves a third of the time. @param insert `INSERT INTO t` */
  rowInserter(insert: string, columns: number): RowInserter {
    const row = `(${Array<string>(columns).fill('?').join()})`;
    const statement = (rows: number): StatementSyncInstance =>
      explaining(() => this.database.prepare(`${insert} VALUES ${Array<string>(rows).fill(row).join()}`));
    return new RowInserter(columns, statement(1), statement(ROWS_AT_ONCE));
  }

  /** @throws SqliteFileError */
  prepare(sql: string): PreparedQuery {
    return explaining(() => new PreparedQuery(this.database.prepare(sql)));
  }

  /** The rows of a query, one after the other. @throws SqliteFileError */
  rows(sql: string): Generator<SqlValue[]> {
    return this.prepare(sql).each();
  }

  /** Closes the file. The caller makes it durable (`fsync`) and gives it its name. */
  close(): void {
    this.database.close();
  }
}

/** Only one process at a time holds the lock. The system drops the lock however the process ends. */
export type ProcessLock = NonNullable<ReturnType<typeof tryLock>>;

/** The lock on this (empty) file, or null while another process holds it. */
export function tryLock(path: string) {
  const database = explaining(() => new DatabaseSync(path));
  privateFile(path);
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (/locked|busy/i.test(errorMessage(error))) return null;
    throw explained(error);
  }
  return { release: () => database.close() };
}
