/** Reads the log page by page. The feed of a full page stays open a moment: the next is mostly wanted. */
import type { LogPage, LogRead, Position } from '../event-store.js';
import { AllFeed, type FeedTimes, type PageLimits } from './all-feed.js';
import type { Connection } from './connection.js';
import { headOfLog } from './log-reads.js';
import { readPosition } from './positions.js';

/** Milliseconds for which an idle feed waits for its reader, and how many feeds may wait. */
const KEEP_MS = 1_000;
const KEPT_AT_MOST = 4;

export class LogPages {
  /** By position and categories. */
  private readonly kept = new Map<string, { readonly feed: AllFeed; readonly timer: NodeJS.Timeout }>();

  constructor(
    private readonly connection: Connection,
    private readonly times: FeedTimes,
  ) {}

  /** @throws RangeError where `after` is no position of this log, StoreUnavailableError */
  async read(read: LogRead, limits: PageLimits): Promise<LogPage> {
    readPosition(read.after); // reports a wrong argument before the server is called
    const known = this.kept.get(keyOf(read, read.after))?.feed.head ?? read.after;
    // Where more is known to be there, the end of the log matters only to the last page.
    const asked = known > read.after ? undefined : await this.head();
    const head = asked ?? known;
    if (head <= read.after) return { events: [], position: read.after, atHead: true };
    const page = (await this.goOn(read, limits)) ?? (await this.begin(read, limits, head));
    if (page.position < head) return { ...page, atHead: false };
    // The feed may have caught up before this call began, when the log was shorter.
    return { ...page, atHead: page.position >= (asked ?? (await this.head())) };
  }

  close(): void {
    for (const key of [...this.kept.keys()]) this.take(key)?.close();
  }

  private head(): Promise<Position> {
    return headOfLog(this.connection, this.times.stallMs);
  }

  private async goOn(read: LogRead, limits: PageLimits): Promise<LogPage | undefined> {
    const feed = this.take(keyOf(read, read.after));
    if (feed === undefined) return undefined;
    try {
      return await this.pageOf(feed, read, limits);
    } catch {
      return undefined; // a new feed from the same place will show the error
    }
  }

  private begin(read: LogRead, limits: PageLimits, head: Position): Promise<LogPage> {
    const { after, categories } = read;
    return this.connection.read(async () => {
      const feed = await AllFeed.open(this.connection, { after, categories, ...this.times }, head);
      return this.pageOf(feed, read, limits);
    });
  }

  private async pageOf(feed: AllFeed, read: LogRead, limits: PageLimits): Promise<LogPage> {
    let page: LogPage | undefined;
    try {
      page = await feed.next(this.times.stallMs, limits);
      return page ?? { events: [], position: read.after, atHead: false };
    } finally {
      // A live feed may lag behind events that were just written.
      if (page === undefined || feed.isLive) feed.close();
      else this.keep(keyOf(read, page.position), feed);
    }
  }

  private keep(key: string, feed: AllFeed): void {
    this.take(key)?.close();
    const [oldest] = this.kept.keys();
    if (oldest !== undefined && this.kept.size >= KEPT_AT_MOST) this.take(oldest)?.close();
    const timer = setTimeout(() => this.take(key)?.close(), KEEP_MS);
    this.kept.set(key, { feed, timer: timer.unref() });
  }

  private take(key: string): AllFeed | undefined {
    const found = this.kept.get(key);
    clearTimeout(found?.timer);
    this.kept.delete(key);
    return found?.feed;
  }
}

const keyOf = ({ categories }: LogRead, position: Position): string =>
  JSON.stringify([position, categories ?? null]);
