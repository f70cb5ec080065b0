/** The EventStore port of one host: the log of the world, by calls that take time and may fail. */
import {
  appendOneByOne,
  checkAppend,
  checkLimit,
} from '../../packages/platform/src/event-store/check-append.js';
import type {
  Append,
  AppendResult,
  EventStore,
  ExpectedRevision,
  LogPage,
  LogRead,
  NewEvent,
  Position,
  SequenceResult,
  StreamName,
  StreamRead,
  StreamSlice,
  Subscription,
} from '../../packages/platform/src/event-store/event-store.js';
import { StoreUnavailableError, categoryOf } from '../../packages/platform/src/event-store/event-store.js';
import {
  HeadSignal,
  followPages,
  subscriptionOf,
} from '../../packages/platform/src/event-store/paged-subscription.js';
import type { Call, Caller, Calls } from './calls.js';

interface UnderWay {
  readonly host: Caller;
  readonly what: string;
}

/** The log that all hosts share, and who must hear that it grew. */
export class SharedLog {
  private readonly listeners = new Set<(head: Position) => void>();
  /** Appends under way, by stream. */
  private readonly underWay = new Map<StreamName, Set<UnderWay>>();

  constructor(
    /** What a planted fault may wrap. */
    public store: EventStore,
    /** Called at each step that wrote. */
    private readonly look: () => Promise<void> = async () => undefined,
  ) {}

  listen(listener: (head: Position) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async grew(head: Position): Promise<void> {
    await this.look();
    for (const listener of this.listeners) listener(head);
  }

  /** @returns the appends that this one races with */
  enter(stream: StreamName, own: UnderWay): readonly string[] {
    const others = this.underWay.get(stream) ?? new Set();
    const races = [...others].filter(({ host }) => host !== own.host && host.state === 'alive');
    this.underWay.set(stream, others.add(own));
    return races.map(({ what }) => what);
  }

  leave(stream: StreamName, own: UnderWay): void {
    this.underWay.get(stream)?.delete(own);
  }
}

export class SimulatedLog implements EventStore {
  private readonly subscriptions = new Map<Subscription, () => void>();
  private readonly signal = new HeadSignal();
  /** Called where the host died. */
  readonly forget: () => void;

  constructor(
    private readonly calls: Calls,
    private readonly host: Caller,
    private readonly shared: SharedLog,
  ) {
    this.forget = shared.listen((head) => {
      // The wake-up is no promise: it may come late.
      if (this.subscriptions.size > 0) this.calls.timeline.in(0.3, host, () => this.signal.tell(head));
    });
  }

  /** Subscriptions that nobody closed. */
  get openSubscriptions(): number {
    return this.subscriptions.size;
  }

  async append(
    stream: StreamName,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<AppendResult> {
    checkAppend({ stream, expected, events });
    const types = [...new Set(events.map(({ type }) => type))].join(', ');
    const own = { host: this.host, what: types };
    for (const other of this.shared.enter(stream, own)) this.calls.coverage.raced(types, other);
    return this.ask(`append ${types}`, stream, true, async () => {
      const result = await this.shared.store.append(stream, expected, events);
      if (result.outcome === 'appended') await this.shared.grew(result.position);
      return result;
    }).finally(() => this.shared.leave(stream, own));
  }

  /** One by one, so that anything may happen between any two. */
  appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return appendOneByOne(this, appends);
  }

  readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice> {
    return this.ask(`read ${categoryOf(stream)}`, stream, false, () =>
      this.shared.store.readStream(stream, read),
    );
  }

  /** Pages may be shorter than asked for. */
  async readAll(read: LogRead): Promise<LogPage> {
    checkLimit(read.limit ?? 500);
    const what = `read the log of ${read.categories?.join(', ') ?? 'all'}`;
    return this.ask(what, null, false, ({ random }) => {
      const most = !this.calls.isCalm && random.happens(0.15) ? random.whole(1, 8) : 500;
      return this.shared.store.readAll({ ...read, limit: Math.min(read.limit ?? 500, most) });
    });
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    let drop: (error: Error) => void = () => undefined;
    const dropped = new Promise<never>((_resolve, reject) => (drop = reject));
    const source = {
      readAll: (next: LogRead) => this.readAll(next),
      signal: this.signal,
      ended: () => undefined,
    };
    const paged = followPages(source, read, onPage);
    const ended = Promise.race([paged.ended, dropped]).finally(() => {
      this.subscriptions.delete(subscription);
      void paged.close();
    });
    const subscription = subscriptionOf(ended, () => void paged.close());
    this.subscriptions.set(subscription, () =>
      drop(new StoreUnavailableError('the subscription was dropped')),
    );
    return subscription;
  }

  /** As the store drops them when its leader changes, or in a burst. */
  dropSubscriptions(): void {
    for (const drop of this.subscriptions.values()) drop();
  }

  deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    return this.ask(`delete ${categoryOf(stream)}`, stream, true, async () => {
      const result = await this.shared.store.deleteStream(stream);
      if (result === 'deleted') await this.shared.grew(await this.shared.store.head());
      return result;
    });
  }

  head(): Promise<Position> {
    return this.ask('read the head of the log', null, false, () => this.shared.store.head());
  }

  async close(): Promise<void> {
    this.forget();
    await Promise.all([...this.subscriptions.keys()].map((subscription) => subscription.close()));
  }

  private ask<T>(what: string, stream: StreamName | null, isWrite: boolean, act: Call<T>['act']): Promise<T> {
    const of = stream === null ? '' : ` (${this.calls.trace.stream(stream)})`;
    const { store } = this.shared;
    const unlessRestored: Call<T>['act'] = async (fate) => {
      if (this.shared.store !== store) throw new StoreUnavailableError('the log was restored');
      return act(fate);
    };
    return this.calls.call(this.host, { port: 'log', what, of, isWrite, act: unlessRestored });
  }
}
