/** The EventStore port on an EventStoreDB server or cluster, from version 23.10. */
import { BACKWARDS, END, FORWARDS, START, type ReadStreamOptions } from '@eventstore/db-client';
import type { LogStamp } from '../../stores/stamp.js';
import { appendOneByOne, checkAppend, checkLimit, checkStreamName } from '../check-append.js';
import {
  AppendTooLargeError,
  StreamDeletedError,
  UnfitStoreError,
  type Append,
  type AppendResult,
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
import type { FeedTimes, PageLimits } from './all-feed.js';
import { Connection } from './connection.js';
import { connectionTarget } from './connection-string.js';
import { actualRevision, troubleOf } from './errors.js';
import { askHead, followLog } from './follow-log.js';
import { HeadNews } from './head-news.js';
import { LogPages } from './log-pages.js';
import { MetadataStamp } from './metadata-stamp.js';
import { positionText } from './positions.js';
import { readToEnd } from './read-to-end.js';
import { recordedRead, wireBytes, wireEvent } from './recorded-events.js';
import { refuseSmallAppends, writeUntilKnown, type Write } from './write-until-known.js';

export interface EventStoreDbSettings {
  /** `esdb://…` or `kurrentdb://…`, with users, hosts and TLS as the client documents them. */
  readonly url: string;
  /** Before the name of the stream that bears the stamp; default: nothing. */
  readonly prefix?: string;
  /** Milliseconds for which a write of unknown outcome is repeated; default 5,000. */
  readonly patienceMs?: number;
  /** Milliseconds without a sign from the server that mean a stall; default 10,000. */
  readonly stallMs?: number;
  /** A page of the log ends early once its events carry more bytes; default 4,000,000. */
  readonly pageBytes?: number;
  /** Awaited before the first call. Throws where this program must not use the server's log. */
  readonly admit?: (stamp: LogStamp) => Promise<void>;
}

/** A log on a server. */
export interface EventStoreDb extends EventStore {
  readonly stamp: LogStamp;
  /** Passes if the server can't be reached: it may come. @throws UnfitStoreError if the log is unfit */
  refuseUnfit(): Promise<void>;
}

const DEFAULTS = { patienceMs: 5_000, stallMs: 10_000, pageBytes: 4_000_000 };
const DEFAULT_STREAM_LIMIT = 1_000;
const DEFAULT_LOG_LIMIT = 500;
/** A page of history that takes longer than this is handed out as it is. */
const PAGE_MS = 500;

/** The most that the server takes in one append, by its strictest count: data, metadata and type names. */
const SERVER_APPEND_BYTES = 1_048_576;

/** Doesn't wait for the server. @throws StoreUnavailableError in one line: the URL can't be used */
export function openEventStoreDb(settings: EventStoreDbSettings): EventStoreDb {
  const { url, admit, prefix = '' } = settings;
  const limits = { ...DEFAULTS, ...settings };
  const connection: Connection = new Connection(connectionTarget(url), async () => admit?.(stamp));
  const stamp = new MetadataStamp(connection.unadmitted, limits.stallMs, `${prefix}stamp`);
  return new EventStoreDbEventStore(connection, stamp, new HeadNews(url), limits);
}

class EventStoreDbEventStore implements EventStoreDb {
  private readonly subscriptions = new Set<Subscription>();
  private readonly times: FeedTimes = { stallMs: this.limits.stallMs, pageMs: PAGE_MS };
  private readonly pages = new LogPages(this.connection, this.times);

  constructor(
    readonly connection: Connection,
    readonly stamp: MetadataStamp,
    readonly news: HeadNews,
    private readonly limits: typeof DEFAULTS,
  ) {}

  async refuseUnfit(): Promise<void> {
    try {
      await this.connection.admitted();
      await refuseSmallAppends(this.connection, this.stamp.stream);
    } catch (error) {
      if (error instanceof UnfitStoreError) throw error;
    }
  }

  readonly append: EventStore['append'] = async (stream, expected, events) => {
    checkAppend({ stream, expected, events });
    const bytes = events.reduce((sum, event) => sum + wireBytes(event), 0);
    if (bytes > SERVER_APPEND_BYTES) throw new AppendTooLargeError(stream, bytes);
    const proposed = events.map(wireEvent);
    const expectedRevision = typeof expected === 'number' ? BigInt(expected) : expected;
    try {
      const result = await this.write(expected !== 'any', (client, deadline) =>
        client.appendToStream(stream, proposed, { ...this.connection.call, expectedRevision, deadline }),
      );
      const revision = Number(result.nextExpectedRevision);
      const told = result.position && positionText(result.position);
      const position = told ?? (await this.positionOf(stream, revision));
      this.news.appended(position);
      return { outcome: 'appended', revision, position };
    } catch (error) {
      return answerTo(error, stream, bytes);
    }
  };

  /** The server knows no sequences: each append waits for the one before it. */
  appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return appendOneByOne(this, appends);
  }

  async readStream(stream: StreamName, read: StreamRead = {}): Promise<StreamSlice> {
    const { direction = 'forwards', from, limit = DEFAULT_STREAM_LIMIT } = read;
    checkLimit(limit);
    const [way, begin] =
      direction === 'forwards' ? ([FORWARDS, START] as const) : ([BACKWARDS, END] as const);
    const options: ReadStreamOptions = {
      ...this.connection.call,
      direction: way,
      fromRevision: from === undefined ? begin : BigInt(from),
      maxCount: limit,
    };
    try {
      const events = await this.connection.read((client) =>
        readToEnd(recordedRead(client.readStream(stream, options)), this.times.stallMs),
      );
      return { status: 'found', events };
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'stream_not_found') return { status: 'no_stream' };
      if (trouble === 'stream_deleted') return { status: 'deleted' };
      throw error;
    }
  }

  async readAll(read: LogRead): Promise<LogPage> {
    return this.pages.read(read, this.pageLimits(read));
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    const { after, categories } = read;
    const start = { after, categories, ...this.times, ...this.pageLimits(read) };
    const subscription = followLog(this, start, onPage);
    this.subscriptions.add(subscription);
    const forget = (): boolean => this.subscriptions.delete(subscription);
    subscription.ended.then(forget, forget);
    return subscription;
  }

  /** Deletes by tombstone. Reads the stream first: a tombstone can be put on a stream that never existed. */
  async deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    checkStreamName(stream);
    const { status } = await this.readStream(stream, { direction: 'backwards', limit: 1 });
    if (status !== 'found') return status;
    try {
      await this.write(true, (client, deadline) =>
        client.tombstoneStream(stream, { ...this.connection.call, deadline }),
      );
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble === 'wrong_expected_version') return 'no_stream';
      if (trouble !== 'stream_deleted') throw error;
    }
    return 'deleted';
  }

  async head(withinMs = 0): Promise<Position> {
    return this.news.latest(withinMs) ?? askHead(this, this.times.stallMs);
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    this.pages.close();
    await this.connection.close();
  }

  private write<T>(repeatable: boolean, attempt: Write<T>['attempt']): Promise<T> {
    return writeUntilKnown(this.connection, { attempt, repeatable, patienceMs: this.limits.patienceMs });
  }

  /** The server answers a repeated append without a position if its events can't be read any more. */
  private async positionOf(stream: StreamName, revision: number): Promise<Position> {
    const slice = await this.readStream(stream, { from: revision, limit: 1 });
    const found = slice.status === 'found' ? slice.events[0]?.position : undefined;
    return found ?? this.head();
  }

  private pageLimits({ limit = DEFAULT_LOG_LIMIT }: LogRead): PageLimits {
    checkLimit(limit);
    return { limit, pageBytes: this.limits.pageBytes };
  }
}

/** @throws StreamDeletedError, AppendTooLargeError; errors that aren't a server's answer unchanged */
function answerTo(error: unknown, stream: StreamName, bytes: number): AppendResult {
  const trouble = troubleOf(error);
  if (trouble === 'wrong_expected_version') return { outcome: 'conflict', actual: actualRevision(error) };
  if (trouble === 'stream_deleted') throw new StreamDeletedError(stream);
  throw trouble === 'too_large' ? new AppendTooLargeError(stream, bytes) : error;
}
