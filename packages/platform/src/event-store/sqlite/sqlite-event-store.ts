/** The embedded EventStore: one SQLite file, one thread that writes and one that reads. */
import { resolve } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import { HostedStore, type HostedStoreSettings } from '../../sqlite/hosted-store.js';
import { errorOf } from '../../errors/error-code.js';
import { checkAppend, checkLimit, checkStreamName } from '../check-append.js';
import {
  OutcomeUnknownError,
  StreamDeletedError,
  type Append,
  type Appended,
  type EventStore,
  type LogPage,
  type LogRead,
  type Position,
  type SequenceResult,
  type StreamName,
  type StreamRead,
  type StreamSlice,
  type Subscription,
} from '../event-store.js';
import { followPages, HeadSignal } from '../paged-subscription.js';
import { packAppends } from './packed-appends.js';
import { unpackEvents } from './packed-events.js';
import { positionNumber, positionText } from './log-file.js';
import { readerService, type ReaderMethods } from './reader-service.js';
import { commitChannel, writerService, type AppendsOutcome, type WriterMethods } from './writer-service.js';

export interface SqliteEventStoreSettings extends HostedStoreSettings {
  /** A page of the log ends early once its events carry more bytes; default 4,000,000. */
  readonly pageBytes?: number;
}

const DEFAULT_PAGE_BYTES = 4_000_000;
const DEFAULT_STREAM_LIMIT = 1_000;
const DEFAULT_LOG_LIMIT = 500;
const MOVED_FROM_BYTES = 32_768;

/** @throws StoreUnavailableError in one line: not our file, from a newer program, locked, unreadable */
export async function openSqliteEventStore(settings: SqliteEventStoreSettings): Promise<EventStore> {
  const store = new SqliteEventStore(settings);
  await store.ready();
  return store;
}

/** Moving a small buffer costs more than copying it. */
const movedIfLarge = ({ buffer }: Uint8Array<ArrayBuffer>): ArrayBuffer[] =>
  buffer.byteLength > MOVED_FROM_BYTES ? [buffer] : [];

/** The port's result for appends to these streams. */
function resultOf({ places, stopped }: AppendsOutcome, streams: readonly StreamName[]): SequenceResult {
  const appended: Appended[] = [];
  for (let at = 0; at < places.length; at += 2) {
    const [revision = 0, position = 0] = places.slice(at, at + 2);
    appended.push({ outcome: 'appended', revision, position: positionText(position) });
  }
  const deleted = streams[appended.length] ?? ('' as StreamName);
  return {
    appended,
    stopped: stopped?.outcome === 'stream_deleted' ? new StreamDeletedError(deleted) : stopped,
  };
}

class SqliteEventStore implements EventStore {
  private readonly writer: HostedStore<WriterMethods>;
  private readonly reader: HostedStore<ReaderMethods>;
  private readonly signal = new HeadSignal();
  private readonly subscriptions = new Set<Subscription>();
  private channel: BroadcastChannel | undefined;

  constructor(private readonly settings: SqliteEventStoreSettings) {
    const log = { folder: __dirname, onSignal: (head: unknown) => this.signal.tell(head as Position) };
    const writer = { ...log, name: 'event log writer', service: writerService, thread: 'writer.thread' };
    const reader = { ...log, name: 'event log reader', service: readerService, thread: 'reader.thread' };
    this.writer = new HostedStore({ ...writer, lost: OutcomeUnknownError }, settings);
    this.reader = new HostedStore({ ...reader, stays: true }, settings);
  }

  /** The writer makes the file. The reader starts with its first read. */
  ready(): Promise<void> {
    return this.writer.ready();
  }

  readonly append: EventStore['append'] = async (stream, expected, events) => {
    const append = { stream, expected, events };
    checkAppend(append);
    const { appended, stopped } = await this.write([append]);
    const [result = stopped] = appended;
    if (result instanceof Error) throw result;
    if (result === null) throw new Error(`the writer did not say what came of an append to ${stream}`);
    return result;
  };

  /** One call and one transaction: when the process dies, all of them or none is written. */
  async appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    appends.forEach(checkAppend);
    try {
      return await this.write(appends);
    } catch (error) {
      return { appended: [], stopped: errorOf(error) };
    }
  }

  async readStream(stream: StreamName, read: StreamRead = {}): Promise<StreamSlice> {
    const { direction = 'forwards', from = null, limit = DEFAULT_STREAM_LIMIT } = read;
    checkLimit(limit);
    const slice = await this.reader.call('readStream', { stream, direction, from, limit });
    return slice.status === 'found' ? { status: 'found', events: unpackEvents(slice.events) } : slice;
  }

  async readAll({ after, categories, limit = DEFAULT_LOG_LIMIT, endedBy }: LogRead): Promise<LogPage> {
    checkLimit(limit);
    const page = await this.reader.call('readAll', {
      after: positionNumber(after),
      categories: categories === undefined ? null : [...new Set(categories)],
      limit,
      maxBytes: this.settings.pageBytes ?? DEFAULT_PAGE_BYTES,
      endedBy: endedBy ?? null,
    });
    return { ...page, events: unpackEvents(page.events), position: positionText(page.position) };
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    this.watchHead();
    const ended = (): void => this.subscriptionEnded(subscription);
    const source = { readAll: (next: LogRead) => this.readAll(next), signal: this.signal, ended };
    const subscription = followPages(source, read, onPage);
    this.subscriptions.add(subscription);
    return subscription;
  }

  async deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    checkStreamName(stream);
    return this.writer.call('deleteStream', stream);
  }

  async head(): Promise<Position> {
    return positionText(await this.reader.call('head', null));
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    await Promise.all([this.writer.close(), this.reader.close()]);
  }

  /** A channel, which keeps the process alive, announces its commits. The reader finds those of others. */
  private watchHead(): void {
    if (this.channel !== undefined) return;
    this.channel = new BroadcastChannel(commitChannel(resolve(this.settings.file)));
    this.channel.onmessage = (message: unknown) =>
      this.signal.tell((message as { readonly data: Position }).data);
    this.watch(true);
  }

  private subscriptionEnded(subscription: Subscription): void {
    this.subscriptions.delete(subscription);
    if (this.subscriptions.size > 0 || this.channel === undefined) return;
    this.channel.close();
    this.channel = undefined;
    this.watch(false);
  }

  private watch(on: boolean): void {
    // The subscription's own reads show a reader that can't start.
    this.reader.call('watch', on).catch(() => undefined);
  }

  private async write(appends: readonly Append[]): Promise<SequenceResult> {
    const packed = packAppends(appends);
    return resultOf(await this.writer.call('append', packed, movedIfLarge(packed.payloads)), packed.streams);
  }
}
