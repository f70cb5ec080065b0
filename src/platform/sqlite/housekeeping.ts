/**
 * What follows an erasure, a little later and in small steps: free pages go back to the file system, and the journal,
 * which still holds the erased bytes, is cut to nothing.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { pragma } from './open-database.js';
import type { Transactions } from './transaction.js';

/** Erasures come in bursts: one round serves all of the next moment. */
const DELAY_MS = 500;
/** Between two steps of one round, for those who wait to write. */
const STEP_MS = 10;
/** Pages given back in one step: some 2 MB. */
const STEP_PAGES = 256;
/** So many free pages stay for what is written next. */
const SPARE_PAGES = 256;

export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly transactions: Transactions,
  ) {
    // An earlier process may have ended between its erasure and this.
    this.erased();
  }

  /** Something was erased just now. */
  erased(): void {
    this.timer ??= this.after(DELAY_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private after(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.timer = undefined;
      this.step();
    }, milliseconds).unref();
  }

  private step(): void {
    try {
      if (pragma(this.database, 'freelist_count') > SPARE_PAGES) {
        this.transactions.run(() => this.database.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`));
        this.timer = this.after(STEP_MS);
      } else if (pragma(this.database, 'wal_checkpoint(TRUNCATE)') !== 0) {
        this.erased(); // in use by a reader or writer: later
      }
    } catch {
      // An error of the disk shows in the next call, which reports it.
      this.erased();
    }
  }
}
