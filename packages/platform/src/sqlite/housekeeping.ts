/** Cleans up after an erasure in small steps: free pages go back, the journal with erased bytes is cut. */
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { pragma } from './open-database.js';
import { sleep } from './patience.js';
import type { Transactions } from './transaction.js';

/** Erasures come in bursts: one round serves all that follow in the next moment. */
const DELAY_MS = 500;
/** Between two steps of a round, so that waiting writers get their turn. */
const STEP_MS = 10;
/** Pages given back in one step: some 2 MB. */
const STEP_PAGES = 256;
/** Free pages that stay for the next writes. */
const SPARE_PAGES = 256;

/** Between routine rounds: another process may have ended between its erasure and its own round. */
const LOOK_MS = 20_000;
/** Milliseconds that a process that ends waits for other processes' readers and writers. */
const CLOSING_MS = 5_000;

export class Housekeeping {
  private timer: NodeJS.Timeout | undefined;
  /** An erasure of this process waits for its round. */
  private wanted = false;

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly transactions: Transactions,
  ) {
    this.after(DELAY_MS);
  }

  /** Called after each erasure. */
  erased(): void {
    if (this.wanted) return;
    this.wanted = true;
    this.after(DELAY_MS);
  }

  /** Finishes waiting rounds: a command's erasure must not wait for the next process. */
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

  /** @returns milliseconds until the next step is due */
  private step(): number {
    try {
      if (pragma(this.database, 'freelist_count') > SPARE_PAGES) {
        this.transactions.run(() => this.database.exec(`PRAGMA incremental_vacuum(${STEP_PAGES})`));
        return STEP_MS;
      }
      // a reader or writer is using it
      if (pragma(this.database, 'wal_checkpoint(TRUNCATE)') !== 0) return DELAY_MS;
      this.wanted = false;
      return LOOK_MS;
    } catch {
      // The next call meets an error of the disk too, and reports it.
      return DELAY_MS;
    }
  }
}
