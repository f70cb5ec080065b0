/**
 * A file held against a store, item by item: is the store's log the beginning of the file? Nothing is kept in memory
 * but the streams that the store still has and the file leaves out; their deletion must come later in the file.
 */
import { canBeDeleted } from '../streams/index.js';
import type { Position, StreamName } from '../platform/event-store/event-store.js';
import { DeletedStreams } from './deleted-streams.js';
import { LogDigest, sameItem, streamOf, type LogItem } from './log-item.js';
import { logItems, type ReadableLog } from './log-items.js';

export type Comparison =
  | {
      readonly outcome: 'begins';
      /** So many items of the file are in the store; the next is the first to be written. */
      readonly items: number;
      /** Nothing of the file is missing. */
      readonly whole: boolean;
      /** Digest of the store's items, from where the comparison began. */
      readonly digest: string;
    }
  | { readonly outcome: 'differs'; readonly detail: string };

/** @param after where in the store the file begins */
export async function compareLogs(
  file: AsyncIterator<LogItem, void>,
  log: ReadableLog,
  after: Position,
): Promise<Comparison> {
  return new LockStep(file, logItems(log, after), new DeletedStreams(log)).run();
}

class LockStep {
  private readonly digest = new LogDigest();
  /**
   * In the store, not in the file: to be deleted by it. Also a stream that an import created in order to delete it, and
   * then broke off.
   */
  private readonly owed = new Set<StreamName>();
  private items = 0;

  constructor(
    private readonly file: AsyncIterator<LogItem, void>,
    private readonly store: AsyncIterator<LogItem, Position>,
    private readonly deleted: DeletedStreams,
  ) {}

  async run(): Promise<Comparison> {
    let [told, kept] = [await this.nextOfFile(), await this.nextOfStore()];
    while (kept !== null) {
      if (told !== null && sameItem(told, kept)) {
        [told, kept] = [await this.advance(told), await this.nextOfStore()];
      } else if (kept.kind === 'event' && canBeDeleted(kept.event.stream)) {
        this.owed.add(kept.event.stream);
        kept = await this.nextOfStore();
      } else return differs(told, kept);
    }
    return this.ended(told);
  }

  /** The store has no more; the rest of the file must delete the streams that it leaves out. */
  private async ended(first: LogItem | null): Promise<Comparison> {
    const items = this.items;
    for (let told = first; told !== null && this.owed.size > 0; told = await this.nextOfFile()) {
      if (told.kind === 'deletion') this.owed.delete(told.stream);
    }
    const [stranger] = this.owed;
    if (stranger !== undefined)
      return { outcome: 'differs', detail: `it holds events of ${stranger} that the file doesn't have` };
    return { outcome: 'begins', items, whole: first === null, digest: this.digest.close() };
  }

  private async advance(told: LogItem): Promise<LogItem | null> {
    if (told.kind === 'deletion') this.owed.delete(told.stream);
    this.items += 1;
    return this.nextOfFile();
  }

  /** Events of streams that the store has already deleted count as present. */
  private async nextOfFile(): Promise<LogItem | null> {
    for (;;) {
      const next = await this.file.next();
      if (next.done === true) return null;
      const item = next.value;
      if (item.kind === 'deletion' || !(await this.deleted.has(item.event.stream))) return item;
      this.items += 1;
    }
  }

  private async nextOfStore(): Promise<LogItem | null> {
    const next = await this.store.next();
    if (next.done === true) return null;
    this.digest.add(next.value);
    return next.value;
  }
}

function differs(told: LogItem | null, kept: LogItem): Comparison {
  const instead = told === null ? 'the file ends' : `the file has ${nameOf(told)}`;
  return { outcome: 'differs', detail: `it holds ${nameOf(kept)} where ${instead}` };
}

const nameOf = (item: LogItem): string =>
  item.kind === 'deletion'
    ? `the deletion of ${streamOf(item)}`
    : `${item.event.type} ${item.event.id} (${item.event.stream}, revision ${item.event.revision})`;
