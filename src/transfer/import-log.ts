/**
 * Writes a file of events into a store, in the file's order. The store's log must be the beginning of the
 * file. So an import that broke off is continued by running it again, and a complete one changes nothing.
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

export interface Imported {
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

/** Another program writes to the store during the import: it differs from the file after all was written. */
export class ImportDisturbedError extends Error {
  override readonly name = 'ImportDisturbedError';
}

/** @throws OtherLogError, ImportDisturbedError, and what the store throws */
export async function importLog(file: ExportFile, log: TargetLog, order: ImportOrder): Promise<Imported> {
  const anchor = order.from === LOG_START ? file.head.after : await anchorAmong(file.items(), order.from);
  const after = anchor === null ? LOG_START : await placeOf(log, anchor);
  const items = (): AsyncGenerator<LogItem, void> =>
    order.from === LOG_START ? file.items() : itemsAfter(file, anchor);
  const before = begins(await compareLogs(items(), log, after), OtherLogError);
  const written = await appendRest(items(), before.items, new Importer(log, order));
  const now = begins(await compareLogs(items(), log, after), ImportDisturbedError);
  if (!now.whole) throw new ImportDisturbedError('the store lacks what was written to it');
  return { found: before.items, written, digest: now.digest };
}

async function placeOf(log: TargetLog, anchor: Anchor): Promise<Position> {
  const place = await positionOfAnchor(log, anchor);
  if (place !== null) return place;
  throw new OtherLogError(
    `what is to be imported goes on from event ${anchor.id} of ${anchor.stream}, which the store doesn't hold: import what comes before it first`,
  );
}

async function* itemsAfter(file: ExportFile, anchor: Anchor | null): AsyncGenerator<LogItem, void> {
  let begun = anchor === null;
  for await (const item of file.items()) {
    if (begun) yield item;
    else begun = item.kind === 'event' && item.event.id === anchor?.id && item.event.stream === anchor.stream;
  }
}

function begins(
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
  let seen = 0;
  for await (const item of items) if (seen++ >= found) await importer.add(item);
  await importer.flush();
  return seen - found;
}

/** Limits of one append of neighbours in a stream. Every store takes more, metadata included. */
const MAX_EVENTS = 500;
const MAX_BYTES = 800_000;

class Importer {
  private run: MovedEvent[] = [];
  private bytes = 0;
  private done = 0;
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
    const event = await this.deleted.shown(item.event);
    const bytes = bytesOf(event);
    const [first] = this.run;
    const fits = this.run.length < MAX_EVENTS && this.bytes + bytes <= MAX_BYTES;
    if (first !== undefined && (first.stream !== event.stream || !fits)) await this.flush();
    this.run.push(event);
    this.bytes += bytes;
  }

  async flush(): Promise<void> {
    const events = this.run;
    const [first] = events;
    [this.run, this.bytes] = [[], 0];
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
    this.done += items;
    this.order.onProgress?.(this.done);
  }
}

const bytesOf = ({ data, metadata, type }: MovedEvent): number =>
  data.length + Buffer.byteLength(JSON.stringify(metadata)) + 2 * type.length;
