/**
 * Writes a file of events into a store, in the file's order. The store's log must be the beginning of the
 * file. An import that broke off goes on when it is run again; a complete one then changes nothing.
 */
import { closingEvent } from '../streams/index.js';
import { appendSurely } from '../../packages/platform/src/event-store/append-surely.js';
import type {
  EventStore,
  Position,
  StreamName,
} from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { anchorAmong, positionOfAnchor } from './anchors.js';
import { compareLogs, type LogComparison } from './compare-logs.js';
import { DeletedStreams } from './deleted-streams.js';
import type { ExportFile } from './export-file.js';
import type { Anchor } from './export-line.js';
import type { LogItem, MovedEvent } from './log-item.js';

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
