/** GET /changes: a file a day, for any key, unbilled, whole or in parts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Catalogue } from '../../../packages/enrichment/src/index.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { pruneRegister } from '../../../packages/enrichment/src/sources/kit/editions/register-status.js';
import { daysBefore } from '../../../packages/words/src/calendar.js';
import { csvFile, type RowOverrides } from '../../support/basic-company-data.js';
import { FakeEnricher } from '../../support/fake-enricher.js';
import { suppressCompany } from '../../support/worlds/suppress.js';
import { importCompanies } from '../../support/worlds/api-world-parts.js';
import { ApiWorld, type IssuedKey } from '../../support/worlds/api-world.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';

const world = forAllTests(() => ApiWorld.start({ worker: new FakeEnricher(), judged: false }));
const key = forAllTests(() => world.customer());
const enriching = forAllTests(() => world.customer({ key: { scopes: ['enrich'] } }));

const today = new Date().toISOString().slice(0, 10);
const yesterday = daysBefore(today, 1);

const call = (
  path: string,
  headers: Record<string, string> = {},
  by: IssuedKey | null = key,
  method = 'GET',
) =>
  fetch(`${world.api.url}/changes${path}`, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(by !== null && { authorization: `Bearer ${by.key}` }),
      ...headers,
    },
  });
const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function load(day: string, rows: readonly RowOverrides[]): Promise<void> {
  const file = join(world.settings.dataDir, `BasicCompanyData-${day}.csv`);
  writeFileSync(file, csvFile(rows));
  await importCompanies(file, world.settings.dataDir);
}

const OURS: RowOverrides = { CompanyNumber: '01000001' };

beforeAll(async () => {
  await load('2026-10-01', [OURS, { CompanyNumber: '02000002' }]);
  // As if it had come into force in the middle of the day before.
  const history = join(world.settings.dataDir, 'editions', 'companies', 'in-force');
  const [none = '', first = ''] = readFileSync(history, 'utf8').split('\n');
  writeFileSync(history, `${none}\n${yesterday}T12:00:00.000Z ${first.split(' ')[1]}\n`);
  await load('2026-11-01', [OURS, { CompanyNumber: '02000002', 'RegAddress.PostTown': 'AYR' }]);
});

it('says which days it has, until when it tells, and which blocks follow from own records', async () => {
  const response = await call('');
  expect(response.status).toBe(200);
  const {
    as_of,
    late_ms,
    first_day,
    today: day,
    own_records,
  } = (await response.json()) as Record<string, unknown>;
  expect(Math.abs(Date.parse(String(as_of)) - Date.now())).toBeLessThan(60_000);
  expect(late_ms).toEqual({
    editions: expect.any(Number) as number,
    program: 900_000,
  });
  expect([first_day, day]).toEqual([daysBefore(today, 91), today]);
  const blocks = Catalogue.BLOCKS.filter((block) => block.own_records !== null).map((block) => block.key);
  expect(Object.keys(own_records as object)).toEqual(blocks);
});

it('tells in the file of the day what changed on it, and in that of the day before what it must', async () => {
  const [head, ...lines] = linesOf(await (await call(`/${today}.ndjson`)).text());
  expect(head).toMatchObject({ from: `${today}T00:00:00.000Z`, program_changed_at: null });
  expect(lines.find(({ source }) => source === 'companies')).toMatchObject({ changes: 'listed' });
  expect(lines.filter((line) => 'company_number' in line)).toEqual([
    {
      company_number: '02000002',
      changes: { 'companies.office': [{ change: 'changed', at: expect.any(String) as string }] },
      blocks: ['registered_address'],
    },
  ]);
  const before = linesOf(await (await call(`/${yesterday}.ndjson`)).text());
  expect(before.find(({ source }) => source === 'companies')).toMatchObject({
    changes: 'all',
    why: 'no_edition_then',
    switched_at: `${yesterday}T12:00:00.000Z`,
  });
});

it('answers 304 to whoever has the file, until it changes', async () => {
  const first = await call(`/${today}.ndjson`);
  const tag = first.headers.get('etag') ?? '';
  expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
  expect((await call(`/${today}.ndjson`, { 'if-none-match': tag })).status).toBe(304);
  const coded = await call(`/${today}.ndjson`, { 'accept-encoding': 'gzip' });
  expect([coded.headers.get('content-encoding'), coded.headers.get('etag')]).toEqual(['gzip', `W/${tag}`]);
  expect(await coded.text()).toBe(await first.text());
  await load('2026-11-02', [OURS, { CompanyNumber: '02000002' }]);
  const later = await call(`/${today}.ndjson`, { 'if-none-match': tag });
  expect(later.status).toBe(200);
  expect(linesOf(await later.text()).filter((line) => 'company_number' in line)).toHaveLength(1);
});

it('sends the part that is asked for, of that very file', async () => {
  const whole = await call(`/${today}.ndjson`);
  const text = await whole.text();
  const tag = whole.headers.get('etag') ?? '';
  const part = await call(`/${today}.ndjson`, {
    range: 'bytes=10-',
    'if-range': tag,
    'accept-encoding': 'gzip',
  });
  expect([part.status, part.headers.get('content-range'), part.headers.get('content-encoding')]).toEqual([
    206,
    `bytes 10-${text.length - 1}/${text.length}`,
    null,
  ]);
  expect(await part.text()).toBe(text.slice(10));
  expect(await (await call(`/${today}.ndjson`, { range: 'bytes=-7' })).text()).toBe(text.slice(-7));
  expect(await (await call(`/${today}.ndjson`, { range: 'bytes=0-0' })).text()).toBe('{');
  const other = await call(`/${today}.ndjson`, { range: 'bytes=10-', 'if-range': '"another"' });
  expect([other.status, await other.text()]).toEqual([200, text]);
  const behind = await call(`/${today}.ndjson`, { range: `bytes=${text.length}-` });
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, `bytes */${text.length}`]);
  expect((await call(`/${today}.ndjson`, { range: 'lines=1-2' })).status).toBe(200);
  expect((await call(`/${today}.ndjson`, { range: 'bytes=0-0' }, key, 'HEAD')).status).toBe(200);
});

it.each([
  ['a day that has not begun', `/${daysBefore(today, -1)}.ndjson`],
  ['a day too long ago', `/${daysBefore(today, 92)}.ndjson`],
  ['no day of the calendar', '/2026-02-30.ndjson'],
  ['another name', '/..%2f..%2fsecrets'],
])('has no file of %s', async (_what, path) => {
  expect((await call(path)).status).toBe(404);
});

it('serves any key, needs one, and records and bills nothing', async () => {
  const head = async () =>
    (await world.stores.eventStore.readAll({ after: LOG_START, limit: 5_000 })).position;
  const before = await head();
  expect((await call(`/${today}.ndjson`, {}, enriching)).status).toBe(200);
  expect((await call('', {}, enriching)).status).toBe(200);
  for (const path of ['', `/${today}.ndjson`]) expect((await call(path, {}, null)).status).toBe(401);
  const looked = await call(`/${today}.ndjson`, {}, key, 'HEAD');
  expect([looked.status, await looked.text()]).toEqual([200, '']);
  expect(await head()).toBe(before);
});

it('keeps the file of an ended day as it is, when its editions are pruned', async () => {
  const before = await (await call(`/${yesterday}.ndjson`)).text();
  pruneRegister(world.settings.dataDir, 1);
  expect(await (await call(`/${yesterday}.ndjson`)).text()).toBe(before);
  const pruned = linesOf(await (await call(`/${today}.ndjson`)).text());
  expect(pruned.find(({ source }) => source === 'companies')).toMatchObject({ why: 'edition_pruned' });
});

it('tells that a suppressed company changed, and nothing of a suppression', async () => {
  await suppressCompany(world, '01000001');
  const text = await (await call(`/${today}.ndjson`)).text();
  expect(linesOf(text).filter((line) => line['company_number'] === '01000001')).toEqual([
    {
      company_number: '01000001',
      changes: expect.objectContaining({
        'companies.office': [{ change: 'changed', at: expect.any(String) as string }],
      }) as object,
      blocks: expect.arrayContaining(['registered_address']) as string[],
    },
  ]);
  expect(text).not.toContain('suppress');
});
