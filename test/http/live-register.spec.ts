/** The live register step over real HTTP, from the request to the bill: the register is its stand-in. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../packages/register-api-stand-in/src/index.js';
import { writeSyncNote } from '../../packages/enrichment/src/sources/kit/publication/sync-note.js';
import { sourceStatus } from '../../packages/enrichment/src/register/source-status.js';
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { eventually } from '../support/eventually.js';
import { resultsOf, rowsOfJob, unitsOf } from '../support/live/jobs.js';
import { stopVerified } from '../support/verified.js';
import { ApiWorld, type IssuedKey, type Reply } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

jest.setTimeout(180_000);

const RESPONSES = join(__dirname, '../../packages/register-api-stand-in/fixtures/responses.ndjson');

/** What the real register answered about one of its companies. */
function published(company: string, resource: string): Record<string, unknown> {
  const lines = readFileSync(RESPONSES, 'utf8').split('\n').filter(Boolean);
  const found = lines
    .map((line) => JSON.parse(line) as { company_number: string; resource: string; data: object })
    .find((line) => line.company_number === company && line.resource === resource);
  return { ...found?.data };
}
const CHARGES = published('00227590', 'charges');
const OFFICERS = published('04475590', 'officers');

const register = forAllTests(() => RegisterApiProcess.start());
const folder = new TemporaryFolder();
const companies = folder.write(
  'BasicCompanyData-2026-11-01.csv',
  csvFile(manyRows(100).map((row) => ({ ...row, 'Mortgages.NumMortCharges': '4' }))),
);
let next = 10_000_000;
let open: ApiWorld[] = [];
afterEach(async () => {
  await register.control.behave();
  const worlds = open;
  open = [];
  await stopVerified(...worlds);
});
afterAll(() => folder.remove());

/** Companies that nobody asked about before, with four charges and some officers on the register. */
async function fresh(count = 1): Promise<string[]> {
  const numbers = Array.from({ length: count }, () => String(next++));
  for (const number of numbers) {
    await register.control.answerWith(number, 'charges', CHARGES);
    await register.control.answerWith(number, 'officers', OFFICERS);
  }
  return numbers;
}

async function started(settings: Readonly<Record<string, string>> = {}) {
  const asking = { REGISTER_API_KEY: RegisterApiProcess.key, REGISTER_API_URL: register.url };
  const world = await ApiWorld.start({ worker: 'register', companies, settings: { ...asking, ...settings } });
  open.push(world);
  return { world, key: await world.customer() };
}

/** The register's requests about a company. */
const requests = async (number = ''): Promise<string[]> =>
  (await register.control.requests()).map(({ path }) => path).filter((path) => path.includes(number));

const resolve = (world: ApiWorld, key: IssuedKey, number: string, more = ''): Promise<Reply> =>
  world.call(`/v1/resolve?company_number=${number}&blocks=charges,officers${more}`, {}, key);

/** Runs these numbers as one job; its rows as they are served in the end. */
const job = (
  world: ApiWorld,
  key: IssuedKey,
  numbers: readonly string[],
  options: object = {},
): Promise<Record<string, unknown>[]> => rowsOfJob(world, key, { numbers, blocks: ['charges'], options });

const LIVE = { charges: { status: 'available', source: 'company_register_charges' } };
const UNAVAILABLE = {
  charges: { status: 'not_found', reason: 'register_unavailable', retry_suggested: true },
};
const BUSY = { charges: { status: 'not_found', reason: 'source_busy', retry_suggested: true } };

describe('a resolve of a company whose lists no edition holds', () => {
  it('asks the register once for each, bills them, and serves them again without asking', async () => {
    const { world, key } = await started();
    const [number = ''] = await fresh();
    const [first, beside] = await Promise.all([resolve(world, key, number), resolve(world, key, number)]);
    for (const { status, body, headers } of [first, beside]) {
      expect([status, headers.get('x-billed-units')]).toEqual([200, '2']);
      expect(body).toMatchObject({
        status: 'done',
        blocks: {
          charges: {
            status: 'available',
            value: { total_count: 4 },
            source: 'company_register_charges',
            detail: { freshness: { checked_live: true } },
          },
          officers: { status: 'available', source: 'company_register_officers' },
        },
      });
    }
    expect((await requests(number)).map((path) => path.split('?', 1)[0]).sort()).toEqual([
      `/company/${number}/charges`,
      `/company/${number}/officers`,
    ]);
    const again = await resolve(world, key, number);
    expect(again.headers.get('x-billed-units')).toBe('2');
    expect(again.body).toMatchObject({
      blocks: {
        charges: {
          source: 'cache',
          value: { total_count: 4 },
          detail: { freshness: { checked_live: false, checked_at: expect.any(String) as string } },
        },
        officers: { source: 'cache' },
      },
    });
    expect(await requests(number)).toHaveLength(2);
    expect(await unitsOf(world, key)).toBe(6);
    expect(await sourceStatus({ settings: world.settings, coordination: world.stores.coordination })).toEqual(
      [
        expect.objectContaining({ source: 'companies', age_days: expect.any(Number) as number }),
        {
          source: 'register_api',
          live: true,
          on: true,
          allowance_left: 598,
          last_success: expect.stringMatching(/Z$/) as string,
          last_failure: null,
        },
        ...['websites', 'search_provider', 'listing_provider', 'ai_provider', 'news_provider'].map(
          (source) => ({
            source,
            live: true,
            on: false,
            allowance_left: null,
            last_success: null,
            last_failure: null,
          }),
        ),
      ],
    );
    writeSyncNote(world.settings.dataDir, 'psc', { failures: 3 });
    const metrics = (await world.told('/metrics')).text;
    expect(metrics).toMatch(/^register_sync_failures\{source="psc"\} 3$/m);
    expect(metrics).toMatch(/^register_edition_age_days\{source="companies"\} -?\d+$/m);
    expect(metrics).toMatch(/^live_source_on\{source="register_api"\} 1$/m);
    expect(metrics).toMatch(/^live_source_on\{source="websites"\} 0$/m);
    expect(metrics).toMatch(/^live_source_allowance_left\{source="register_api"\} 598$/m);
    expect(metrics).toMatch(/^live_source_last_success_timestamp_seconds\{source="register_api"\} \d+/m);
    expect(metrics).not.toMatch(/^live_source_last_failure_timestamp_seconds\{source="register_api"\}/m);
    expect(metrics).toMatch(/^register_edition_stale\{source="companies"\} [01]$/m);
  });

  it('says that the register holds none, unbilled, and keeps that too', async () => {
    const { world, key } = await started();
    const number = String(next++);
    for (const source of ['company_register_charges', 'cache']) {
      const reply = await resolve(world, key, number);
      expect(reply.headers.get('x-billed-units')).toBe('0');
      expect(reply.body).toMatchObject({ blocks: { charges: { reason: 'none_on_register', source } } });
    }
    expect(await requests(number)).toHaveLength(2);
  });

  it('answers register_unavailable where it fails, unbilled, and asks again the next time', async () => {
    const { world, key } = await started();
    const [number = ''] = await fresh();
    await register.control.nextRequests('not-json', 1, `/company/${number}/charges`);
    const failed = await resolve(world, key, number);
    expect(failed.headers.get('x-billed-units')).toBe('1');
    expect(failed.body).toMatchObject({ status: 'done', blocks: UNAVAILABLE });
    expect((await resolve(world, key, number)).body).toMatchObject({
      blocks: { ...LIVE, officers: { source: 'cache' } },
    });
  });

  it('leaves pending what does not come in time, which is filled and billed once', async () => {
    const { world, key } = await started({ RESOLVE_TIMEOUT_SECONDS: '1' });
    const [number = ''] = await fresh();
    await register.control.nextRequests('silence', 1, `/company/${number}/charges`);
    const first = await resolve(world, key, number);
    expect(first.body).toMatchObject({ status: 'pending', blocks: { charges: { status: 'pending' } } });
    const id = /job_\w{26}/.exec(first.text)?.[0] ?? '';
    const [row] = await resultsOf(world, key, id);
    expect(row).toMatchObject({
      status: 'done',
      blocks: { charges: { ...LIVE.charges, detail: { freshness: { checked_live: true } } } },
    });
    expect(await unitsOf(world, key)).toBe(2);
  });

  it('leaves it to a worker with defer_live', async () => {
    const { world, key } = await started();
    const [number = ''] = await fresh();
    const first = await resolve(world, key, number, '&defer_live=true');
    expect(first.body).toMatchObject({
      blocks: { charges: { status: 'pending' }, officers: { status: 'pending' } },
    });
    const [row] = await resultsOf(world, key, /job_\w{26}/.exec(first.text)?.[0] ?? '');
    expect(row).toMatchObject({ status: 'done', blocks: { ...LIVE, officers: { status: 'available' } } });
    expect(await unitsOf(world, key)).toBe(2);
  });

  it('keeps nothing with store=false', async () => {
    const { world, key } = await started();
    const [number = ''] = await fresh();
    for (const asked of [2, 4]) {
      expect((await resolve(world, key, number, '&store=false')).body).toMatchObject({ blocks: LIVE });
      expect(await requests(number)).toHaveLength(asked);
    }
  });
});

describe('a job', () => {
  it('asks the register in ten rows, in more where discover says so, and gives what is kept in any', async () => {
    const { world, key } = await started();
    const ten = await fresh(10);
    expect(await job(world, key, ten)).toMatchObject(ten.map(() => ({ blocks: LIVE })));
    const eleven = [ten[0] ?? '', ...(await fresh(10))];
    const [kept, ...others] = await job(world, key, eleven);
    expect(kept).toMatchObject({ blocks: { charges: { status: 'available', source: 'cache' } } });
    for (const row of others)
      expect(row).toMatchObject({ blocks: { charges: { status: 'not_found', reason: 'not_looked_up' } } });
    for (const number of eleven.slice(1)) expect(await requests(number)).toEqual([]);
    const discovered = await job(world, key, eleven, { discover: ['charges'] });
    expect(discovered.slice(1)).toMatchObject(eleven.slice(1).map(() => ({ blocks: LIVE })));
    expect(await unitsOf(world, key)).toBe(10 + 1 + 11);
  });

  it('is answered source_busy where the allowance is spent, and so is a resolve', async () => {
    const { world, key } = await started({
      REGISTER_REQUESTS_PER_5_MINUTES: '1',
      LIVE_DEADLINE_SECONDS: '2',
    });
    const [last = '', busy = ''] = await fresh(2);
    expect(await job(world, key, [last])).toMatchObject([{ blocks: LIVE }]);
    expect(await job(world, key, [busy])).toMatchObject([{ status: 'done', blocks: BUSY }]);
    const reply = await resolve(world, key, busy);
    expect(reply.body).toMatchObject({ status: 'done', blocks: { ...BUSY, officers: BUSY.charges } });
    expect(await requests(busy)).toEqual([]);
    expect(await unitsOf(world, key)).toBe(1);
  });

  it('is tried again by the worker while the register fails for now', async () => {
    const { world, key } = await started();
    const [number = ''] = await fresh();
    await register.control.nextRequests('not-json', 2, `/company/${number}/charges`);
    expect(await job(world, key, [number])).toMatchObject([{ blocks: LIVE }]);
    expect(await requests(number)).toHaveLength(3);
    expect(await unitsOf(world, key)).toBe(1);
  });

  it('ends with register_unavailable, unbilled, where the register stays away', async () => {
    const { world, key } = await started({ LIVE_DEADLINE_SECONDS: '2' });
    const [number = ''] = await fresh();
    await register.control.nextRequests('silence', 100, `/company/${number}/`);
    expect(await job(world, key, [number])).toMatchObject([{ blocks: UNAVAILABLE }]);
    expect(await unitsOf(world, key)).toBe(0);
    await eventually('the request', async () => (await requests(number)).length > 0);
  });
});
