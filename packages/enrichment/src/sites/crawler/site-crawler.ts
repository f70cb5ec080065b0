/**
 * Crawls hosts in a separate process, which starts with the first crawl and restarts after it died. So no
 * site can stall an answer or a worker, or exhaust their memory.
 */
import { randomUUID } from 'node:crypto';
import { ServiceClosedError, ServiceLostError } from '../../../../platform/src/threads/calls.js';
import { inProcess } from '../../../../platform/src/threads/service-place.js';
import { ThreadCaller } from '../../../../platform/src/threads/thread-caller.js';
import { threadFile } from '../../../../platform/src/threads/thread-file.js';
import { inTime } from '../../../../platform/src/time/in-time.js';
import { pause } from '../../../../platform/src/time/pause.js';
import type { SiteReading } from '../site-reading.js';
import {
  unpackedSite,
  type CrawlerBusy,
  type CrawlerSettings,
  type CrawlRequest,
  type PackedCrawl,
} from './packed-crawl.js';

export type Crawled =
  | {
      readonly status: 'crawled';
      readonly fetched_at: string;
      readonly site: SiteReading;
      /** The site reading in its stored form. */
      readonly packed: Uint8Array;
    }
  | CrawlerBusy;

/** The time after which a silent process counts as stuck, longer than any crawl. */
const STUCK_MS = 120_000;
const HEAP_MB = 512;
const TRIES = 2;
/** The pause after the process ended twice without a crawl in between. It doubles with each further end. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const BETWEEN_TURNS_MS = 25;

interface CrawlerMethods {
  crawl(request: CrawlRequest): PackedCrawl;
}

/** Reports that the crawler's process ended or can't start. The message is safe to show. */
export class CrawlerUnavailable extends Error {
  override readonly name = 'CrawlerUnavailable';
}

export class SiteCrawler {
  private readonly process: ThreadCaller<CrawlerMethods>;
  /** How often the process ended since it last delivered a crawl. */
  private ends = 0;
  private endedAt = 0;
  private lastTurn = Promise.resolve();

  constructor(settings: Omit<CrawlerSettings, 'owner'>, heapMb = HEAP_MB) {
    this.process = new ThreadCaller({
      file: threadFile(__dirname, 'crawler.program'),
      settings: { ...settings, owner: randomUUID() } satisfies CrawlerSettings,
      name: 'the crawler',
      revive: ({ message }) => new CrawlerUnavailable(`a crawl failed: ${message}`),
      heapMb,
      place: inProcess,
      onEnd: () => {
        this.ends += 1;
        this.endedAt = performance.now();
      },
    });
  }

  /** @throws CrawlerUnavailable */
  async crawl(request: CrawlRequest): Promise<Crawled> {
    for (let tries = 1; ; tries++) {
      this.requireRestartDue();
      try {
        const crawled = await inTime(this.process.call('crawl', request), STUCK_MS, () => this.cutOff());
        this.ends = 0;
        if (crawled.status === 'busy') return crawled;
        await this.turn();
        return { ...crawled, site: unpackedSite(crawled.packed) };
      } catch (error) {
        // A page of another crawl may have ended the process.
        const isLost = error instanceof ServiceLostError;
        if (!isLost && !(error instanceof ServiceClosedError)) throw error;
        if (!isLost || tries === TRIES) throw new CrawlerUnavailable(error.message);
      }
    }
  }

  /** Ends running crawls without waiting for them. */
  async close(): Promise<void> {
    this.process.cutOff();
    await this.process.close();
  }

  /** Waits for a turn, so that crawls which end together are unpacked one by one with pauses. */
  private turn(): Promise<void> {
    const mine = this.lastTurn;
    this.lastTurn = mine.then(() => pause(BETWEEN_TURNS_MS));
    return mine;
  }

  /** @throws CrawlerUnavailable while a process that ended repeatedly must not be restarted yet */
  private requireRestartDue(): void {
    if (this.process.isRunning || this.ends < TRIES) return;
    const wait = Math.min(FIRST_PAUSE_MS * 2 ** (this.ends - TRIES), LONGEST_PAUSE_MS);
    if (performance.now() < this.endedAt + wait)
      throw new CrawlerUnavailable('the crawler ended several times, and is started again later');
  }

  private cutOff(): never {
    this.process.cutOff();
    throw new CrawlerUnavailable('the crawler did not answer in time');
  }
}
