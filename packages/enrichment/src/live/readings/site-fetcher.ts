/** Turns a crawl of a host into a reading, and a failed crawl into a reason. */
import { CrawlerUnavailable, type SiteCrawler } from '../../sites/crawler/site-crawler.js';
import { readyToJudge } from '../../sites/verdict/judge-site.js';
import type { SourceNotes } from './live-source-notes.js';
import type { Reading } from './readings.js';
import type { Fetchers } from './shared-readings.js';

/** Milliseconds before another attempt, which starts the crawler again. */
const RETRY_MS = 5_000;

export const siteFetcher =
  (crawler: Pick<SiteCrawler, 'crawl'>, notes: SourceNotes): NonNullable<Fetchers['site']> =>
  async (host, priority, account): Promise<Reading<'site'>> => {
    try {
      const crawled = await crawler.crawl({ host, priority, account });
      if (crawled.status === 'busy')
        return { status: 'not_read', reason: 'source_busy', again_in_ms: crawled.again_in_ms };
      const { site, packed, fetched_at } = crawled;
      readyToJudge(site);
      if (site.faults.includes('dns_failed')) notes.failed('the name servers did not answer');
      else if (site.state !== 'unreachable') notes.succeeded();
      return {
        status: 'read',
        reading: site,
        checked: { checked_live: true, checked_at: fetched_at },
        packed,
      };
    } catch (error) {
      if (!(error instanceof CrawlerUnavailable)) throw error;
      notes.failed(error.message);
      return { status: 'not_read', reason: 'site_read_unavailable', again_in_ms: RETRY_MS };
    }
  };
