/** Runs the crawler's process, which does all crawling for the role that started it. */
import { openCoordination } from '../../../../platform/src/stores/open-coordination.js';
import { serveAsProcess } from '../../../../platform/src/threads/serve.js';
import { systemClock } from '../../../../platform/src/time/clock.js';
import { CrawlCounts } from '../crawl/crawl-ceilings.js';
import { crawlSite } from '../crawl/crawl-site.js';
import { CoordinatedTraffic } from '../crawl/site-traffic.js';
import { FetchError } from '../fetch/fetch-fault.js';
import { SiteNames } from '../fetch/site-names.js';
import { PageReaders } from './page-readers.js';
import { packedSite, type CrawlerSettings, type CrawlRequest, type PackedCrawl } from './packed-crawl.js';

/** The maximum concurrent crawls, equal to the limit of the whole deployment. */
const MAX_CRAWLS = 64;
const NAMES = { timeoutMs: 2_000, tries: 2 };
/** The milliseconds before a crawl that found no room may be requested again. */
const RETRY_MS = 2_000;

serveAsProcess<CrawlerSettings>(async ({ sites, stores, owner }) => {
  const { contact, hosts, dnsServers, ceilings } = sites;
  const coordination = await openCoordination({ ...stores, hosting: 'direct' });
  const traffic = new CoordinatedTraffic(coordination, owner);
  await traffic.forgetEarlier();
  const counts = new CrawlCounts(coordination, systemClock, ceilings);
  const names = new SiteNames({ ...NAMES, servers: dnsServers, hosts });
  const readers = new PageReaders();
  const readPage: PageReaders['read'] = (page) => readers.read(page);
  const parts = { names, hosts, contact, traffic, readPage, clock: systemClock };

  const crawl = async ({ host, priority, account }: CrawlRequest): Promise<PackedCrawl> => {
    const leave = await traffic.enterCrawl(priority);
    if (leave === null) return { status: 'busy', again_in_ms: RETRY_MS };
    try {
      const untilTomorrowMs = await counts.take({ host, account });
      if (untilTomorrowMs !== null) return { status: 'busy', again_in_ms: untilTomorrowMs };
      const fetched_at = systemClock.now().toISOString();
      return { status: 'crawled', fetched_at, packed: await packedSite(await crawlSite(host, parts)) };
    } catch (error) {
      if (!(error instanceof FetchError) || error.fault !== 'no_room') throw error;
      return { status: 'busy', again_in_ms: RETRY_MS };
    } finally {
      await leave();
    }
  };

  return {
    atOnce: MAX_CRAWLS,
    // `SiteCrawler` sends the argument.
    run: (_method, argument) => crawl(argument as CrawlRequest),
    close: async () => {
      names.close();
      await readers.close();
      await coordination.close();
    },
  };
});
