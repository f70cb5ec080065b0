/** Remembers whether appends fail at the disk of an embedded log, while its reads are answered. */
import { diskFault } from '../sqlite/sqlite-errors.js';

/** After a fault without a further append the disk may be well again: only the next append shows it. */
const REMEMBERED_MS = 30_000;

export class WriteFaults {
  private last: { readonly reason: string; readonly at: number } | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Why appends fail: `the disk is full`. Null: the last one was written, or failed some time ago. */
  current(): string | null {
    return this.last !== null && this.now() - this.last.at < REMEMBERED_MS ? this.last.reason : null;
  }

  /** Passes the outcome of an append on, and notes it. @throws the error of the append */
  async watch<T extends object>(append: Promise<T>): Promise<T> {
    try {
      const result = await append;
      this.note('stopped' in result ? result.stopped : null);
      return result;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  private note(error: unknown): void {
    const reason = diskFault(error);
    this.last = reason === undefined ? null : { reason, at: this.now() };
  }
}
