/** A subscription that outlives the server's: a new feed goes on from the reader's own position. */
import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailableError, type LogPage, type Position, type Subscription } from '../event-store.js';
import { subscriptionOf } from '../paged-subscription.js';
import { AllFeed, type FeedStart, type PageLimits } from './all-feed.js';
import type { Connection } from './connection.js';
import { troubleOf } from './errors.js';
import type { HeadNews } from './head-news.js';
import { headOfLog } from './log-reads.js';

/**
 * Milliseconds without an event after which the follower compares the head with its position. If the head has
 * moved, no new event matches or the feed has stalled: a new feed shows which.
 */
const QUIET_MS = 250;

/** Milliseconds before a feed is opened again; doubled with each failure in a row. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 2_000;

type OnPage = (page: LogPage) => Promise<void>;

type FollowStart = FeedStart & PageLimits;

/** A log on a server, and what is known of its end. */
interface FollowedLog {
  readonly connection: Connection;
  readonly news: HeadNews;
}

/** Asks the server for the head, and tells it to all who read this log. */
export async function askHead({ connection, news }: FollowedLog, stallMs: number): Promise<Position> {
  const began = performance.now();
  const head = await headOfLog(connection, stallMs);
  news.answered(head, performance.now() - began);
  return head;
}

export function followLog(log: FollowedLog, start: FollowStart, onPage: OnPage): Subscription {
  const follower = new Follower(log, start, onPage);
  return subscriptionOf(follower.run(), () => follower.close());
}

class Follower {
  private position = this.start.after;
  private feed: AllFeed | undefined;
  private failures = 0;
  private readonly closing = new AbortController();

  constructor(
    private readonly log: FollowedLog,
    private readonly start: FollowStart,
    private readonly onPage: OnPage,
  ) {}

  async run(): Promise<void> {
    while (!this.isClosed) {
      const page = await this.nextPage();
      if (page === undefined || this.isClosed) continue;
      const isNews = page.position > this.position;
      this.position = page.position;
      try {
        if (isNews) await this.onPage(page);
      } catch (error) {
        this.close();
        throw error;
      }
    }
  }

  close(): void {
    this.closing.abort();
    this.dropFeed();
  }

  private get isClosed(): boolean {
    return this.closing.signal.aborted;
  }

  /** Undefined where there is nothing new, or where the feed has to be replaced. */
  private async nextPage(): Promise<LogPage | undefined> {
    try {
      this.feed ??= await this.open();
      const page = await this.feed.next(QUIET_MS, this.start);
      if (page === undefined && (await this.headMoved())) this.dropFeed();
      this.failures = 0;
      return page;
    } catch (error) {
      this.dropFeed();
      await this.recover(error);
      return undefined;
    }
  }

  private async open(): Promise<AllFeed> {
    const head = await askHead(this.log, this.start.stallMs);
    return AllFeed.open(this.log.connection, { ...this.start, after: this.position }, head);
  }

  private async headMoved(): Promise<boolean> {
    const { news } = this.log;
    if (news.head > this.position) return true;
    return news.mayAsk() && (await askHead(this.log, this.start.stallMs)) > this.position;
  }

  /** @throws errors that a new feed would meet again: a refusal, or a mistake in the program */
  private async recover(error: unknown): Promise<void> {
    if (this.isClosed) return;
    if (error instanceof TypeError || error instanceof RangeError) throw error;
    const isReported = error instanceof StoreUnavailableError;
    const { connection } = this.log;
    if (troubleOf(isReported ? error.cause : error) === 'refused') throw connection.unavailable(error);
    this.failures += 1;
    if (!isReported && this.failures > 1) connection.failed(error);
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (this.failures - 1), LONGEST_PAUSE_MS);
    await pause(wait, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private dropFeed(): void {
    this.feed?.close();
    this.feed = undefined;
  }
}
