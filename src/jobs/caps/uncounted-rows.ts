/**
 * Counts the accepted rows that are not in the read models yet, by account and for all processes. They are
 * read from the log, but only while the read models are behind. Rows that have finished meanwhile still count
 * as open.
 */
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { decodeJobEvent } from '../../streams/job/job.events.js';

/** The rows of consecutive submissions of one account. `upTo` is the position of the last submission. */
interface AcceptedRows {
  rows: number;
  upTo: Position;
}

/** Milliseconds that the read models may be behind before the log is read. */
const MAX_BEHIND_MS = 2_000;
/** The maximum number of pages in one read. While read models are rebuilt, a long log is read in steps. */
const MAX_PAGES = 20;
/** Submissions are added to one entry until it has this many rows, so that an account's list stays short. */
const ROWS_OF_FULL_ENTRY = 10_000;

export class UncountedRows {
  private readonly accounts = new Map<AccountId, AcceptedRows[]>();
  /** A sample of the log's head. Read models that do not pass it within `MAX_BEHIND_MS` are behind. */
  private headSample: { readonly head: Position; readonly sampledAt: number } | null = null;
  /** Every row up to this position is in `accounts` or counted by the read models. */
  private readTo: Position | null = null;
  private currentRead: Promise<Position> | null = null;

  /** @param now monotonic milliseconds */
  constructor(
    private readonly log: Pick<EventStore, 'head' | 'readAll'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Reads the rows after `countedPosition` if the read models are behind. Concurrent calls share one read.
   * @param countedPosition the position up to which the read models count
   * @returns the position up to which `rowsOf` counts the rows
   */
  readAfter(countedPosition: Position): Promise<Position> {
    return (this.currentRead ??= this.read(countedPosition).finally(() => (this.currentRead = null)));
  }

  rowsOf(account: AccountId): number {
    return (this.accounts.get(account) ?? []).reduce((sum, { rows }) => sum + rows, 0);
  }

  private async read(countedPosition: Position): Promise<Position> {
    if (!(await this.isBehind(countedPosition))) {
      this.accounts.clear();
      this.readTo = null;
      return countedPosition;
    }
    this.dropCounted(countedPosition);
    let position = this.readTo ?? countedPosition;
    for (let pages = 0, atHead = false; !atHead && pages < MAX_PAGES; pages++) {
      const page = await this.log.readAll({ after: position, categories: ['job'] });
      for (const recorded of page.events) {
        if (recorded.type !== 'JobSubmitted') continue;
        const { event, position: submittedAt } = decodeJobEvent(recorded);
        if (event.type === 'JobSubmitted') this.add(event.data.account_id, event.data.rows, submittedAt);
      }
      ({ position, atHead } = page);
    }
    this.readTo = position;
    return position;
  }

  private async isBehind(countedPosition: Position): Promise<boolean> {
    const now = this.now();
    if (this.headSample !== null && countedPosition < this.headSample.head)
      return now - this.headSample.sampledAt > MAX_BEHIND_MS;
    if (this.headSample === null || now - this.headSample.sampledAt > MAX_BEHIND_MS / 2)
      this.headSample = { head: await this.log.head(), sampledAt: now };
    return false;
  }

  private add(account: AccountId, rows: number, upTo: Position): void {
    const entries = this.accounts.get(account) ?? [];
    this.accounts.set(account, entries);
    const last = entries.at(-1);
    if (last === undefined || last.rows >= ROWS_OF_FULL_ENTRY) entries.push({ rows, upTo });
    else Object.assign(last, { rows: last.rows + rows, upTo });
  }

  private dropCounted(countedPosition: Position): void {
    for (const [account, entries] of this.accounts)
      this.accounts.set(
        account,
        entries.filter(({ upTo }) => upTo > countedPosition),
      );
  }
}
