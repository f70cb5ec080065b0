/** Looks up in the caller's thread whether any of some keys is kept, at a tenth of the cost of a call. */
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { openDatabase } from '../../sqlite/open-database.js';
import { READINGS_FILE } from './readings-file.js';

/** Key by key, as in `FIND`. Of most kinds nothing is kept at all; then no key is looked up. */
export const ANY = `SELECT 1 FROM json_each(?1) wanted
  CROSS JOIN readings r ON r.kind = ?2 AND r.key = wanted.value
  WHERE r.fetched_at >= ?3 AND EXISTS (SELECT 1 FROM readings WHERE kind = ?2) LIMIT 1`;

/** More keys are left to the thread: looking them up would take the caller's thread milliseconds. */
const MAX_KEYS = 1_000;

export class ReadingsGlance {
  private database: DatabaseSyncInstance | undefined;
  private any: StatementSyncInstance | undefined;
  private closed = false;

  /** @param file must exist at the first look @param mostKeys more keys are left to the thread */
  constructor(
    private readonly file: string,
    private readonly mostKeys = MAX_KEYS,
  ) {}

  /** False: none is kept. True also where that is unknown now: the thread then tells, or waits for a lock. */
  mayHold(kind: string, keys: readonly string[], fetchedFrom: number): boolean {
    if (this.closed || keys.length > this.mostKeys) return true;
    try {
      this.database ??= openDatabase(READINGS_FILE, { file: this.file, patienceMs: 0, readOnly: true });
      this.any ??= this.database.prepare(ANY);
      return this.any.get(JSON.stringify(keys), kind, fetchedFrom) !== undefined;
    } catch {
      return true;
    }
  }

  close(): void {
    this.closed = true;
    this.database?.close();
  }
}
