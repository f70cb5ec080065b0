/**
 * An EventStore that fails where a test says: a process that dies before or after one of its writes, an answer that is
 * lost, a store that is out of reach. What was written before stays in the store beneath; a new process is a new
 * wrapper around the same store.
 */
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
} from '../../../packages/platform/src/event-store/event-store.js';
import { appendOneByOne } from '../../../packages/platform/src/event-store/check-append.js';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../packages/platform/src/event-store/event-store.js';

/** The process is dead: whatever it tries from now on fails like this, and is never retried by its own code. */
export class ProcessDiedError extends Error {
  override readonly name = 'ProcessDiedError';
  constructor() {
    super('the process died');
  }
}

export type Fault =
  /** Dies before the write reaches the store: nothing is written. */
  | 'crash_before'
  /** Dies after the write: it is there, and nobody in this process learns of it. */
  | 'crash_after'
  /** Nothing is written, and the answer says that nobody knows. */
  | 'unknown_not_written'
  /** It is written, and the answer says that nobody knows. */
  | 'unknown_written'
  /** The store can't be reached for this call. */
  | 'unavailable';

/** One write as the wrapper sees it. Deletions count as writes. */
export interface SeenWrite {
  /** From 0, over all writes through this wrapper. */
  readonly index: number;
  readonly stream: StreamName;
  readonly types: readonly string[];
}

export type FaultPlan = (write: SeenWrite) => Fault | null;

export const noFaults: FaultPlan = () => null;
/** Fails the nth write (from 0) and no other. */
export const failWrite =
  (index: number, fault: Fault): FaultPlan =>
  (write) =>
    write.index === index ? fault : null;
/** Fails the first write that carries an event of this type. */
export function failFirst(type: string, fault: Fault): FaultPlan {
  let spent = false;
  return (write) => {
    if (spent || !write.types.includes(type)) return null;
    spent = true;
    return fault;
  };
}

export class FaultyEventStore implements EventStore {
  private writes = 0;
  private dead = false;
  private whenDead: () => void = () => undefined;
  private readonly subscriptions = new Set<Subscription>();
  /** Every write that was tried, in order. */
  readonly seen: SeenWrite[] = [];
  /** Resolves when the process has died. */
  readonly died = new Promise<void>((resolve) => (this.whenDead = resolve));

  constructor(
    private readonly store: EventStore,
    private plan: FaultPlan = noFaults,
  ) {}

  /** Kills the process at once, as kill -9 would. */
  kill(): void {
    if (this.dead) return;
    this.dead = true;
    for (const subscription of this.subscriptions) void subscription.close();
    this.whenDead();
  }

  get isDead(): boolean {
    return this.dead;
  }

  /** From the next write on, another plan. */
  follow(plan: FaultPlan): void {
    this.plan = plan;
  }

  append(stream: StreamName, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult> {
    return this.write(
      stream,
      events.map(({ type }) => type),
      () => this.store.append(stream, expected, events),
    );
  }

  deleteStream(stream: StreamName): Promise<'deleted' | 'no_stream'> {
    return this.write(stream, ['$delete'], () => this.store.deleteStream(stream));
  }

  /** One by one, so that a plan may end the process between any two. */
  appendInOrder(appends: readonly Append[]): Promise<SequenceResult> {
    return appendOneByOne(this, appends);
  }

  async readStream(stream: StreamName, read?: StreamRead): Promise<StreamSlice> {
    this.mustLive();
    const slice = await this.store.readStream(stream, read);
    this.mustLive();
    return slice;
  }

  async readAll(read: LogRead): Promise<LogPage> {
    this.mustLive();
    const page = await this.store.readAll(read);
    this.mustLive();
    return page;
  }

  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    this.mustLive();
    const subscription = this.store.subscribe(read, async (page) => {
      if (!this.dead) await onPage(page);
    });
    this.subscriptions.add(subscription);
    return subscription;
  }

  async head(): Promise<Position> {
    this.mustLive();
    return this.store.head();
  }

  /** The store beneath stays open: it outlives the process. */
  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
  }

  private mustLive(): void {
    if (this.dead) throw new ProcessDiedError();
  }

  private async write<T>(stream: StreamName, types: readonly string[], act: () => Promise<T>): Promise<T> {
    this.mustLive();
    const seen: SeenWrite = { index: this.writes++, stream, types };
    this.seen.push(seen);
    const fault = this.plan(seen);
    if (fault === 'crash_before') this.kill();
    this.mustLive();
    if (fault === 'unavailable') throw new StoreUnavailableError('out of reach, as planned');
    if (fault === 'unknown_not_written') throw new OutcomeUnknownError('lost before the write, as planned');
    const result = await act();
    if (fault === 'crash_after') this.kill();
    this.mustLive();
    if (fault === 'unknown_written') throw new OutcomeUnknownError('lost after the write, as planned');
    return result;
  }
}
