/**
 * One reading of the log's end for all its followers in this process, each with its own categories, pace and
 * position: the store reads, copies and unpacks an event once. A follower that is too far behind for the kept
 * pages reads from the store until it has caught up.
 */
import { pause } from '../time/pause.js';
import { WakeUp } from '../tasks/wake-up.js';
import { categoryOf } from './event-store.js';
import type { EventStore, LogPage, LogRead, Position, RecordedEvent, Subscription } from './event-store.js';
import { HeadSignal, subscriptionOf } from './paged-subscription.js';

/** A single request leaves a page at the head of the log with fewer events than this. */
const BUSY_PAGE = 10;
/** Hundreds of requests a second leave a page with at least this many events. */
const HEAVY_PAGE = 100;

/** `light`: single requests. `busy`: one event after the other. `heavy`: many requests at once. */
export type Load = 'idle' | 'light' | 'busy' | 'heavy';

/** Estimates the load from a page at the head of the log. */
export function loadOf({ events }: LogPage): Load {
  if (events.length === 0) return 'idle';
  if (events.length < BUSY_PAGE) return 'light';
  return events.length < HEAVY_PAGE ? 'busy' : 'heavy';
}

interface SharedTailOptions {
  /** Bytes of event data kept for followers. */
  readonly keptBytes?: number;
  /** Milliseconds between a page at the head and the next reading, in which events gather. */
  readonly gatherMs?: (load: Load) => number;
}

interface Follower {
  after: Position;
}

interface Kept {
  readonly page: LogPage;
  readonly bytes: number;
}

const KEPT_BYTES = 8_000_000;
/** About half of a lane's wait, so that a lane seldom waits for two readings. */
const GATHER_MS: Readonly<Record<Load, number>> = { idle: 4, light: 4, busy: 12, heavy: 25 };
const MAX_PAGES = 2_000;
/** Milliseconds that the reading waits for followers that have almost caught up. */
const LONGEST_WAIT_MS = 250;
const DEFAULT_LIMIT = 1_000;

/** The methods of a store that a follower of the log needs. */
export type LogSource = Pick<EventStore, 'head' | 'readAll' | 'readStream' | 'subscribe'>;

export class SharedTail implements LogSource {
  private tail: Promise<Tail> | null = null;
  private asking: Promise<Position> | null = null;
  private readonly subscriptions = new Set<Subscription>();

  constructor(
    private readonly store: LogSource,
    private readonly options: SharedTailOptions = {},
  ) {}

  /** One question for all who ask while it is under way: a head that is a little older only delays a lane. */
  head(): Promise<Position> {
    return (this.asking ??= this.store.head().finally(() => (this.asking = null)));
  }

  readonly readAll: EventStore['readAll'] = (read) => this.store.readAll(read);
  readonly readStream: EventStore['readStream'] = (stream, read) => this.store.readStream(stream, read);

  /** Ends when the shared reading ends, and with the same outcome. */
  subscribe(read: LogRead, onPage: (page: LogPage) => Promise<void>): Subscription {
    const abort = new AbortController();
    const ended = this.follow(read, onPage, abort.signal).finally(() => this.left(subscription));
    const subscription = subscriptionOf(ended, () => abort.abort());
    this.subscriptions.add(subscription);
    return subscription;
  }

  /** Ends every follower, without an error. The caller still owns the store. */
  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
  }

  private async follow(
    read: LogRead,
    onPage: (page: LogPage) => Promise<void>,
    abort: AbortSignal,
  ): Promise<void> {
    const tail = await (this.tail ?? this.open());
    const follower = tail.joinedAt(read.after);
    try {
      while (!abort.aborted) {
        const { after } = follower;
        const page = tail.pageAfter(after, read) ?? (await this.store.readAll({ ...read, after }));
        if (page.position > after) await onPage(page);
        tail.moveOn(follower, page.position);
        if (page.atHead) await tail.moved(page.position, abort);
        if (tail.hasEnded) return;
      }
    } finally {
      tail.leave(follower);
    }
  }

  /** A tail that couldn't be opened, or has ended, is forgotten: the next follower opens another. */
  private open(): Promise<Tail> {
    const opening = this.store.head().then((head) => new Tail(this.store, head, this.options));
    this.tail = opening;
    const forget = (): void => {
      if (this.tail === opening) this.tail = null;
    };
    opening.then((tail) => tail.over).then(forget, forget);
    return opening;
  }

  private left(subscription: Subscription): void {
    this.subscriptions.delete(subscription);
    if (this.subscriptions.size > 0 || this.tail === null) return;
    const { tail } = this;
    this.tail = null;
    tail.then((open) => open.close()).catch(() => undefined);
  }
}

class Tail {
  /** Resolves when no more events will come. */
  readonly over: Promise<void>;
  private readonly kept: Kept[] = [];
  private bytes = 0;
  private ending: { readonly failed: boolean; readonly reason: unknown } | null = null;
  private readonly signal = new HeadSignal();
  private readonly subscription: Subscription;
  private readonly closing = new AbortController();
  private readonly followers = new Set<Follower>();
  private readonly room = new WakeUp();

  constructor(
    store: LogSource,
    /** Events up to this position aren't kept, or aren't kept any more. */
    private start: Position,
    private readonly options: SharedTailOptions,
  ) {
    const read = { after: start, limit: DEFAULT_LIMIT };
    this.subscription = store.subscribe(read, (page) => this.add(page));
    this.over = this.subscription.ended.then(
      () => this.end({ failed: false, reason: null }),
      (reason: unknown) => this.end({ failed: true, reason }),
    );
  }

  private get newest(): Position {
    return this.kept.at(-1)?.page.position ?? this.start;
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.room.call();
    await this.subscription.close().catch(() => undefined);
  }

  joinedAt(after: Position): Follower {
    const follower = { after };
    this.followers.add(follower);
    return follower;
  }

  moveOn(follower: Follower, after: Position): void {
    follower.after = after;
    this.makeRoom();
  }

  leave(follower: Follower): void {
    this.followers.delete(follower);
    this.makeRoom();
  }

  /** The kept events after this position, as `read` asks; null where the store must be read. */
  pageAfter(after: Position, { categories, limit = DEFAULT_LIMIT }: LogRead): LogPage | null {
    if (after < this.start) return null;
    const wanted = categories === undefined ? null : new Set(categories);
    const events: RecordedEvent[] = [];
    for (const { page } of this.kept.slice(this.firstAfter(after))) {
      for (const event of page.events) {
        if (event.position <= after || (wanted !== null && !wanted.has(categoryOf(event.stream)))) continue;
        events.push(event);
        if (events.length >= limit) return { events, position: event.position, atHead: false };
      }
    }
    return { events, position: after > this.newest ? after : this.newest, atHead: true };
  }

  /** Resolves once an event lies after this position, or once no more events will come. */
  async moved(after: Position, abort: AbortSignal): Promise<void> {
    if (this.ending === null) await this.signal.after(after, abort);
  }

  /** @throws the error that ended the shared reading */
  get hasEnded(): boolean {
    if (this.ending?.failed === true) throw this.ending.reason;
    return this.ending !== null;
  }

  private firstAfter(after: Position): number {
    let [low, high] = [0, this.kept.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.kept[middle]?.page.position ?? after) > after) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  private async add(page: LogPage): Promise<void> {
    const bytes = page.events.reduce((sum, { data }) => sum + data.length, 0);
    await this.waitForFollowers(bytes);
    this.kept.push({ page, bytes });
    this.bytes += bytes;
    this.trim();
    this.signal.tell(page.position);
    if (!page.atHead) return;
    const { gatherMs = (load) => GATHER_MS[load] } = this.options;
    await pause(gatherMs(loadOf(page)), this.closing.signal);
  }

  /** Gives followers close behind some time to take the oldest page: reading it again costs more. */
  private async waitForFollowers(bytes: number): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    while (this.isFull(bytes) && this.isNeeded(this.kept[0]) && !this.closing.signal.aborted) {
      const left = deadline - performance.now();
      if (left <= 0) return;
      await this.room.sleep(left);
    }
  }

  private isFull(more: number): boolean {
    return this.bytes + more > (this.options.keptBytes ?? KEPT_BYTES) || this.kept.length >= MAX_PAGES;
  }

  private isNeeded(kept: Kept | undefined): boolean {
    if (kept === undefined) return false;
    for (const { after } of this.followers)
      if (after >= this.start && after < kept.page.position) return true;
    return false;
  }

  private makeRoom(): void {
    this.trim();
    this.room.call();
  }

  /** Drops a page once all followers have taken it: short-lived events cost the garbage collector nothing. */
  private trim(): void {
    for (let oldest = this.kept[0]; oldest !== undefined; oldest = this.kept[0]) {
      if (!this.isFull(0) && this.isNeeded(oldest)) return;
      this.kept.shift();
      this.bytes -= oldest.bytes;
      this.start = oldest.page.position;
    }
  }

  private end(ending: { readonly failed: boolean; readonly reason: unknown }): void {
    this.ending = ending;
    this.signal.tell(this.newest);
  }
}
