/**
 * What follows an erasure, a little later and in small steps: free pages go back to the file system, and the journal,
 * which still holds the erased bytes, is cut to nothing.
 */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { pragma } from './open-database.js';
import { sleep } from './patience.js';
import type { Transactions } from './transaction.js';

/** Erasures come in bursts: one round serves all of the next moment. */
const DELAY_MS = 500;
/** Between two steps of one round, for those who wait to write. */
const STEP_MS = 10;
/** Pages given back in one step: some 2 MB. */
const STEP_PAGES = 256;
/** So many free pages stay for what is written next. */
const SPARE_PAGES = 256;

/** So often all is looked at once more: another process may have ended between its erasure and this. */
const LOOK_MS = 20_000;
/** So long a process that ends waits for readers and writers of others. */
const CLOSING_MS = 5_000;

export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;
  /** Something of this process waits. */
  private wanted = false;

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly transactions: Transactions,
  ) {
    this.after(DELAY_MS);
  }

  /** Something was erased just now. */
  erased(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.after(DELAY_MS);
  }

  /** A command's erasure must not wait for the next process: what it began is ended first. */
  stop(): void {
    clearTimeout(this.timer);
    const deadline = performance.now() + CLOSING_MS;
    while (this.wanted && performance.now() < deadline)
      if (this.step() !== STEP_MS && this.wanted) sleep(STEP_MS);
  }

  private after(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.after(this.step()), milliseconds).unref();
  }

  /** Says in how many milliseconds the next one is due. */
  private step(): number {
    try {
      if (pragma(this.database, 'freelist_count') > SPARE_PAGES) {
        this.transactions.run(() => this.database.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`));
        return STEP_MS;
      }
      if (pragma(this.database, 'wal_checkpoint(TRUNCATE)') !== 0) return DELAY_MS; // in use by a reader or writer
      this.wanted = false;
      return LOOK_MS;
    } catch {
      // An error of the disk shows in the next call, which reports it.
      return DELAY_MS;
    }
  }
}
