/** News over real HTTP, from the request to the bill: the feed is its stand-in. */
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { resultsOf, rowsOfJob, unitsOf } from '../support/live/jobs.js';
import { NewsServer, type ServedArticle } from '../support/providers/news-server.js';
import { stopVerified } from '../support/verified.js';
import { ApiWorld, type Reply } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

jest.setTimeout(180_000);

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const NUMBERS = ['30000001', '30000002', '30000003', '30000004'] as const;
const NAMES: Readonly<Record<string, string>> = {
  '30000001': 'BRAMLEY WIDGETS LIMITED',
  '30000002': 'ORCHARD PRESSES LIMITED',
  '30000003': 'QUIET PRESSES LIMITED',
  '30000004': 'HARBOUR CRANES LIMITED',
};
const ARTICLES: readonly ServedArticle[] = [
  {
    url: 'https://www.paper.co.uk/a',
    title: 'Bramley Widgets Ltd wins contract',
    text: 'In Leeds',
    day: daysAgo(3),
  },
  {
    url: 'https://paper.co.uk/b',
    title: 'Bramley Widgets of Texas sued',
    text: 'In Dallas',
    day: daysAgo(2),
  },
  { url: 'https://paper.co.uk/c', title: 'Orchard Presses opens in Leeds', day: daysAgo(1) },
  { url: 'https://paper.co.uk/d', title: 'Harbour Cranes of Leeds appoints a director', day: daysAgo(9) },
];

const feed = forAllTests(() => NewsServer.started());
const folder = new TemporaryFolder();
const companies = folder.write(
  'BasicCompanyData-2026-11-01.csv',
  csvFile(
    manyRows(NUMBERS.length).map((row, at) => ({
      ...row,
      CompanyNumber: NUMBERS[at] ?? '',
      CompanyName: NAMES[NUMBERS[at] ?? ''] ?? '',
      'RegAddress.PostTown': 'LEEDS',
    })),
  ),
);

const world = forAllTests(
  () => {
    feed.articles = ARTICLES;
    const settings = { NEWS_API_URL: feed.url, NEWS_SECONDS_BETWEEN_CALLS: '0' };
    return ApiWorld.start({ worker: 'register', companies, settings });
  },
  (world) => stopVerified(world),
);
const key = forAllTests(() => world.customer());
beforeEach(() => feed.clear());
afterAll(() => folder.remove());

const resolve = (number: string, more = ''): Promise<Reply> =>
  world.call(`/v1/resolve?company_number=${number}&blocks=news_signals${more}`, {}, key);
const billed = ({ headers }: Reply): string | null => headers.get('x-billed-units');

it('asks the feed once, bills the block, and serves it again from what is kept', async () => {
  const before = await unitsOf(world, key);
  const first = await resolve('30000001');
  expect(first.body).toMatchObject({
    blocks: {
      news_signals: {
        status: 'available',
        source: 'news_provider',
        value: {
          items: {
            total: 1,
            items: [
              {
                headline: 'Bramley Widgets Ltd wins contract',
                url: 'https://www.paper.co.uk/a',
                publisher_host: 'paper.co.uk',
                type: 'contract',
                matched_on: 'exact_name_and_place',
                confidence: 0.85,
              },
            ],
          },
        },
      },
    },
  });
  const again = await resolve('30000001');
  expect(again.body).toMatchObject({ blocks: { news_signals: { status: 'available', source: 'cache' } } });
  expect([first, again].map(billed)).toEqual(['1', '1']);
  expect(feed.asked).toMatchObject([{ query: { mode: 'artlist', timespan: '3months' } }]);
  expect(await unitsOf(world, key)).toBe(before + 2);
});

it('leaves it to a worker with defer_live, who fills it after a pause that the feed asks for, billed once', async () => {
  const before = await unitsOf(world, key);
  feed.misbehave({ status: 429, headers: { 'retry-after': '1' } });
  const first = await resolve('30000002', '&defer_live=true');
  expect(first.body).toMatchObject({ status: 'pending', blocks: { news_signals: { status: 'pending' } } });
  expect(billed(first)).toBe('0');
  const [row] = await resultsOf(world, key, /job_\w{26}/.exec(first.text)?.[0] ?? '');
  expect(row).toMatchObject({
    status: 'done',
    blocks: { news_signals: { status: 'available', value: { items: { items: [{ type: 'expansion' }] } } } },
  });
  expect(feed.asked).toHaveLength(2);
  expect(await unitsOf(world, key)).toBe(before + 1);
});

it('bills nothing where there is no news, or the feed fails or answers what can not be read', async () => {
  const before = await unitsOf(world, key);
  const quiet = await resolve('30000003');
  expect(quiet.body).toMatchObject({
    blocks: { news_signals: { reason: 'no_signals_on_record', source: 'news_provider', as_of: daysAgo(0) } },
  });
  feed.misbehave({ status: 500 }, { body: 'The specified phrase is too short.' });
  const failing = await resolve('30000004');
  expect(failing.body).toMatchObject({
    blocks: { news_signals: { reason: 'search_unavailable', retry_suggested: true } },
  });
  const unread = await resolve('30000004');
  expect(unread.body).toMatchObject({
    blocks: { news_signals: { reason: 'signals_unavailable', retry_suggested: true } },
  });
  expect([quiet, failing, unread].map(billed)).toEqual(['0', '0', '0']);
  expect(await unitsOf(world, key)).toBe(before);
});

it('reads it in a job too, and keeps nothing of a request that is not stored', async () => {
  const unstored = await resolve('30000004', '&store=false');
  expect(unstored.body).toMatchObject({ blocks: { news_signals: { status: 'available' } } });
  const [row] = await rowsOfJob(world, key, { numbers: ['30000004'], blocks: ['news_signals'] });
  expect(row).toMatchObject({ blocks: { news_signals: { source: 'news_provider', status: 'available' } } });
  expect(feed.asked).toHaveLength(2);
});
