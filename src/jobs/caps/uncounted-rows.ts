/** Counts accepted rows that the read models lack, from the log, while the read models are behind. */
import type { EventStore, Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { decodeJobEvent } from '../../streams/job/job.events.js';

/** The rows of consecutive submissions of one account. `upTo` is the position of the last submission. */
interface AcceptedRows {
  rows: number;
  upTo: Position;
}

/** The time that the read models may be behind before the log is read. */
const MAX_BEHIND_MS = 2_000;
/** The maximum number of pages in one read. While read models are rebuilt, a long log is read in steps. */
const MAX_PAGES = 20;
/** Submissions are added to one entry until it has this many rows, so that an account's list stays short. */
const ROWS_OF_FULL_ENTRY = 10_000;

export class UncountedRows {
  private readonly entriesByAccount = new Map<AccountId, AcceptedRows[]>();
  /** A sample of the log's head. Read models that do not pass it within `MAX_BEHIND_MS` are behind. */
  private headSample: { readonly head: Position; readonly sampledAtMs: number } | null = null;
  /** Every row up to this position is in `entriesByAccount` or counted by the read models. */
  private readTo: Position | null = null;
  private currentRead: Promise<Position> | null = null;

  /** @param nowMs returns monotonic milliseconds */
  constructor(
    private readonly log: Pick<EventStore, 'head' | 'readAll'>,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /**
   * If the read models are behind, reads the rows after `countedPosition` from the log.
   * @returns the position up to which `rowsOf` and the read models together count all rows
   */
  readAfter(countedPosition: Position): Promise<Position> {
    return (this.currentRead ??= this.read(countedPosition).finally(() => (this.currentRead = null)));
  }

  rowsOf(account: AccountId): number {
    return (this.entriesByAccount.get(account) ?? []).reduce((sum, { rows }) => sum + rows, 0);
  }

  private async read(countedPosition: Position): Promise<Position> {
    if (!(await this.isBehind(countedPosition))) {
      this.entriesByAccount.clear();
      this.readTo = null;
      return countedPosition;
    }
    this.dropCounted(countedPosition);
    let position = this.readTo ?? countedPosition;
    for (let pageCount = 0, atHead = false; !atHead && pageCount < MAX_PAGES; pageCount++) {
      const page = await this.log.readAll({ after: position, categories: ['job'] });
      for (const storedEvent of page.events) {
        if (storedEvent.type !== 'JobSubmitted') continue;
        const { event, position: submittedPosition } = decodeJobEvent(storedEvent);
        if (event.type === 'JobSubmitted')
          this.add(event.data.account_id, event.data.rows, submittedPosition);
      }
      ({ position, atHead } = page);
    }
    this.readTo = position;
    return position;
  }

  private async isBehind(countedPosition: Position): Promise<boolean> {
    const nowMs = this.nowMs();
    if (this.headSample !== null && countedPosition < this.headSample.head)
      return nowMs - this.headSample.sampledAtMs > MAX_BEHIND_MS;
    if (this.headSample === null || nowMs - this.headSample.sampledAtMs > MAX_BEHIND_MS / 2)
      this.headSample = { head: await this.log.head(), sampledAtMs: nowMs };
    return false;
  }

  private add(account: AccountId, rows: number, upTo: Position): void {
    const entries = this.entriesByAccount.get(account) ?? [];
    this.entriesByAccount.set(account, entries);
    const lastEntry = entries.at(-1);
    if (lastEntry === undefined || lastEntry.rows >= ROWS_OF_FULL_ENTRY) entries.push({ rows, upTo });
    else Object.assign(lastEntry, { rows: lastEntry.rows + rows, upTo });
  }

  private dropCounted(countedPosition: Position): void {
    for (const [account, entries] of this.entriesByAccount)
      this.entriesByAccount.set(
        account,
        entries.filter(({ upTo }) => upTo > countedPosition),
      );
  }
}
