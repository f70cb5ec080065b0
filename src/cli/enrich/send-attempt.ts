/**
 * Yields the rows that an attempt sends. The first attempt sends the whole list. Each later one sends only
 * the rows that failed in the attempt before. With `--dedupe`, a row with an earlier row's company is never
 * sent.
 */
import type { ListFile } from './list-source.js';
import { readList, type RowToSubmit } from './read-list.js';

export class SendAttempt {
  /** For each row that was sent, its number in the list. */
  private readonly listRows: number[] = [];

  /**
   * @param runLabel the label from which the idempotency keys of the attempt are made
   * @param isSent tells whether a row of the list is sent; rows count from 0
   */
  constructor(
    readonly runLabel: string,
    private readonly list: ListFile,
    readonly isSent: (row: number) => boolean,
  ) {}

  /** Yields the rows to send. */
  async *rows(): AsyncGenerator<RowToSubmit> {
    let sentRow = 0;
    for await (const item of readList(this.list)) {
      if (!('submission' in item) || !this.isSent(item.row)) continue;
      this.listRows[sentRow] = item.row;
      sentRow += 1;
      yield item.submission;
    }
  }

  /** Returns the number in the list of a row that was sent. */
  listRowOf(sentRow: number): number {
    return this.listRows[sentRow] ?? sentRow;
  }
}

/** Matches an attempt's results or errors with the rows of the list, which the caller reads meanwhile. */
export class AttemptItems<T extends { readonly row: number }> {
  private readonly items: AsyncIterator<T, unknown>;
  private nextItem: T | null | undefined;

  constructor(
    private readonly attempt: SendAttempt,
    items: AsyncIterable<T>,
  ) {
    this.items = items[Symbol.asyncIterator]();
  }

  /** Returns the item of a row of the list; undefined: it has none. Callers ask for rows in rising order. */
  async itemOf(row: number): Promise<T | undefined> {
    if (!this.attempt.isSent(row)) return undefined;
    const next = await this.peek();
    if (next === null || this.attempt.listRowOf(next.row) !== row) return undefined;
    this.nextItem = undefined;
    return next;
  }

  /** Tells whether all items were handed out. */
  async isExhausted(): Promise<boolean> {
    return (await this.peek()) === null;
  }

  async close(): Promise<void> {
    await this.items.return?.();
  }

  private async peek(): Promise<T | null> {
    if (this.nextItem !== undefined) return this.nextItem;
    const { value, done } = await this.items.next();
    // A generator's value is an item until it is done.
    return (this.nextItem = done === true ? null : value);
  }
}
