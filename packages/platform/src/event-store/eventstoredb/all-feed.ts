/**
 * One filtered subscription to the whole log, taken page by page: first history, then new events. It ends
 * with its first failure; its reader then opens a new feed at its own position.
 */
import { streamNameFilter, type Filter, type Position as LogPosition } from '@eventstore/db-client';
import { setImmediate as turn } from 'node:timers/promises';
import { laterOf, type LogPage, type Position, type RecordedEvent } from '../event-store.js';
import type { Connection } from './connection.js';
import { FeedEndedError, StalledError } from './errors.js';
import { headOfLog, subscribeFrom } from './log-reads.js';
import { positionText } from './positions.js';
import { recordedSubscription, type RecordedSubscription } from './recorded-events.js';

export interface FeedTimes {
  /** Milliseconds after which a page of history is handed out although it isn't full. */
  readonly pageMs: number;
  /** Milliseconds without any sign from the server, while history is read, that mean a stall. */
  readonly stallMs: number;
}

export interface FeedStart extends FeedTimes {
  readonly after: Position;
  readonly categories: readonly string[] | undefined;
}

/** Events buffered between the wire and the reader; beyond that the server has to wait. */
const BUFFERED = 64;

export class AllFeed {
  private readonly subscription: RecordedSubscription;
  /** Everything up to here was handed out or doesn't match. */
  private position: Position;
  /** The server says that it looked at everything up to here. */
  private checkpoint: Position;
  private live = false;
  private reportedHead = false;
  private failure: Error | undefined;
  private heardAt = performance.now();
  private wake: () => void = () => undefined;

  /** @param head the head of the log, where the caller has just read it @throws StoreUnavailableError */
  static async open(connection: Connection, start: FeedStart, head?: Position): Promise<AllFeed> {
    // The head comes first: once the subscription has caught up, everything up to it was looked at.
    const target = head ?? (await headOfLog(connection, start.stallMs));
    const from = await subscribeFrom(connection, start.after, start.stallMs);
    const client = await connection.use();
    return new AllFeed(start, target, (feed) => {
      const filter = logFilter(start.categories, (checkpoint) => feed.reached(checkpoint));
      const options = { ...connection.call, fromPosition: from, filter };
      return recordedSubscription(client.subscribeToAll(options, { highWaterMark: BUFFERED }));
    });
  }

  private constructor(
    private readonly start: FeedStart,
    /** The head of the log when the feed began. */
    readonly head: Position,
    begin: (feed: AllFeed) => RecordedSubscription,
  ) {
    this.position = start.after;
    this.checkpoint = start.after;
    this.subscription = begin(this);
    this.listen();
  }

  /** True if history is read, so that only new events come. */
  get isLive(): boolean {
    return this.live;
  }

  /** The next page. Undefined where the feed is live and delivers nothing for so many milliseconds. */
  async next(quietMs: number, limits: PageLimits): Promise<LogPage | undefined> {
    const page = new PageBuilder(limits);
    const began = performance.now();
    this.heardAt = began; // the reader may have been away for long
    for (;;) {
      const grew = this.fill(page);
      if (page.isFull) return this.handOut(page, false);
      if (grew && this.live) {
        await turn(); // events that come together make one page
        continue;
      }
      if (this.isDue(page, began)) return this.handOut(page, this.live);
      if (this.failure !== undefined) throw this.failure;
      if (await this.somethingHappens(this.live ? quietMs : this.start.pageMs)) continue;
      if (this.live) return undefined;
      const silence = performance.now() - this.heardAt;
      if (silence >= this.start.stallMs) throw new StalledError('a subscription', silence);
    }
  }

  close(): void {
    this.end(new FeedEndedError('closed by its reader'));
    this.subscription.unsubscribe().catch(() => undefined); // the subscription may never have begun
  }

  /**
   * Counts only checkpoints up to the head read before: some server versions, once live, name places not
   * looked at yet (EventStore issue 3697, KurrentDB pull request 4990). The first checkpoint may be 0.
   */
  reached(checkpoint: LogPosition): void {
    const position = positionText(checkpoint);
    if (checkpoint.commit > 0n && position <= this.head) this.checkpoint = laterOf(this.checkpoint, position);
    this.heard();
  }

  private listen(): void {
    const { subscription } = this;
    subscription.on('readable', () => this.heard());
    subscription.on('confirmation', () => this.heard());
    subscription.on('caughtUp', () => this.goLive(true));
    subscription.on('fellBehind', () => this.goLive(false));
    subscription.on('end', () => this.end(new FeedEndedError('ended by the server')));
    subscription.on('error', (error: Error) => this.end(error));
  }

  private heard(): void {
    this.heardAt = performance.now();
    this.wake();
  }

  private goLive(live: boolean): void {
    this.live = live;
    this.heard();
  }

  private end(failure: Error): void {
    this.failure ??= failure;
    this.wake();
  }

  /** Moves the buffered events into the page. @returns whether there were any */
  private fill(page: PageBuilder): boolean {
    const before = page.events.length;
    while (!page.isFull) {
      const event = this.subscription.read();
      if (event === null) break;
      if (event.position > (page.last ?? this.position)) page.add(event);
    }
    return page.events.length > before;
  }

  private isDue(page: PageBuilder, began: number): boolean {
    const hasEvents = page.events.length > 0;
    if (this.live) return hasEvents || !this.reportedHead;
    if (this.failure !== undefined) return hasEvents;
    return performance.now() - began >= this.start.pageMs && (hasEvents || this.checkpoint > this.position);
  }

  /** A checkpoint or "caught up" may overtake buffered events. So it counts once the buffer is empty. */
  private handOut(page: PageBuilder, isCaughtUp: boolean): LogPage {
    const looked = isCaughtUp ? this.head : page.last === undefined ? this.checkpoint : this.position;
    this.position = laterOf(this.position, laterOf(looked, page.last ?? looked));
    this.reportedHead ||= isCaughtUp;
    return { events: page.events, position: this.position, atHead: this.position >= this.head };
  }

  private somethingHappens(withinMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (happened: boolean): void => {
        clearTimeout(timer);
        this.wake = () => undefined;
        resolve(happened);
      };
      const timer = setTimeout(() => settle(false), withinMs);
      this.wake = () => settle(true);
    });
  }
}

/** Events looked at between checkpoints. With the default of 32, rare ones are found five times slower. */
const SEARCH_WINDOW = 1_000;

/** The server's own streams begin with a dollar sign. */
const OURS = '^[^$]';
/** No stream has this name. A reader of no categories still needs to know how far the log goes. */
const NOTHING = ['$no-category-'];

/** @param reached must not throw: an error out of the client's callback would end the process */
function logFilter(categories: FeedStart['categories'], reached: (checkpoint: LogPosition) => void): Filter {
  const options = {
    maxSearchWindow: SEARCH_WINDOW,
    checkpointInterval: 1,
    checkpointReached: (_: unknown, checkpoint: LogPosition) => reached(checkpoint),
  };
  if (categories === undefined) return streamNameFilter({ ...options, regex: OURS });
  const prefixes = categories.map((category) => `${category}-`);
  return streamNameFilter({ ...options, prefixes: prefixes.length > 0 ? prefixes : NOTHING });
}

export interface PageLimits {
  /** The maximum number of events. */
  readonly limit: number;
  /** Once the page carries this many bytes of data, no event is added. */
  readonly pageBytes: number;
}

/** A page of the log while it is filled; bounded by events and by bytes, so that memory is bounded. */
class PageBuilder {
  readonly events: RecordedEvent[] = [];
  private bytes = 0;

  constructor(private readonly limits: PageLimits) {}

  get isFull(): boolean {
    return this.events.length >= this.limits.limit || this.bytes >= this.limits.pageBytes;
  }

  get last(): Position | undefined {
    return this.events.at(-1)?.position;
  }

  add(event: RecordedEvent): void {
    this.events.push(event);
    this.bytes += event.data.length;
  }
}
