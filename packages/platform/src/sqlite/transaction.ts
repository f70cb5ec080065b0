/** Write transactions that wait for other processes, and leave them a gap for their own. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { OutcomeUnknownError } from '../event-store/event-store.js';
import { patiently, sleep } from './patience.js';
import { extendedCode, SQLITE, sqliteCode, storeError } from './sqlite-errors.js';

const SQLITE_IOERR_WRITE = 778;

/** A writer without pauses lets others in after this long: soon after a refusal, else rarely. */
const BUSY_STRETCH_MS = 10;
const QUIET_STRETCH_MS = 200;
/** Twice the waiting writers' interval between two tries. */
const GAP_MS = 1;
/** A refusal shows that others write too. It is remembered for so long. */
const CONTENDED_MS = 2_000;

export class Transactions {
  private stretchStart = 0;
  private lastEnd = 0;
  private lastRefusal = -CONTENDED_MS;

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly file: string,
    private readonly patienceMs: number,
  ) {}

  /**
   * Runs `work` in a transaction that holds the write lock from the start. A throw rolls all of it back.
   * @throws StoreUnavailableError; OutcomeUnknownError only where the commit itself broke off
   */
  run<T>(work: () => T): T {
    this.leaveGap();
    try {
      const { refusals } = patiently(this.file, this.patienceMs, () => this.database.exec('BEGIN IMMEDIATE'));
      if (refusals > 0) this.lastRefusal = performance.now();
      const value = work();
      this.commit();
      return value;
    } catch (error) {
      this.rollBack();
      throw storeError(error, this.file);
    } finally {
      this.lastEnd = performance.now();
    }
  }

  private commit(): void {
    try {
      this.database.exec('COMMIT');
    } catch (error) {
      // A commit counts once its last frame is whole in the journal. After a failed write it isn't; after a
      // failed sync it might still be found there.
      if (sqliteCode(error) !== SQLITE.ioError || extendedCode(error) === SQLITE_IOERR_WRITE) throw error;
      throw new OutcomeUnknownError(`${this.file} broke off in a commit: the disk reports an error`);
    }
  }

  private rollBack(): void {
    try {
      if (this.database.isTransaction) this.database.exec('ROLLBACK');
    } catch {
      // A full disk rolls back by itself. The first error is the one to report.
    }
  }

  private leaveGap(): void {
    const now = performance.now();
    if (now - this.lastEnd > GAP_MS) this.stretchStart = now;
    const stretch = now - this.lastRefusal < CONTENDED_MS ? BUSY_STRETCH_MS : QUIET_STRETCH_MS;
    if (now - this.stretchStart < stretch) return;
    sleep(GAP_MS);
    this.stretchStart = performance.now();
  }
}
