/**
 * Whether any of some keys is kept, looked up in the caller's own thread: of most keys nothing is, and a look costs a tenth
 * of a call to the thread that serves the file.
 */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { openDatabase } from '../../sqlite/open-database.js';
import { READINGS_FILE } from './readings-file.js';

/** Key by key, as `FIND`; of most kinds none is kept at all, and then no key is looked for. */
export const ANY = `SELECT 1 FROM json_each(?1) wanted
  CROSS JOIN readings r ON r.kind = ?2 AND r.key = wanted.value
  WHERE r.fetched_at >= ?3 AND EXISTS (SELECT 1 FROM readings WHERE kind = ?2) LIMIT 1`;

/** More are left to the thread: looking them up would hold the caller's thread, which may answer requests, for milliseconds. */
const MOST_KEYS = 1_000;

export class ReadingsGlance {
  private database: DatabaseSyncInstance | undefined;
  private any: StatementSyncInstance | undefined;
  private closed = false;

  /**
   * @param file which is there when the first look comes
   * @param mostKeys more than these are not looked for here
   */
  constructor(
    private readonly file: string,
    private readonly mostKeys = MOST_KEYS,
  ) {}

  /** False: none is kept. True also where it can't be told now: then the thread says so, or waits for a lock. */
  mayHold(kind: string, keys: readonly string[], fetchedFrom: number): boolean {
    if (this.closed || keys.length > this.mostKeys) return true;
    try {
      this.any ??= this.opened().prepare(ANY);
      return this.any.get(JSON.stringify(keys), kind, fetchedFrom) !== undefined;
    } catch {
      return true;
    }
  }

  close(): void {
    this.closed = true;
    this.database?.close();
  }

  private opened(): DatabaseSyncInstance {
    this.database ??= openDatabase(READINGS_FILE, { file: this.file, patienceMs: 0, readOnly: true });
    return this.database;
  }
}
