/**
 * Compares a file with a store, item by item: is the store's log the beginning of the file? Memory holds only
 * streams that the store still has and the file leaves out. Their deletion must come later in the file.
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
      /**
       * The number of items of the file, from the first on, that are in the store. The next item must be
       * written.
       */
      readonly items: number;
      /** True if the store has all items of the file. */
      readonly whole: boolean;
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
  return new LockStep(file, logItems(log, after), new DeletedStreams(log)).run();
}

class LockStep {
  private readonly digest = new LogDigest();
  /**
   * Streams in the store that the file leaves out: the file must delete them later. An import that broke off
   * may have created such a stream in order to delete it. So it is with names of keys that only the store
   * has: the file must delete the contact.
   */
  private readonly toBeDeleted = new Set<StreamName>();
  private items = 0;

  constructor(
    private readonly file: AsyncIterator<LogItem, void>,
    private readonly store: AsyncIterator<LogItem, Position>,
    private readonly deleted: DeletedStreams,
  ) {}

  async run(): Promise<LogComparison> {
    let [inFile, inStore] = [await this.nextOfFile(), await this.nextOfStore()];
    while (inStore !== null) {
      if (inFile !== null && (sameItem(inFile, inStore) || this.isNameless(inFile, inStore))) {
        [inFile, inStore] = [await this.advance(inFile), await this.nextOfStore()];
      } else if (inStore.kind === 'event' && canBeDeleted(inStore.event.stream)) {
        this.toBeDeleted.add(inStore.event.stream);
        inStore = await this.nextOfStore();
      } else return differs(inFile, inStore);
    }
    return this.ended(inFile);
  }

  /** Returns true if the file has the key of the store without its name. */
  private isNameless(inFile: LogItem, inStore: LogItem): boolean {
    if (inStore.kind === 'deletion' || inStore.event.type !== 'KeyIssued') return false;
    if (!sameItem(inFile, { ...inStore, event: withoutKeyName(inStore.event) })) return false;
    this.toBeDeleted.add(contactStream(accountOfStream(inStore.event.stream)));
    return true;
  }

  /** Called when the store has no more items: the rest of the file must delete what it leaves out. */
  private async ended(first: LogItem | null): Promise<LogComparison> {
    const items = this.items;
    for (let item = first; item !== null && this.toBeDeleted.size > 0; item = await this.nextOfFile()) {
      if (item.kind === 'deletion') this.toBeDeleted.delete(item.stream);
    }
    const [stranger] = this.toBeDeleted;
    if (stranger !== undefined)
      return { outcome: 'differs', detail: `it holds events of ${stranger} that the file doesn't have` };
    return { outcome: 'begins', items, whole: first === null, digest: this.digest.close() };
  }

  private async advance(item: LogItem): Promise<LogItem | null> {
    if (item.kind === 'deletion') this.toBeDeleted.delete(item.stream);
    this.items += 1;
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
        return { ...item, event: await this.deleted.shown(item.event) };
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

function differs(inFile: LogItem | null, inStore: LogItem): LogComparison {
  const instead = inFile === null ? 'the file ends' : `the file has ${nameOf(inFile)}`;
  return { outcome: 'differs', detail: `it holds ${nameOf(inStore)} where ${instead}` };
}

const nameOf = (item: LogItem): string =>
  item.kind === 'deletion'
    ? `the deletion of ${streamOf(item)}`
    : `${item.event.type} ${item.event.id} (${item.event.stream}, revision ${item.event.revision})`;
