/** `web_search` over real HTTP, from the entitlement to the bill: the provider is its stand-in, crawls are made. */
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { own, strange } from '../support/sites/judged-sites.js';
import { eventually } from '../support/eventually.js';
import { unitsOf } from '../support/live/jobs.js';
import { SearchServer } from '../support/providers/search-server.js';
import { stopVerified } from '../support/verified.js';
import { ApiWorld, type IssuedKey, type Reply } from '../support/worlds/api-world.js';
import { MemoryCoordination } from '../support/stores/memory-coordination.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { openProviders } from '../../packages/enrichment/src/live/providers/open-providers.js';
import { SharedReadings } from '../../packages/enrichment/src/live/readings/shared-readings.js';
import { webSearchFetcher } from '../../packages/enrichment/src/live/readings/provider-fetchers.js';
import { settingsFrom } from '../../src/settings/settings.js';

jest.setTimeout(180_000);

const FOUND = 'thewidgetpeople.co.uk';
const folder = new TemporaryFolder();
const companies = folder.write(
  'BasicCompanyData-2026-11-01.csv',
  csvFile(
    manyRows(1).map((row) => ({ ...row, CompanyNumber: '01234567', CompanyName: 'BRAMLEY WIDGETS LIMITED' })),
  ),
);
const settingsFolder = new TemporaryFolder();
let search: SearchServer;
let world: ApiWorld;
let key: IssuedKey;
let close: () => Promise<void>;

beforeAll(async () => {
  search = await SearchServer.started();
  search.finds('BRAMLEY WIDGETS', 'https://www.facebook.com/bramley', `https://www.${FOUND}/about`);
  const settings = {
    SEARCH_API_KEY: SearchServer.key,
    SEARCH_API_URL: search.url,
    SEARCH_CALLS_PER_DAY: '2',
  };
  const opened = openProviders({
    settings: settingsFrom({ DATA_DIR: settingsFolder.path, ...settings }).providers,
    coordination: new MemoryCoordination(),
    clock: { now: () => new Date() },
    notesOf: () => ({ succeeded: () => undefined, failed: () => undefined }),
  });
  close = () => opened.close();
  const provider = opened.providers.search_provider;
  if (provider === undefined) throw new Error('the search provider is off');
  const readings = new SharedReadings({
    web_search: webSearchFetcher(provider),
    site: async (host) => ({
      status: 'read',
      reading: host === FOUND ? own(host) : strange(host),
      checked: { checked_live: true, checked_at: new Date().toISOString() },
    }),
  });
  world = await ApiWorld.start({ worker: 'register', companies, settings, replacements: { readings } });
  key = await world.customer();
});
afterAll(async () => {
  await stopVerified(world);
  await close();
  await search.stop();
  folder.remove();
  settingsFolder.remove();
});

const resolve = (): Promise<Reply> =>
  world.call(
    '/v1/resolve?company_number=01234567&blocks=domain&discover=domain&web_search=true&store=false',
    {},
    key,
  );

it('is refused until it is enabled, then finds a website that proves itself, within the calls of the day', async () => {
  expect(await resolve()).toMatchObject({
    status: 403,
    body: { detail: 'option_not_enabled', options: { web_search: { status: 'not_enabled' } } },
  });
  expect(search.asked).toEqual([]);

  await world.enableOption(key.account, 'web_search');
  // A check of a key that succeeded is kept for a moment.
  const found = await eventually('the option is on', async () => {
    const reply = await resolve();
    return reply.status === 403 ? undefined : reply;
  });
  expect(found.headers.get('x-billed-units')).toBe('1');
  expect(found.body).toMatchObject({
    blocks: {
      domain: {
        status: 'available',
        value: FOUND,
        source: 'search_provider',
        detail: { search: { providers: ['brave_search'] } },
      },
    },
  });
  expect(search.asked).toMatchObject([{ query: { country: 'GB', result_filter: 'web' } }]);
  expect(JSON.stringify(found.body)).not.toContain('facebook');

  search.misbehave({ status: 500 });
  const failing = await resolve();
  expect(failing.body).toMatchObject({
    blocks: { domain: { reason: 'search_unavailable', retry_suggested: true } },
  });
  const spent = await resolve();
  expect(spent.body).toMatchObject({ blocks: { domain: { reason: 'source_busy', retry_suggested: true } } });
  expect([failing, spent].map(({ headers }) => headers.get('x-billed-units'))).toEqual(['0', '0']);
  expect(search.asked).toHaveLength(2);
  expect(await unitsOf(world, key)).toBe(1);
});
