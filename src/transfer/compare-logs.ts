/**
 * Tests that a store's log is the beginning of a file, item by item. Memory holds only the streams that the
 * store still has and the file leaves out. Their deletion must come later in the file.
 */
import { accountOfStream, withoutKeyName } from '../streams/account/account.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import { canBeDeleted } from '../streams/index.js';
import type { Position, StreamName } from '../../packages/platform/src/event-store/event-store.js';
import { DeletedStreams } from './deleted-streams.js';
import { LogDigest, sameItem, streamOf, type LogItem } from './log-item.js';
import { logItems, type ReadableLog } from './log-items.js';

export type LogComparison =
  | {
      readonly outcome: 'begins';
      /** The number of items at the beginning of the file that the store has. The next item is missing. */
      readonly items: number;
      readonly isWhole: boolean;
      /** Digest of the store's items, from where the comparison began. */
      readonly digest: string;
    }
  | { readonly outcome: 'differs'; readonly detail: string };

/** @param after the position in the store at which the file begins */
export async function compareLogs(
  file: AsyncIterator<LogItem, void>,
  log: ReadableLog,
  after: Position,
): Promise<LogComparison> {
  return new LogComparer(file, logItems(log, after), new DeletedStreams(log)).run();
}

class LogComparer {
  private readonly digest = new LogDigest();
  /**
   * Streams in the store that the file leaves out, and must delete later. An import that broke off may have
   * created such a stream in order to delete it. If only the store has the name of a key, the file must
   * delete the stream of the contact.
   */
  private readonly toBeDeleted = new Set<StreamName>();
  private itemCount = 0;

  constructor(
    private readonly file: AsyncIterator<LogItem, void>,
    private readonly store: AsyncIterator<LogItem, Position>,
    private readonly deleted: DeletedStreams,
  ) {}

  async run(): Promise<LogComparison> {
    let [fileItem, storeItem] = [await this.nextOfFile(), await this.nextOfStore()];
    while (storeItem !== null) {
      if (
        fileItem !== null &&
        (sameItem(fileItem, storeItem) || this.isSameWithoutName(fileItem, storeItem))
      ) {
        [fileItem, storeItem] = [await this.advance(fileItem), await this.nextOfStore()];
      } else if (storeItem.kind === 'event' && canBeDeleted(storeItem.event.stream)) {
        this.toBeDeleted.add(storeItem.event.stream);
        storeItem = await this.nextOfStore();
      } else return differenceAt(fileItem, storeItem);
    }
    return this.compareRest(fileItem);
  }

  /** Returns true if the items are the same but for a key's name, which only the store has. */
  private isSameWithoutName(fileItem: LogItem, storeItem: LogItem): boolean {
    if (storeItem.kind === 'deletion' || storeItem.event.type !== 'KeyIssued') return false;
    if (!sameItem(fileItem, { ...storeItem, event: withoutKeyName(storeItem.event) })) return false;
    this.toBeDeleted.add(contactStream(accountOfStream(storeItem.event.stream)));
    return true;
  }

  /** Reads the rest of the file, which must delete the streams that the file left out. */
  private async compareRest(first: LogItem | null): Promise<LogComparison> {
    const items = this.itemCount;
    for (let item = first; item !== null && this.toBeDeleted.size > 0; item = await this.nextOfFile()) {
      if (item.kind === 'deletion') this.toBeDeleted.delete(item.stream);
    }
    const [undeleted] = this.toBeDeleted;
    if (undeleted !== undefined)
      return { outcome: 'differs', detail: `it holds events of ${undeleted} that the file doesn't have` };
    return { outcome: 'begins', items, isWhole: first === null, digest: this.digest.close() };
  }

  private async advance(item: LogItem): Promise<LogItem | null> {
    if (item.kind === 'deletion') this.toBeDeleted.delete(item.stream);
    this.itemCount += 1;
    return this.nextOfFile();
  }

  /** Passes over events of streams that the store has deleted, and counts them as present. */
  private async nextOfFile(): Promise<LogItem | null> {
    for (;;) {
      const next = await this.file.next();
      if (next.done === true) return null;
      const item = next.value;
      if (item.kind === 'deletion') return item;
      if (!(await this.deleted.has(item.event.stream)))
        return { ...item, event: await this.deleted.withoutErased(item.event) };
      this.itemCount += 1;
    }
  }

  private async nextOfStore(): Promise<LogItem | null> {
    const next = await this.store.next();
    if (next.done === true) return null;
    this.digest.add(next.value);
    return next.value;
  }
}

function differenceAt(fileItem: LogItem | null, storeItem: LogItem): LogComparison {
  const instead = fileItem === null ? 'the file ends' : `the file has ${nameOf(fileItem)}`;
  return { outcome: 'differs', detail: `it holds ${nameOf(storeItem)} where ${instead}` };
}

const nameOf = (item: LogItem): string =>
  item.kind === 'deletion'
    ? `the deletion of ${streamOf(item)}`
    : `${item.event.type} ${item.event.id} (${item.event.stream}, revision ${item.event.revision})`;
