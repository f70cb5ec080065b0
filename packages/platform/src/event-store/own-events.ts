/**
 * The log as this program's own, in a store that other programs may use too. A prefix stands before the name
 * of every stream; nothing above this file sees it. An event without our metadata is another program's: it is
 * passed over and counted. Events of ours keep their revisions in the store. An append that only such events
 * stand in the way of goes behind them.
 */
import {
  AppendTooLargeError,
  STREAM_DELETED,
  StreamDeletedError,
  VERSION,
  categoryOf,
  type Append,
  type AppendResult,
  type Conflict,
  type EventStore,
  type LogPage,
  type LogRead,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type SequenceResult,
  type StreamName,
  type StreamRead,
  type StreamSlice,
  type Subscription,
} from './event-store.js';
import { errorOf } from '../errors/error-code.js';
import { diskFault } from '../sqlite/sqlite-errors.js';
import { checkStreamName } from './check-append.js';
import { ForeignEvents } from './foreign-events.js';

interface OwnNames {
  /** Before the name of every stream; holds no dash. */
  readonly prefix: string;
  /** All of ours. A read of all streams reads no others. Left out: it reads every stream with the prefix. */
  readonly categories?: readonly string[] | undefined;
  /** Called with new events before they are appended. They are not appended where it throws. */
  readonly before?: ((events: readonly NewEvent[]) => Promise<void>) | undefined;
}

const DEFAULT_LIMIT = 1_000;
/** Events in one read behind events that were passed over. */
const FURTHER = 500;
/** After so many appends of others in a row, an append is a conflict. */
const MAX_TRIES = 100;

export class OwnEvents implements EventStore {
  readonly foreign = new ForeignEvents();
  private readonly faults = new WriteFaults();

  constructor(
    private readonly store: EventStore,
    private readonly names: OwnNames,
  ) {}

  writeFault(): string | null {
    return this.faults.current();
  }

  readonly append: EventStore['append'] = async (stream, expected, events) => {
    try {
      await this.names.before?.(events);
      const result = await this.faults.watch(this.store.append(this.named(stream), expected, events));
      if (result.outcome !== 'conflict') return result;
      return await this.behindOthers({ stream, expected, events }, result);
    } catch (error) {
      throw renamed(error, stream);
    }
  };

  async appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    const named = appends.map((append) => ({ ...append, stream: this.named(append.stream) }));
    const prevented = await this.names.before?.(appends.flatMap(({ events }) => events)).catch(errorOf);
    if (prevented !== undefined) return { appended: [], stopped: prevented };
    const { appended, stopped } = await this.faults.watch(this.store.appendInOrder(named));
    const refused = appends[appended.length];
    if (refused === undefined || stopped === null) return { appended, stopped };
    const behind =
      stopped instanceof Error ? stopped : await this.behindOthers(refused, stopped).catch(errorOf);
    if (behind instanceof Error) return { appended, stopped: renamed(behind, refused.stream) };
    if (behind.outcome === 'conflict') return { appended, stopped: behind };
    const rest = appends.slice(appended.length + 1);
    const further = rest.length > 0 ? await this.appendInOrder(rest) : { appended: [], stopped: null };
    return { ...further, appended: [...appended, behind, ...further.appended] };
  }

  /** A stream that holds nothing of ours is found, without events. */
  async readStream(stream: StreamName, read: StreamRead = {}): Promise<StreamSlice> {
    const { direction = 'forwards', limit = DEFAULT_LIMIT } = read;
    const found: RecordedEvent[] = [];
    for (let next: StreamRead = { ...read, limit }; ;) {
      const slice = await this.store.readStream(this.named(stream), next);
      if (slice.status !== 'found') return slice;
      const own = this.ours(slice.events);
      if (own === slice.events && own.length <= limit && found.length === 0) return slice;
      found.push(...own);
      const last = slice.events.at(-1);
      const from = (last?.revision ?? 0) + (direction === 'forwards' ? 1 : -1);
      if (found.length >= limit || slice.events.length < (next.limit ?? 0) || from < 0)
        return { status: 'found', events: found.slice(0, limit) };
      next = { direction, from, limit: Math.max(limit - found.length, FURTHER) };
    }
  }

  async readAll(read: LogRead): Promise<LogPage> {
    return this.shown(await this.store.readAll(this.narrowed(read)));
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    return this.store.subscribe(this.narrowed(read), (page) => onPage(this.shown(page)));
  }

  /** Deletes no stream that holds nothing of ours. */
  async deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    const last = await this.readStream(stream, { direction: 'backwards', limit: 1 });
    if (last.status === 'found' && last.events.length === 0) return 'no_stream';
    return this.store.deleteStream(this.named(stream));
  }

  head(withinMs?: number): Promise<Position> {
    return this.store.head(withinMs);
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /** Appends where only foreign events stand behind the expected revision. The same ids are written once. */
  private async behindOthers(append: Append, conflict: Conflict): Promise<AppendResult> {
    const { stream, expected, events } = append;
    if (expected === 'any') return conflict;
    const from = expected === 'no_stream' ? 0 : expected + 1;
    let met = conflict;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      if (met.actual === 'no_stream' || met.actual < from) return met;
      const slice = await this.readStream(stream, { from, limit: events.length });
      if (slice.status !== 'found') return met;
      if (slice.events.length > 0) return repeated(slice.events, events) ?? met;
      const result = await this.store.append(this.named(stream), met.actual, events);
      if (result.outcome === 'appended') return result;
      met = result;
    }
    return met;
  }

  private named(stream: StreamName): StreamName {
    checkStreamName(stream);
    return `${this.names.prefix}${stream}` as StreamName;
  }

  private narrowed({ categories = this.names.categories, ...read }: LogRead): LogRead {
    return categories === undefined
      ? read
      : { ...read, categories: categories.map((category) => `${this.names.prefix}${category}`) };
  }

  private shown(page: LogPage): LogPage {
    const events = this.ours(page.events);
    return events === page.events ? page : { ...page, events };
  }

  /** The same list where it holds nothing to pass over or to rename. */
  private ours(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
    if (this.names.prefix === '' && this.foreign.count === 0 && events.every(isOurs)) return events;
    return events.flatMap((event) => this.own(event));
  }

  private own(event: RecordedEvent): readonly RecordedEvent[] {
    if (!event.stream.startsWith(this.names.prefix)) return [];
    const stream = event.stream.slice(this.names.prefix.length) as StreamName;
    const { type, revision } = event;
    if (type === STREAM_DELETED && this.foreign.isAllOf(stream)) return [];
    if (isOurs(event)) {
      const others = this.foreign.before(stream, revision);
      return [others > 0 ? { ...event, stream, others } : { ...event, stream }];
    }
    if (this.names.categories?.includes(categoryOf(stream)) !== false) this.foreign.note(stream, revision);
    return [];
  }
}

/** Links and other events of a server begin with a dollar sign. A deletion has no metadata. */
const isOurs = ({ type, metadata }: RecordedEvent): boolean =>
  type.startsWith('$') ? type === STREAM_DELETED : metadata[VERSION] !== undefined;

/** The error with the stream's own name. */
function renamed<Thrown>(error: Thrown, stream: StreamName): Thrown | Error {
  if (error instanceof StreamDeletedError) return new StreamDeletedError(stream);
  return error instanceof AppendTooLargeError ? new AppendTooLargeError(stream, error.bytes) : error;
}

/** The result of an append whose events stand there already. */
function repeated(found: readonly RecordedEvent[], events: readonly NewEvent[]): AppendResult | undefined {
  const last = found.at(-1);
  const isSame = events.every(({ id }, at) => found[at]?.id.toLowerCase() === id.toLowerCase());
  return last !== undefined && isSame
    ? { outcome: 'appended', revision: last.revision, position: last.position }
    : undefined;
}

/** After a fault without a further append the disk may be well again: only the next append shows it. */
const REMEMBERED_MS = 30_000;

/** Remembers whether appends fail at the disk of an embedded log, while its reads are answered. */
export class WriteFaults {
  private last: { readonly reason: string; readonly at: number } | null = null;

  /** @param now milliseconds of a monotonic clock */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Why appends fail: `the disk is full`. Null: the last one was written, or failed some time ago. */
  current(): string | null {
    return this.last !== null && this.now() - this.last.at < REMEMBERED_MS ? this.last.reason : null;
  }

  /** Passes the outcome of an append on, and notes it. @throws the error of the append */
  async watch<T extends object>(append: Promise<T>): Promise<T> {
    try {
      const result = await append;
      this.note('stopped' in result ? result.stopped : null);
      return result;
    } catch (error) {
      this.note(error);
      throw error;
    }
  }

  private note(error: unknown): void {
    const reason = diskFault(error);
    this.last = reason === undefined ? null : { reason, at: this.now() };
  }
}
