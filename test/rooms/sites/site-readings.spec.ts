/** Crawls as readings: one for all who ask, kept as long as they stand, and an answer where the crawler is down. */
import { join } from 'node:path';
import { childProcesses } from '../../support/system/child-processes.js';
import { eventually } from '../../support/eventually.js';
import { DnsServer } from '../../support/sites/dns-server.js';
import { SmallWeb } from '../../support/sites/small-web.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { openSqliteReadings } from '../../../packages/platform/src/readings/sqlite/sqlite-readings.js';
import { openSqliteCoordination } from '../../../packages/platform/src/coordination/sqlite/sqlite-coordination.js';
import { CoordinatedClaims } from '../../../packages/enrichment/src/live/readings/claims.js';
import { StoredReadings } from '../../../packages/enrichment/src/live/readings/kept-readings.js';
import {
  CoordinationNotes,
  liveSourceNews,
  WEBSITES,
} from '../../../packages/enrichment/src/live/readings/live-source-notes.js';
import { nameOf, type Reading } from '../../../packages/enrichment/src/live/readings/readings.js';
import { SharedReadings } from '../../../packages/enrichment/src/live/readings/shared-readings.js';
import { siteFetcher } from '../../../packages/enrichment/src/live/readings/site-fetcher.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import {
  CrawlerUnavailable,
  SiteCrawler,
} from '../../../packages/enrichment/src/sites/crawler/site-crawler.js';

const HOST = 'bramley.co.uk';
const MANY = { ofAccount: 1_000, ofDomain: 1_000 };
const TERMS = { priority: 'job', keep: true } as const;
const PAGE = `<title>Bramley</title><p>${'We mend pumps and valves. '.repeat(20)}`;

const folder = forAllTests(() => new TemporaryFolder());
const web = forAllTests(() => SmallWeb.start());
const dns = forAllTests(() => DnsServer.start());
const store = forAllTests(() => openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' }));
const coordination = forAllTests(() =>
  openSqliteCoordination({ file: folder.file('coordination.db'), hosting: 'direct' }),
);
let crawlers: SiteCrawler[] = [];
let now: number;
beforeEach(() => {
  now = Date.now();
  web.clear();
});
afterEach(async () => {
  await Promise.all(crawlers.map((crawler) => crawler.close()));
  crawlers = [];
});

function crawler(dataDir = folder.path, heapMb?: number, ceilings = MANY): SiteCrawler {
  const sites = { contact: 'us@us.example', hosts: web.hosts, dnsServers: [dns.address], ceilings };
  const made = new SiteCrawler({ sites, stores: { dataDir, mongodbUrl: null } }, heapMb);
  crawlers.push(made);
  return made;
}

function readings(of = crawler()) {
  const clock = { now: () => new Date(now) };
  const kept = new StoredReadings({ store, clock, days: 30, onFault: (error) => expect(error).toBeNull() });
  const notes = new CoordinationNotes(coordination, clock, WEBSITES);
  const claims = new CoordinatedClaims(coordination);
  return new SharedReadings({ site: siteFetcher(of, notes) }, { kept, claims });
}
const keptOf = async (from: SharedReadings, host: string): Promise<Reading<'site'> | undefined> =>
  (await from.kept([{ kind: 'site', key: host }], null)).get(
    nameOf({ kind: 'site', key: host }),
  ) as Reading<'site'>;

const after = (hours: number): void => void (now += hours * 3_600_000);

it('a crawl is one for all who ask meanwhile, and is kept for those who ask later', async () => {
  web.site(HOST, { '/': PAGE });
  const all = readings();
  const asked = [all.fetch('site', HOST, TERMS), all.fetch('site', HOST, { ...TERMS, priority: 'resolve' })];
  for (const reading of await Promise.all(asked))
    expect(reading).toMatchObject({
      status: 'read',
      reading: { host: HOST, state: 'read', pages: [{ title: 'Bramley' }] },
      checked: { checked_live: true },
    });
  expect(web.asked.filter((path) => path === `${HOST}/`)).toHaveLength(1);
  after(29 * 24);
  expect(await keptOf(readings(), HOST)).toMatchObject({
    reading: { pages: [{ title: 'Bramley' }] },
    checked: { checked_live: false },
  });
  expect(await liveSourceNews(coordination, WEBSITES)).toMatchObject({ last_failure: null });
});

it('a crawl of a host that is not there is kept for an hour only', async () => {
  const all = readings();
  const gone = await all.fetch('site', 'gone.co.uk', TERMS);
  expect(gone).toMatchObject({ status: 'read', reading: { state: 'unreachable' } });
  expect(await keptOf(all, 'gone.co.uk')).toMatchObject({ reading: { state: 'unreachable' } });
  after(2);
  expect(await keptOf(all, 'gone.co.uk')).toBeUndefined();
});

const timesAsked = (host: string): number => web.asked.filter((path) => path === `${host}/`).length;

it('a crawl is one for several processes that ask at the same moment', async () => {
  web.site('shared.co.uk', { '/': PAGE });
  const all = [readings(), readings(), readings()].map((one) => one.fetch('site', 'shared.co.uk', TERMS));
  for (const reading of await Promise.all(all))
    expect(reading).toMatchObject({ status: 'read', reading: { pages: [{ title: 'Bramley' }] } });
  expect(timesAsked('shared.co.uk')).toBe(1);
});

it('nothing is kept for a request of which nothing is stored; its blocks share one crawl all the same', async () => {
  web.site('secret.co.uk', { '/': PAGE });
  const all = readings();
  const first = await all.fetch('site', 'secret.co.uk', { ...TERMS, keep: false });
  expect(await all.fetch('site', 'secret.co.uk', { ...TERMS, keep: false })).toBe(first);
  expect(timesAsked('secret.co.uk')).toBe(1);
  expect(await keptOf(all, 'secret.co.uk')).toBeUndefined();
  await all.fetch('site', 'secret.co.uk', TERMS);
  expect(timesAsked('secret.co.uk')).toBe(2);
  expect(await keptOf(all, 'secret.co.uk')).toMatchObject({ reading: { state: 'read' } });
});

it('a crawl is busy where all that may be are under way', async () => {
  for (let slot = 0; slot < 64; slot++) {
    await coordination.put(`site-crawls/${slot}`, {}, { ttl: 3_600_000 });
  }
  expect(await readings().fetch('site', 'full.co.uk', TERMS)).toMatchObject({
    status: 'not_read',
    reason: 'source_busy',
    again_in_ms: expect.any(Number) as number,
  });
  for (let slot = 0; slot < 64; slot++) await coordination.delete(`site-crawls/${slot}`);
});

it('a crawl over a daily ceiling is busy until the day is over, and an account over its own stops no other', async () => {
  web.site('once.co.uk', { '/': PAGE });
  web.site('shop.once.co.uk', { '/': PAGE });
  web.site('new.once.co.uk', { '/': PAGE });
  web.site('third.co.uk', { '/': PAGE });
  const [one, other] = [1001, 1002] as [AccountId, AccountId];
  const all = readings(crawler(folder.path, undefined, { ofAccount: 2, ofDomain: 1 }));
  const asked = (host: string, account: AccountId) => all.fetch('site', host, { ...TERMS, account });
  expect(await asked('once.co.uk', one)).toMatchObject({ reading: { state: 'read' } });
  expect(await asked('shop.once.co.uk', one)).toMatchObject({ reading: { state: 'read' } });
  const together = [asked('third.co.uk', one), asked('third.co.uk', other)];
  const busy = { status: 'not_read', reason: 'source_busy' };
  expect(await Promise.all(together)).toMatchObject([busy, { status: 'read' }]);
  const refused = await asked('new.once.co.uk', other);
  expect(refused).toMatchObject(busy);
  // The worker asks again only after midnight (UTC).
  const again = 'again_in_ms' in refused ? (refused.again_in_ms ?? 0) : 0;
  expect(new Date(Date.now() + again + 1_000).getUTCHours()).toBe(0);
  expect(timesAsked('new.once.co.uk')).toBe(0);
});

describe('a crawler that is down', () => {
  it.each([
    ['because its process can not start', () => crawler(join(folder.path, 'coordination.db', 'no-folder'))],
    ['because its memory is spent', () => crawler(folder.path, 2)],
  ])('%s is told as such, and not started with every further host', async (_why, made) => {
    const down = made();
    expect(await readings(down).fetch('site', 'down.co.uk', TERMS)).toEqual({
      status: 'not_read',
      reason: 'site_read_unavailable',
      again_in_ms: 5_000,
    });
    await expect(down.crawl({ host: HOST, priority: 'job' })).rejects.toThrow(CrawlerUnavailable);
  });

  it('because it was killed in a crawl crawls again, and keeps nobody waiting for what it held', async () => {
    let hangs = true;
    web.site('killed.co.uk', {
      '/': (_request, response) => {
        if (!hangs) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      },
    });
    const done = readings().fetch('site', 'killed.co.uk', TERMS);
    await eventually('the request', () => timesAsked('killed.co.uk') > 0);
    hangs = false;
    const [pid = 0] = childProcesses(process.pid, 'crawler.program');
    process.kill(pid, 'SIGKILL');
    expect(await done).toMatchObject({ status: 'read', reading: { state: 'read' } });
    await eventually('places that are free again', async () => {
      return (await coordination.range('site-', 'site-~')).length === 0;
    });
  });

  it('is started again by whoever asks next', async () => {
    web.site(HOST, { '/': PAGE });
    web.site('slow.co.uk', { '/': () => undefined });
    const one = crawler();
    const stuck = one.crawl({ host: 'slow.co.uk', priority: 'job' });
    await one.crawl({ host: HOST, priority: 'job' });
    const lost = expect(stuck).rejects.toBeInstanceOf(CrawlerUnavailable);
    await one.close();
    await lost;
    expect(await crawler().crawl({ host: HOST, priority: 'job' })).toMatchObject({ status: 'crawled' });
  });
});
