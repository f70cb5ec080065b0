/** The thread that crawls: all that it does over the network, for whichever role of this process asks. */
import { openCoordination } from '../../platform/stores/open-coordination.js';
import { servePatiently } from '../../platform/threads/serve.js';
import { systemClock } from '../../platform/time/clock.js';
import { crawlSite } from '../crawl/crawl-site.js';
import { CoordinatedTraffic, type CrawlPriority } from '../crawl/site-traffic.js';
import { SiteNames } from '../fetch/site-names.js';
import { PageReaders } from './page-readers.js';
import type { Crawled, CrawlerThreadData, CrawlRequest } from './site-crawler.js';

/** The cap of the whole deployment is met before. */
const AT_ONCE = 64;
const NAMES = { timeoutMs: 2_000, tries: 2 };
/** When a crawl that found no room may be asked for again. */
const AGAIN_MS = 2_000;

servePatiently<CrawlerThreadData>(async ({ sites, stores }) => {
  const { contact, hosts, dnsServers } = sites;
  const coordination = await openCoordination({ ...stores, hosting: 'direct' });
  const traffic = new CoordinatedTraffic(coordination);
  const names = new SiteNames({ ...NAMES, servers: dnsServers, hosts });
  const readers = new PageReaders();
  const readPage: PageReaders['read'] = (page) => readers.read(page);
  const parts = { names, hosts, contact, traffic, readPage, clock: systemClock };

  const crawl = async (host: string, priority: CrawlPriority): Promise<Crawled> => {
    const leave = await traffic.enterCrawl(priority);
    if (leave === null) return { status: 'busy', again_in_ms: AGAIN_MS };
    try {
      const fetched_at = systemClock.now().toISOString();
      return { status: 'crawled', fetched_at, site: await crawlSite(host, parts) };
    } finally {
      await leave();
    }
  };

  return {
    atOnce: AT_ONCE,
    // Sent by `SiteCrawler`.
    run: (_method, argument) => {
      const { host, priority } = argument as CrawlRequest;
      return crawl(host, priority);
    },
    close: async () => {
      names.close();
      await readers.close();
      await coordination.close();
    },
  };
});
