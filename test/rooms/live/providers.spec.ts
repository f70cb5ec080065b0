/** Providers over real HTTP on loopback: what goes out to them, and what comes of their answers. */
import {
  CoordinationNotes,
  liveSourceNews,
} from '../../../packages/enrichment/src/live/readings/live-source-notes.js';
import { liveSourceStatus } from '../../../packages/enrichment/src/live/readings/live-sources.js';
import { openProviders } from '../../../packages/enrichment/src/live/providers/open-providers.js';
import { endpointOf } from '../../../packages/enrichment/src/live/providers/provider-forms.js';
import type {
  ProviderAnswer,
  ProviderName,
} from '../../../packages/enrichment/src/live/providers/provider.js';
import { settingsFrom, type Settings } from '../../../src/settings/settings.js';
import { ProviderServer, type ProviderReply } from '../../support/providers/provider-server.js';
import { MemoryCoordination } from '../../support/stores/memory-coordination.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const folder = new TemporaryFolder();
const servers: ProviderServer[] = [];
const closing: (() => Promise<void>)[] = [];
let server: ProviderServer;
beforeAll(async () => {
  server = await ProviderServer.start(({ path }) => ({ body: { path } }));
  servers.push(server);
});
beforeEach(() => server.clear());
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()));
  folder.remove();
});

const settingsOf = (more: Readonly<Record<string, string>> = {}): Settings =>
  settingsFrom({
    DATA_DIR: folder.path,
    SEARCH_API_KEY: 'search-key',
    SEARCH_API_URL: server.url,
    PLACES_API_KEY: 'places-key',
    PLACES_API_URL: server.url,
    AI_API_URL: server.url,
    AI_API_KEY: 'ai-key',
    AI_MODEL: 'a-model',
    NEWS_API_URL: server.url,
    NEWS_SECONDS_BETWEEN_CALLS: '0',
    ...more,
  });

/** Processes that share their allowance: the same coordination. */
function processes(more: Readonly<Record<string, string>> = {}, count = 1) {
  const settings = settingsOf(more);
  const clock = { now: () => new Date() };
  const coordination = new MemoryCoordination();
  const notesOf = (name: ProviderName) => new CoordinationNotes(coordination, clock, name);
  const opened = Array.from({ length: count }, () =>
    openProviders({ settings: settings.providers, coordination, clock, notesOf }),
  );
  closing.push(...opened.map((one) => () => one.close()));
  const ask = async (name: ProviderName, of = 0): Promise<ProviderAnswer | undefined> =>
    opened[of]?.providers[name]?.ask({ query: { q: 'pumps' } }, 'resolve');
  return { ask, opened, coordination, settings };
}

it('each has its own address, and its credentials in its own header', async () => {
  const { ask, opened } = processes();
  await ask('search_provider');
  await opened[0]?.providers.listing_provider?.ask({ body: { textQuery: 'pumps' } }, 'resolve');
  await opened[0]?.providers.ai_provider?.ask({ body: { model: 'a-model' } }, 'job');
  await ask('news_provider');
  expect(server.asked).toMatchObject([
    {
      method: 'GET',
      path: '/res/v1/web/search',
      query: { q: 'pumps' },
      headers: { 'x-subscription-token': 'search-key' },
    },
    {
      method: 'POST',
      path: '/v1/places:searchText',
      body: { textQuery: 'pumps' },
      headers: { 'x-goog-api-key': 'places-key' },
    },
    {
      method: 'POST',
      path: '/v1/chat/completions',
      body: { model: 'a-model' },
      headers: { authorization: 'Bearer ai-key' },
    },
    { method: 'GET', path: '/api/v2/doc/doc', headers: { 'user-agent': 'CompanyDataAPI/1.0' } },
  ]);
});

it.each([
  ['https://api.example', 'https://api.example/res/v1/web/search'],
  ['https://api.example/res/v1', 'https://api.example/res/v1/web/search'],
  ['https://api.example/res/v1/web/search', 'https://api.example/res/v1/web/search'],
  ['https://gate.example/brave', 'https://gate.example/brave/res/v1/web/search'],
])('an address of %s is asked at %s', (address, endpoint) => {
  expect(endpointOf(address, '/res/v1/web/search')).toBe(endpoint);
});

const UNAVAILABLE = { status: 'unavailable', lasting: false };
const DEEP = '['.repeat(200) + ']'.repeat(200);
it.each<[string, ProviderReply, object]>([
  ['fails', { status: 500 }, { ...UNAVAILABLE, why: 'it answered 500' }],
  ['breaks off', 'break', UNAVAILABLE],
  ['refuses the key', { status: 401 }, { status: 'unavailable', why: 'it answered 401', lasting: true }],
  ['sends us elsewhere', { status: 302, headers: { location: '/other' } }, { lasting: true }],
  [
    'answers a page',
    { body: '<html>' },
    { status: 'unreadable', why: 'it answered 200 with what is not JSON' },
  ],
  ['answers what is nested deep', { body: DEEP }, { status: 'unreadable' }],
  ['answers too much', { body: 'x'.repeat(5_000_000), gzip: true }, { status: 'unreadable' }],
  [
    'asks for a pause in seconds',
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 'busy', by: 'provider', again_in_ms: 7_000 },
  ],
  [
    'says when its window ends',
    {
      status: 429,
      headers: { 'x-ratelimit-remaining': '0, 14000', 'x-ratelimit-reset': '2, 1419704' },
    },
    { status: 'busy', by: 'provider', again_in_ms: 2_000 },
  ],
  [
    'asks for a month',
    { status: 429, headers: { 'x-ratelimit-remaining': '1, 0', 'x-ratelimit-reset': '1, 1419704' } },
    { status: 'busy', again_in_ms: 900_000 },
  ],
  [
    'is over its load',
    { status: 503, headers: { 'retry-after': '3' } },
    { status: 'busy', again_in_ms: 3_000 },
  ],
])('one that %s is an answer, and is asked once', async (_what, reply, expected) => {
  const { ask, coordination } = processes();
  server.misbehave(reply);
  expect(await ask('search_provider')).toMatchObject(expected);
  expect(server.asked).toHaveLength(1);
  const { last_failure } = await liveSourceNews(coordination, 'search_provider');
  expect(last_failure?.why).toEqual(expect.any(String));
  expect(JSON.stringify(last_failure)).not.toContain('search-key');
});

it('a pause that one process is asked for holds for all', async () => {
  const { ask } = processes({}, 2);
  server.misbehave({ status: 429, headers: { 'retry-after': '60' } });
  await ask('search_provider');
  expect(await ask('search_provider', 1)).toMatchObject({ status: 'busy', by: 'provider' });
  expect(server.asked).toHaveLength(1);
});

it('all processes together make no more calls in a day than are set, which operators see', async () => {
  const { ask, settings, coordination } = processes({ SEARCH_CALLS_PER_DAY: '3' }, 2);
  const answers = await Promise.all([0, 1, 0, 1, 0, 1].map((of) => ask('search_provider', of)));
  expect(answers.filter((answer) => answer?.status === 'answered')).toHaveLength(3);
  expect(answers.filter((answer) => answer?.status === 'busy' && answer.by === 'cap')).toHaveLength(3);
  expect(server.asked).toHaveLength(3);
  const status = await liveSourceStatus(settings, coordination);
  expect(status).toContainEqual({
    source: 'search_provider',
    live: true,
    on: true,
    allowance_left: 0,
    last_success: expect.stringMatching(/Z$/) as string,
    last_failure: null,
  });
  expect(status).toContainEqual(expect.objectContaining({ source: 'news_provider', allowance_left: null }));
});

it('those that are not set are not there', () => {
  const { opened } = processes({ SEARCH_API_KEY: '', AI_API_URL: '', AI_API_KEY: '', AI_MODEL: '' });
  expect(Object.keys(opened[0]?.providers ?? {})).toEqual(['listing_provider', 'news_provider']);
});
