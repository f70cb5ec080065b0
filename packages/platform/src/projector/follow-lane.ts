/**
 * Feeds a lane from a live subscription: it applies one page while the next is read. The subscription may end
 * at any moment, with or without an error, or fall silent. Only the lane's checkpoint counts: the caller
 * reads it again and goes on.
 */
import type { LogPage } from '../event-store/event-store.js';
import { loadOf, type LogSource } from '../event-store/shared-tail.js';
import type { Applier } from './applier.js';
import { categoriesOf, type Lane } from './lane.js';
import type { Pauses } from './pauses.js';
import { pause } from '../time/pause.js';
import { onAbort } from '../time/signals.js';

export interface Following<Event> {
  readonly events: LogSource;
  readonly lane: Lane<Event>;
  readonly pauses: Pauses;
  /** Applies a page; called for one page at a time. */
  readonly apply: (page: LogPage) => Promise<void>;
  readonly applier: Applier<Event>;
}

/** Events that come within the longest pause go into one commit. */
const DEFAULT_BATCH = 1_000;

/** Resolves when `signal` aborts or the subscription ends; rejects with the error that ended it. */
export async function followLane<Event>(following: Following<Event>, signal: AbortSignal): Promise<void> {
  const { events, lane, applier } = following;
  const feed = new Feed(following, signal);
  const read = {
    after: applier.position,
    categories: categoriesOf(lane.projections),
    limit: lane.batch ?? DEFAULT_BATCH,
  };
  const subscription = events.subscribe(read, (page) => feed.take(page));
  const watch = new AbortController();
  const stalled = feed.stalled(watch.signal);
  let forget = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (forget = onAbort(signal, resolve)));
  try {
    await Promise.race([subscription.ended, feed.failed, stalled, aborted]);
  } finally {
    forget();
    watch.abort();
    // The race has reported the error; here only the end matters.
    await subscription.close().catch(() => undefined);
    await feed.settled();
  }
}

class Feed<Event> {
  /** Rejects when a page could not be applied. */
  readonly failed: Promise<never>;
  private fail: (reason: unknown) => void = () => undefined;
  private applying: Promise<void> = Promise.resolve();
  private pages = 0;

  constructor(
    private readonly following: Following<Event>,
    private readonly signal: AbortSignal,
  ) {
    this.failed = new Promise<never>((_resolve, reject) => (this.fail = reject));
  }

  /** Takes the next page once the one before it was applied. */
  async take(page: LogPage): Promise<void> {
    await this.applying;
    if (this.signal.aborted) return;
    this.pages++;
    this.applying = this.following.apply(page);
    this.applying.catch(this.fail);
    if (!page.atHead) return;
    const { gather, gatherBusy, gatherHeavy, gatherIdle } = this.following.pauses;
    const byLoad = { idle: gatherIdle, light: gather, busy: gatherBusy, heavy: gatherHeavy };
    await pause(byLoad[loadOf(page)], this.signal);
  }

  async settled(): Promise<void> {
    await this.applying.catch(() => undefined);
  }

  /** Rejects when the log has grown and no page has come for long. */
  async stalled(signal: AbortSignal): Promise<void> {
    const { events, pauses, applier, lane } = this.following;
    while (!signal.aborted) {
      const before = this.pages;
      await pause(pauses.stall, signal);
      if (signal.aborted || this.pages !== before) continue;
      if ((await events.head()) > applier.position && this.pages === before)
        throw new Error(`the subscription of lane ${lane.name} fell silent`);
    }
  }
}
