/**
 * Writes a file of events into a store, in the file's order. The store's log must be the beginning of the
 * file. An import that broke off goes on when it is run again; a complete one then changes nothing.
 */
import { closingEvent, canBeDeleted } from '../streams/index.js';
import { appendSurely } from '../../packages/platform/src/event-store/append-surely.js';
import {
  type EventStore,
  type Position,
  type StreamName,
  LOG_START,
} from '../../packages/platform/src/event-store/event-store.js';
import { anchorAmong, positionOfAnchor } from './anchors.js';
import { DeletedStreams } from './deleted-streams.js';
import type { ExportFile } from './export-file.js';
import type { Anchor } from './export-line.js';
import { type LogItem, type MovedEvent, LogDigest, sameItem, streamOf } from './log-item.js';
import { accountOfStream, withoutKeyName } from '../streams/account/account.events.js';
import { contactStream } from '../streams/contact/contact.events.js';
import { logItems, type ReadableLog } from './log-items.js';

export type TargetLog = Pick<EventStore, 'append' | 'readStream' | 'readAll' | 'head' | 'deleteStream'>;

export interface ImportOrder {
  /**
   * The position in the exported store up to which items are left out. `LOG_START`: the whole file is
   * imported.
   */
  readonly from: Position;
  readonly now: () => Date;
  readonly onProgress?: (items: number) => void;
}

export interface ImportResult {
  /** Items of the file that the store had already. */
  readonly found: number;
  readonly written: number;
  /** Digest of the store's items after the import, from where the file begins. */
  readonly digest: string;
}

/** The store's log is not the beginning of the file; nothing was written. The message is one line. */
export class OtherLogError extends Error {
  override readonly name = 'OtherLogError';
}

/** Another program wrote to the store during the import, so the store differs from the file. */
export class ImportDisturbedError extends Error {
  override readonly name = 'ImportDisturbedError';
}

/** @throws OtherLogError, ImportDisturbedError, and what the store throws */
export async function importLog(file: ExportFile, log: TargetLog, order: ImportOrder): Promise<ImportResult> {
  const anchor = order.from === LOG_START ? file.head.after : await anchorAmong(file.items(), order.from);
  const storeStart = anchor === null ? LOG_START : await requiredPosition(log, anchor);
  const items = (): AsyncGenerator<LogItem, void> =>
    order.from === LOG_START ? file.items() : itemsAfter(file, anchor);
  const before = requireBeginning(await compareLogs(items(), log, storeStart), OtherLogError);
  const written = await appendRest(items(), before.items, new Importer(log, order));
  const after = requireBeginning(await compareLogs(items(), log, storeStart), ImportDisturbedError);
  if (!after.isWhole) throw new ImportDisturbedError('the store lacks what was written to it');
  return { found: before.items, written, digest: after.digest };
}

async function requiredPosition(log: TargetLog, anchor: Anchor): Promise<Position> {
  const place = await positionOfAnchor(log, anchor);
  if (place !== null) return place;
  throw new OtherLogError(
    `what is to be imported goes on from event ${anchor.id} of ${anchor.stream}, which the store doesn't hold: import what comes before it first`,
  );
}

async function* itemsAfter(file: ExportFile, anchor: Anchor | null): AsyncGenerator<LogItem, void> {
  let isPastAnchor = anchor === null;
  for await (const item of file.items()) {
    if (isPastAnchor) yield item;
    else
      isPastAnchor =
        item.kind === 'event' && item.event.id === anchor?.id && item.event.stream === anchor.stream;
  }
}

function requireBeginning(
  comparison: LogComparison,
  Failure: typeof OtherLogError | typeof ImportDisturbedError,
): Extract<LogComparison, { outcome: 'begins' }> {
  if (comparison.outcome === 'begins') return comparison;
  throw new Failure(comparison.detail);
}

async function appendRest(
  items: AsyncGenerator<LogItem, void>,
  found: number,
  importer: Importer,
): Promise<number> {
  let itemsRead = 0;
  for await (const item of items) if (itemsRead++ >= found) await importer.add(item);
  await importer.flush();
  return itemsRead - found;
}

/** Limits of one append of neighbours in a stream. Every store takes larger ones. */
const MAX_APPEND_EVENTS = 500;
const MAX_APPEND_BYTES = 800_000;

class Importer {
  private pendingEvents: MovedEvent[] = [];
  private pendingBytes = 0;
  private doneItems = 0;
  private readonly deleted: DeletedStreams;

  constructor(
    private readonly log: TargetLog,
    private readonly order: ImportOrder,
  ) {
    this.deleted = new DeletedStreams(log);
  }

  async add(item: LogItem): Promise<void> {
    if (item.kind === 'deletion') {
      await this.flush();
      await this.delete(item.stream);
      return;
    }
    if (await this.deleted.has(item.event.stream)) return;
    const event = await this.deleted.withoutErased(item.event);
    const bytes = bytesOf(event);
    const [first] = this.pendingEvents;
    const fits =
      this.pendingEvents.length < MAX_APPEND_EVENTS && this.pendingBytes + bytes <= MAX_APPEND_BYTES;
    if (first !== undefined && (first.stream !== event.stream || !fits)) await this.flush();
    this.pendingEvents.push(event);
    this.pendingBytes += bytes;
  }

  async flush(): Promise<void> {
    const events = this.pendingEvents;
    const [first] = events;
    [this.pendingEvents, this.pendingBytes] = [[], 0];
    if (first === undefined) return;
    const expected = first.revision === 0 ? 'no_stream' : first.revision - 1;
    const { outcome } = await appendSurely(this.log, { stream: first.stream, expected, events });
    if (outcome === 'conflict')
      throw new ImportDisturbedError(
        `${first.stream} is not at revision ${first.revision - 1}: somebody else writes to it, or its beginning is not in the file`,
      );
    this.report(events.length);
  }

  /** Deletes a stream. First creates one that doesn't exist, so that no late writer can create it. */
  private async delete(stream: StreamName): Promise<void> {
    if ((await this.log.deleteStream(stream)) === 'no_stream') {
      const closing = closingEvent(stream, this.order.now().toISOString());
      if (closing === null)
        throw new ImportDisturbedError(
          `${stream} was deleted, and this version knows no such stream that may be`,
        );
      await appendSurely(this.log, { stream, expected: 'no_stream', events: [closing] });
      await this.log.deleteStream(stream);
    }
    this.deleted.keep(stream, true);
    this.report(1);
  }

  private report(items: number): void {
    this.doneItems += items;
    this.order.onProgress?.(this.doneItems);
  }
}

const bytesOf = ({ data, metadata, type }: MovedEvent): number =>
  data.length + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;

type LogComparison =
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
async function compareLogs(
  file: AsyncIterator<LogItem, void>,
  log: ReadableLog,
  after: Position,
): Promise<LogComparison> {
  return new LogComparer(file, logItems(log, after), new DeletedStreams(log)).run();
}

/**
 * Tests that a store's log is the beginning of a file, item by item. Memory holds only the streams that the
 * store still has and the file leaves out. Their deletion must come later in the file.
 */
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
