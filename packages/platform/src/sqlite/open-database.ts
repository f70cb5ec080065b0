/** Opens an embedded store's file, or makes it with its schema. Several processes may open it at once. */
import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailableError } from '../event-store/event-store.js';
import { privateFile } from '../secrets/private-files.js';
import { patiently } from './patience.js';
import { storeError } from './sqlite-errors.js';

/** The longest wait of a write for other processes' locks, in milliseconds. */
export const DEFAULT_PATIENCE_MS = 10_000;

/** A kind of file, and how it is kept. */
export interface FileKind {
  /** Shown when another kind of file is found in its place. */
  readonly title: string;
  /** Marks the file as ours, https://www.sqlite.org/pragma.html#pragma_application_id. */
  readonly applicationId: number;
  /** `migrations[n]` brings a file of schema version n to n + 1. */
  readonly migrations: readonly string[];
  /** FULL: a commit is on the disk before its answer. NORMAL: a power cut may lose the last commits. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly pageSize: number;
}

/** A process has some ten connections, and the system keeps the file's pages in memory for all of them. */
const READER_CACHE_KIB = 2_000;
/** Holds the pages of a large batch until its commit. */
const WRITER_CACHE_KIB = 8_000;

interface OpenSettings {
  readonly file: string;
  readonly patienceMs: number;
  /** A connection that only reads. */
  readonly readOnly?: boolean;
}

/** @throws StoreUnavailableError in one line: not ours, newer than this program, locked, unreadable */
export function openDatabase(kind: FileKind, settings: OpenSettings): DatabaseSyncInstance {
  let database: DatabaseSyncInstance | undefined;
  try {
    database = new DatabaseSync(settings.file, { timeout: 0 });
    // Before any page is written: the side files take the mode of the file.
    for (const suffix of ['', '-wal', '-shm']) privateFile(`${settings.file}${suffix}`);
    prepareConnection(database, kind, settings);
    return database;
  } catch (error) {
    database?.close();
    throw storeError(error, settings.file);
  }
}

function prepareConnection(database: DatabaseSyncInstance, kind: FileKind, settings: OpenSettings): void {
  const { file, patienceMs } = settings;
  patiently(file, patienceMs, () => {
    if (!isCurrent(database, kind, file)) bringUpToDate(database, kind, file);
  });
  const [cacheKib, queryOnly] =
    settings.readOnly === true ? [READER_CACHE_KIB, 'ON'] : [WRITER_CACHE_KIB, 'OFF'];
  // secure_delete holds for a connection: it overwrites erased rows with zeros.
  const pragmas = `PRAGMA synchronous=${kind.synchronous}; PRAGMA secure_delete=ON; PRAGMA foreign_keys=OFF;
    PRAGMA cache_size=-${cacheKib}; PRAGMA journal_size_limit=67108864; PRAGMA query_only=${queryOnly}`;
  patiently(file, patienceMs, () => database.exec(pragmas));
}

function isCurrent(database: DatabaseSyncInstance, kind: FileKind, file: string): boolean {
  const version = versionIn(database, 'user_version');
  const applicationId = versionIn(database, 'application_id');
  if (applicationId !== kind.applicationId && (applicationId !== 0 || version !== 0))
    throw new StoreUnavailableError(`${file} is not ${kind.title}`);
  const newest = kind.migrations.length;
  if (version > newest) {
    throw new StoreUnavailableError(
      `${file} has schema version ${version}, this program knows versions up to ${newest}: use a newer program`,
    );
  }
  return version === newest;
}

function bringUpToDate(database: DatabaseSyncInstance, kind: FileKind, file: string): void {
  // Page size and auto_vacuum only work before the file's first page is written.
  database.exec(
    `PRAGMA page_size=${kind.pageSize}; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; BEGIN IMMEDIATE`,
  );
  try {
    if (!isCurrent(database, kind, file)) migrate(database, kind, file);
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function migrate(database: DatabaseSyncInstance, kind: FileKind, file: string): void {
  const version = versionIn(database, 'user_version');
  if (version === 0 && firstRow(database, '1', 'sqlite_schema LIMIT 1') !== null)
    throw new StoreUnavailableError(`${file} is not ${kind.title}`);
  for (const step of kind.migrations.slice(version)) database.exec(step);
  database.exec(`PRAGMA application_id=${kind.applicationId}; PRAGMA user_version=${kind.migrations.length}`);
}

const versionIn = (database: DatabaseSyncInstance, name: 'user_version' | 'application_id'): number =>
  Number(firstRow(database, name, `pragma_${name}`)?.[0]);

/** The value of a pragma that is one integer. */
export function pragma(database: DatabaseSyncInstance, name: string): number {
  const row: unknown = database.prepare(`PRAGMA ${name}`).get();
  const value: unknown = Object.values(row ?? {})[0];
  return typeof value === 'number' ? value : 0;
}

/**
 * The first row of a query, or null. Avoids a prepared statement: the driver can't finalize it, so it would
 * keep the file open after `close`, until it is collected.
 */
export function firstRow(
  database: DatabaseSyncInstance,
  columns: string,
  from: string,
): readonly unknown[] | null {
  const rows: unknown[][] = [];
  database.function('collect', { varargs: true }, (...values: unknown[]) => {
    rows.push(values);
    return null;
  });
  database.exec(`SELECT collect(${columns}) FROM ${from}`);
  return rows[0] ?? null;
}

/** A statement whose rows come as arrays of values. */
export function prepareRows(database: DatabaseSyncInstance, sql: string): StatementSyncInstance {
  const statement = database.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** Reads a pragma often: its statement is prepared once. */
export function pragmaReader(database: DatabaseSyncInstance, name: string): () => number {
  const statement = prepareRows(database, `PRAGMA ${name}`);
  return () => (statement.get() as readonly [number])[0];
}
