/**
 * Crawls hosts in a thread of its own, which is started with the first of them and again after it died: nothing that a
 * site does stalls an answer or a worker, and what its pages take in memory has a limit.
 */
import type { StoresSettings } from '../../platform/stores/stores.js';
import { ServiceClosedError, ServiceLostError } from '../../platform/threads/calls.js';
import { ThreadCaller } from '../../platform/threads/thread-caller.js';
import { threadFile } from '../../platform/threads/thread-file.js';
import { inTime } from '../../platform/time/in-time.js';
import type { CrawlPriority } from '../crawl/site-traffic.js';
import type { SiteHosts } from '../fetch/site-hosts.js';
import type { SiteReading } from '../site-reading.js';

export interface CrawlerThreadData {
  readonly sites: {
    readonly contact: string;
    readonly hosts: SiteHosts;
    readonly dnsServers: readonly string[] | null;
  };
  /** Of Coordination, which all crawlers share. */
  readonly stores: Pick<StoresSettings, 'dataDir' | 'mongodbUrl'>;
}

export interface CrawlRequest {
  /** Lower case, punycode, without `www.`. */
  readonly host: string;
  readonly priority: CrawlPriority;
}

export type Crawled =
  | { readonly status: 'crawled'; readonly fetched_at: string; readonly site: SiteReading }
  /** As many crawls as there may be are under way. */
  | { readonly status: 'busy'; readonly again_in_ms: number };

/** Longer than the longest crawl: a thread that is silent so long is stuck. */
const STUCK_MS = 120_000;
const HEAP_MB = 512;
const TRIES = 2;

interface CrawlerMethods {
  crawl(request: CrawlRequest): Crawled;
}

/** The crawler can't be had: its thread ended, or can't start. The message is safe to show. */
export class CrawlerUnavailable extends Error {
  override readonly name = 'CrawlerUnavailable';
}

export class SiteCrawler {
  private readonly thread: ThreadCaller<CrawlerMethods>;

  constructor(data: CrawlerThreadData, heapMb = HEAP_MB) {
    this.thread = new ThreadCaller({
      file: threadFile(__dirname, 'crawler-thread'),
      settings: data,
      name: 'crawler',
      revive: ({ message }) => new CrawlerUnavailable(`a crawl failed: ${message}`),
      heapMb,
    });
  }

  /** @throws CrawlerUnavailable */
  async crawl(request: CrawlRequest): Promise<Crawled> {
    for (let tries = 1; ; tries++) {
      try {
        return await inTime(this.thread.call('crawl', request), STUCK_MS, () => this.cutOff());
      } catch (error) {
        // The page of another site may have ended the thread.
        const lost = error instanceof ServiceLostError;
        if (!lost && !(error instanceof ServiceClosedError)) throw error;
        if (!lost || tries === TRIES) throw new CrawlerUnavailable(error.message);
      }
    }
  }

  /** Ends what is under way, without waiting for it. */
  async close(): Promise<void> {
    this.thread.cutOff();
    await this.thread.close();
  }

  private cutOff(): never {
    this.thread.cutOff();
    throw new CrawlerUnavailable('the crawler did not answer in time');
  }
}
