import { aSite } from '../../../../../test/support/a-site.js';
import type { SiteReading } from '../../sites/site-reading.js';
import { siteKeptForMs } from './reading-kinds.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe('how long a crawl stands', () => {
  it.each<[string, Partial<SiteReading>, number | null]>([
    ['was read', {}, null],
    ['had more pages than are read', { truncated: true }, null],
    ['took too long', { truncated: true, faults: ['timed_out'] }, DAY],
    ['could not be reached', { state: 'unreachable', http_status: null }, HOUR],
    ['failed', { state: 'not_readable', http_status: 503 }, HOUR],
    ['asked to come later', { state: 'blocked', http_status: 429 }, HOUR],
    [
      'had no robots.txt while it failed',
      { state: 'blocked', http_status: null, faults: ['robots_unavailable'] },
      HOUR,
    ],
    ['forbids it', { state: 'blocked', http_status: 403 }, DAY],
    ['is gone', { state: 'not_readable', http_status: 404 }, DAY],
  ])('of a site that %s', (_what, site, life) => {
    expect(siteKeptForMs(aSite(site))).toBe(life);
  });
});
