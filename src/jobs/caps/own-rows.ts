/** The rows of an account that this process has accepted and its read models may not count yet. */
import { LOG_START, type Position } from '../../platform/event-store/event-store.js';

/** Rows of a submission that the counts may not have yet. */
export interface Reserved {
  readonly outcome: 'reserved';
  readonly rows: number;
  /** Undefined while it is being written. */
  position?: Position;
}

/** Keeps their sum: a busy account has thousands. */
export class OwnRows {
  private readonly reserved = new Set<Reserved>();
  private sum = 0;

  get rows(): number {
    return this.sum;
  }

  add(reserved: Reserved): void {
    this.reserved.add(reserved);
    this.sum += reserved.rows;
  }

  delete(reserved: Reserved): void {
    if (this.reserved.delete(reserved)) this.sum -= reserved.rows;
  }

  /** The counts have them now. */
  deleteUpTo(seen: Position): void {
    for (const mine of this.reserved)
      if (mine.position !== undefined && mine.position <= seen) this.delete(mine);
  }

  /** Of those whose place in the log is known, up to this one. */
  rowsUpTo(read: Position): number {
    let rows = 0;
    for (const mine of this.reserved)
      if (mine.position !== undefined && mine.position <= read) rows += mine.rows;
    return rows;
  }

  newest(): Position {
    let last = LOG_START;
    for (const { position = LOG_START } of this.reserved) if (position > last) last = position;
    return last;
  }
}
