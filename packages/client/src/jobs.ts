/** Jobs by hand, and lists of any length that become as many of them as it takes. */
import { JobCalls } from './job-calls.js';
import { ListRun, type ListOptions, type ListPlan } from './list-run.js';
import type { AskedRow } from './types.js';

export class Jobs extends JobCalls {
  /** Submits a list and gives back every result in its order, as it is read. Billed. */
  submit(rows: AsyncIterable<AskedRow> | Iterable<AskedRow>, options: ListOptions): ListRun {
    return new ListRun(this.http, this, rows, options);
  }

  /**
   * The jobs that `submit` would make of a list, with their idempotency keys. Reads the list, submits
   * nothing.
   */
  plan(rows: AsyncIterable<AskedRow> | Iterable<AskedRow>, options: ListOptions): Promise<ListPlan> {
    return new ListRun(this.http, this, rows, options).plan();
  }
}
