/**
 * A website that was accepted and is shut when it is read anew: what is remembered of it, for how long, and
 * of whom not.
 */
import { inflateRawSync } from 'node:zlib';
import { aSite } from '../../../../test/support/a-site.js';
import { nameAlone, own } from '../../../../test/support/sites/judged-sites.js';
import { aJobOf, EnrichmentWorld } from '../../../../test/support/worlds/enrichment-world.js';
import { forAllTests } from '../../../../test/support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../../../test/support/system/temporary-folder.js';
import { openSqliteReadings } from '../../../platform/src/readings/sqlite/sqlite-readings.js';
import type { ReadingStore } from '../../../platform/src/readings/reading-store.js';
import { oldestKept, StoredReadings } from '../live/readings/kept-readings.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import type { BlockKey } from '../../../contract/src/block-key.js';
import type { SiteReading } from '../sites/site-reading.js';
import type { Suppressions } from './enricher-setup.js';

const HOST = 'bramley.co.uk';
const NUMBER = '01234567';
const DAYS = 30;
const ACCEPTED = own(HOST);
const SHUT = aSite({ host: HOST, state: 'unreachable', http_status: null, final_url: null, pages: [] });
const WALLED = aSite({ host: HOST, state: 'blocked', http_status: 403, pages: [] });

const world = forAllTests(() => new EnrichmentWorld());
let folder: TemporaryFolder;
let store: ReadingStore;
let day: number;
let site: SiteReading;
beforeAll(async () => {
  await world.loadRows([{ CompanyName: 'BRAMLEY WIDGETS LIMITED', CompanyNumber: NUMBER }]);
});
beforeEach(async () => {
  day = 0;
  site = ACCEPTED;
  folder = new TemporaryFolder();
  store = await openSqliteReadings({ file: folder.file('readings.db'), hosting: 'direct' });
});
afterEach(async () => {
  expect(world.faults).toEqual([]);
  await store.close();
  folder.remove();
});

const now = (): Date => new Date(Date.parse('2026-11-01T12:00:00Z') + day * 86_400_000);

interface Asking {
  readonly stored?: boolean;
  readonly suppressions?: Suppressions;
  readonly days?: number;
}

/** What the block answers of the company, whose row names the host, read live where nothing is kept. */
async function answer(block: BlockKey, { stored = true, suppressions, days = DAYS }: Asking = {}) {
  const kept = new StoredReadings({
    store,
    days,
    clock: { now },
    onFault: (error) => world.faults.push(error),
  });
  const checked = { checked_live: true, checked_at: now().toISOString() };
  const readings = new SharedReadings(
    { site: async () => ({ status: 'read', reading: site, checked }) },
    { kept },
  );
  const by = world.enricher({ readings, ...(suppressions && { suppressions }) });
  const { envelope } = await by.check(
    {
      job_id: 'job_01ARZ3NDEKTSV4RRFFQ69G5FAV' as never,
      row: 0,
      asked: { domain: HOST },
      block,
      company_number: NUMBER,
      job: { ...aJobOf([block], {}, 'resolve'), stored },
      editions: await by.currentEditions([block]),
      since: now().toISOString(),
      terms: { priority: 'resolve', keep: stored },
    },
    new AbortController().signal,
  );
  return envelope;
}
const remembered = () => store.find('site_verdict', [`${NUMBER}/${HOST}`], 0);
const saying = (reason: string) => ({ status: 'not_found', reason });

it.each([
  ['can not be reached', SHUT, 'site_unreachable'],
  ['refuses to be read', WALLED, 'site_blocked'],
])('says so of a website that %s and was accepted before', async (_what, found, reason) => {
  expect(await answer('web_presence')).toMatchObject(saying('no_web_presence_on_file'));
  day = DAYS + 1;
  site = found;
  for (const block of ['web_presence', 'technologies', 'nature_of_business', 'trading_address'] as const)
    expect(await answer(block)).toMatchObject({
      ...saying(reason),
      detail: { domain: HOST, accepted: { on: '2026-11-01', weights: 'websites-1' } },
    });
});

it('remembers no word of its pages', async () => {
  await answer('web_presence');
  const [kept] = await remembered();
  expect(JSON.parse(inflateRawSync(kept?.content ?? Buffer.alloc(0)).toString('utf8'))).toEqual({
    version: 1,
    outcome: 'accept',
    score: expect.any(Number) as number,
    confidence: 0.97,
    weights: 'websites-1',
    crawled_at: '2026-11-01T12:00:00.000Z',
  });
});

it('can not verify a website that was never accepted', async () => {
  site = nameAlone(HOST);
  await answer('web_presence');
  day = DAYS + 1;
  site = SHUT;
  expect(await answer('web_presence')).toMatchObject(saying('website_not_verifiable'));
});

it('remembers no acceptance that a later crawl took back', async () => {
  await answer('web_presence');
  day = DAYS + 1;
  // Such a crawl stands for a day.
  site = { ...nameAlone(HOST), truncated: true, faults: ['timed_out'] };
  expect(await answer('web_presence')).toMatchObject(saying('website_unverified'));
  day += 2;
  site = SHUT;
  expect(await answer('web_presence')).toMatchObject(saying('website_not_verifiable'));
});

it('remembers it as long again as the crawl was kept, and not a moment longer', async () => {
  await answer('web_presence');
  site = SHUT;
  day = 2 * DAYS - 0.1;
  expect(await answer('web_presence')).toMatchObject(saying('site_unreachable'));
  expect(await answer('web_presence', { days: DAYS - 1 })).toMatchObject(saying('website_not_verifiable'));
  await store.sweep(oldestKept({ clock: { now }, days: DAYS }));
  expect(await remembered()).toHaveLength(1);
  day = 2 * DAYS;
  expect(await answer('web_presence')).toMatchObject(saying('website_not_verifiable'));
  day += 0.1;
  await store.sweep(oldestKept({ clock: { now }, days: DAYS }));
  expect(await remembered()).toEqual([]);
});

it('remembers nothing of a request of which nothing is stored', async () => {
  await answer('web_presence', { stored: false });
  day = DAYS + 1;
  site = SHUT;
  expect(await answer('web_presence')).toMatchObject(saying('website_not_verifiable'));
});

it('remembers nothing of a suppressed host, and tells nothing of what it remembers', async () => {
  const suppressions: Suppressions = {
    kinds: new Set(['domain']),
    has: (kind, value) => kind === 'domain' && value === HOST,
    revision: 1,
    bringUpToDate: async () => undefined,
  };
  await answer('web_presence', { suppressions });
  expect(await remembered()).toEqual([]);
  await answer('web_presence');
  day = DAYS + 1;
  site = SHUT;
  expect(JSON.stringify(await answer('web_presence', { suppressions }))).not.toContain('accepted');
});

it('is remembered where a job was answered from a kept crawl', async () => {
  const checked = { checked_live: true, checked_at: now().toISOString() };
  const kept = new StoredReadings({
    store,
    days: DAYS,
    clock: { now },
    onFault: (error) => world.faults.push(error),
  });
  await kept.keep({ kind: 'site', key: HOST }, { status: 'read', reading: ACCEPTED, checked });
  const by = world.enricher({ readings: new SharedReadings({}, { kept }) });
  await world.enrich([{ domain: HOST }], { blocks: ['web_presence'] }, by);
  expect(await remembered()).toHaveLength(1);
  day = DAYS + 1;
  site = SHUT;
  expect(await answer('web_presence')).toMatchObject(saying('site_unreachable'));
});

describe('the company’s domain', () => {
  beforeEach(async () => {
    await answer('domain_validation');
    day = DAYS + 1;
  });

  it('is not served while it can not be reached, and is worth another try', async () => {
    site = SHUT;
    const accepted = { on: '2026-11-01' };
    expect(await answer('domain')).toMatchObject({ ...saying('site_unreachable'), detail: { accepted } });
    expect(await answer('domain_validation')).toMatchObject({
      ...saying('site_unreachable'),
      detail: { accepted },
    });
  });

  it('is served as it was proved, and flagged, while it refuses to be read', async () => {
    site = WALLED;
    expect(await answer('domain')).toMatchObject({
      status: 'available',
      value: HOST,
      source: 'cache',
      as_of: '2026-11-01',
      confidence: 0.97,
      flagged_for_review: true,
      detail: { not_validated: 'site_blocked' },
    });
    expect(await answer('domain_validation')).toMatchObject(saying('site_blocked'));
  });
});
