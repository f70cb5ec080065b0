/**
 * Counts accepted rows directly from the log while the read models are behind, for all processes. Rows that
 * have finished in the meantime still count as open. The log is not read while the read models are current.
 */
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { decodeJobEvent } from '../../streams/job/job.events.js';

/** Rows of consecutive submissions; the last one stands at `upTo`. */
interface AcceptedRows {
  rows: number;
  upTo: Position;
}

/** Milliseconds that the read models may be behind before the log is read. */
const BEHIND_MS = 2_000;
/** Pages of the log in one read: while read models are rebuilt, a long log is read in steps. */
const MAX_PAGES = 20;
/** Consecutive submissions are merged up to this many rows, so that the list of an account stays short. */
const MERGED_ROWS = 10_000;

export class UncountedRows {
  private readonly accounts = new Map<AccountId, AcceptedRows[]>();
  /** A sample of the log's head. Read models that do not pass this head in time are behind. */
  private headSample: { readonly head: Position; readonly at: number } | null = null;
  /** Every row up to this position is in `accounts` or counted by the read models. */
  private readTo: Position | null = null;
  private reading: Promise<Position> | null = null;

  /** @param now monotonic milliseconds */
  constructor(
    private readonly log: Pick<EventStore, 'head' | 'readAll'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Reads the rows that the read models have not counted, where these are behind.
   * @param countedPosition the position of the read models
   * @returns the position up to which `rowsOf` counts the rows
   */
  readAfter(countedPosition: Position): Promise<Position> {
    return (this.reading ??= this.read(countedPosition).finally(() => (this.reading = null)));
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
        const { event, position: at } = decodeJobEvent(recorded);
        if (event.type === 'JobSubmitted') this.add(event.data.account_id, event.data.rows, at);
      }
      ({ position, atHead } = page);
    }
    this.readTo = position;
    return position;
  }

  private async isBehind(countedPosition: Position): Promise<boolean> {
    const now = this.now();
    if (this.headSample !== null && countedPosition < this.headSample.head)
      return now - this.headSample.at > BEHIND_MS;
    if (this.headSample === null || now - this.headSample.at > BEHIND_MS / 2)
      this.headSample = { head: await this.log.head(), at: now };
    return false;
  }

  private add(account: AccountId, rows: number, upTo: Position): void {
    const acceptedRows = this.accounts.get(account) ?? [];
    this.accounts.set(account, acceptedRows);
    const last = acceptedRows.at(-1);
    if (last === undefined || last.rows >= MERGED_ROWS) acceptedRows.push({ rows, upTo });
    else Object.assign(last, { rows: last.rows + rows, upTo });
  }

  private dropCounted(countedPosition: Position): void {
    for (const [account, acceptedRows] of this.accounts)
      this.accounts.set(
        account,
        acceptedRows.filter(({ upTo }) => upTo > countedPosition),
      );
  }
}
