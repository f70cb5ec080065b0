/** Accounts read live, over real HTTP from the request to the bill: the register is its stand-in with published accounts. */
import { join } from 'node:path';
import { RegisterApiProcess } from '../../packages/register-api-stand-in/src/index.js';
import { csvFile, manyRows } from '../support/basic-company-data.js';
import { BALANCE_SHEET, madePdf, NOTES } from '../support/live/made-pdf.js';
import { resultsOf, rowsOfJob, unitsOf } from '../support/live/jobs.js';
import { stopVerified } from '../support/verified.js';
import { ApiWorld, type IssuedKey, type Reply } from '../support/worlds/api-world.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

jest.setTimeout(180_000);

const FILED = join(__dirname, '../fixtures/accounts');
const MAZARS = '05380971';
const BLOCKS = ['financials_live', 'employees_live'] as const;

const register = forAllTests(() => RegisterApiProcess.start({ accounts: FILED }));
const folder = new TemporaryFolder();
const COMPANIES = [
  MAZARS,
  '14033910',
  '12040362',
  '08241882',
  ...Array.from({ length: 20 }, (_, at) => String(20_000_000 + at)),
];
const companies = folder.write(
  'BasicCompanyData-2026-11-01.csv',
  csvFile(
    manyRows(COMPANIES.length).map((row, at) => ({
      ...row,
      CompanyNumber: COMPANIES[at] ?? '',
      'Accounts.LastMadeUpDate': '',
      'Accounts.NextDueDate': '31/05/2027',
    })),
  ),
);
let open: ApiWorld[] = [];
afterEach(async () => {
  await register.control.behave();
  const worlds = open;
  open = [];
  await stopVerified(...worlds);
});
afterAll(() => folder.remove());

async function started(settings: Readonly<Record<string, string>> = {}) {
  const asking = {
    REGISTER_API_KEY: RegisterApiProcess.key,
    REGISTER_API_URL: register.url,
    REGISTER_DOCUMENT_API_URL: register.url,
  };
  const world = await ApiWorld.start({ worker: 'register', companies, settings: { ...asking, ...settings } });
  open.push(world);
  return { world, key: await world.customer() };
}

const resolve = (world: ApiWorld, key: IssuedKey, number: string, more = ''): Promise<Reply> =>
  world.call(`/v1/resolve?company_number=${number}&blocks=${BLOCKS.join()}${more}`, {}, key);

/** How often each place of the register was asked since the last time. */
let seen = 0;
async function asked(): Promise<string[]> {
  const requests = await register.control.requests();
  const paths = requests.slice(seen).map(({ path }) => path.split('?', 1)[0] ?? '');
  seen = requests.length;
  return paths.sort();
}

it('asks for list and document once for both blocks and all who ask, bills them, and serves them again', async () => {
  const { world, key } = await started();
  await asked();
  const document = '/document/Prod223_2911_05380971_20200831';
  for (const { body, headers } of await Promise.all([
    resolve(world, key, MAZARS),
    resolve(world, key, MAZARS),
  ])) {
    expect(headers.get('x-billed-units')).toBe('2');
    expect(body).toMatchObject({
      status: 'done',
      blocks: {
        financials_live: {
          status: 'available',
          source: 'company_register_accounts',
          as_of: '2020-08-31',
          value: {
            periods: [{ figures: { turnover: { amount: '105758329', currency: 'GBP' } } }, {}],
            document: { read_by: 'ixbrl', document_id: 'Prod223_2911_05380971_20200831' },
          },
          detail: { freshness: { checked_live: true } },
        },
        employees_live: { status: 'available', value: { headcount: 1920 } },
      },
    });
  }
  expect(await asked()).toEqual([
    '/company/05380971/filing-history',
    document,
    `${document}/content`,
    '/storage/Prod223_2911_05380971_20200831',
  ]);
  expect((await resolve(world, key, MAZARS)).body).toMatchObject({
    blocks: {
      financials_live: { source: 'cache', detail: { freshness: { checked_live: false } } },
      employees_live: { source: 'cache', value: { headcount: 1920 } },
    },
  });
  expect(await asked()).toEqual([]);
  expect(await unitsOf(world, key)).toBe(6);
});

it('leaves it to a worker, in jobs of any size, and bills each answer once', async () => {
  const { world, key } = await started();
  const deferred = await resolve(world, key, '14033910', '&defer_live=true');
  expect(deferred.body).toMatchObject({ blocks: { financials_live: { status: 'pending' } } });
  const [row] = await resultsOf(world, key, /job_\w{26}/.exec(deferred.text)?.[0] ?? '');
  const micro = {
    status: 'available',
    value: { periods: [{ figures: { net_assets: { amount: '-577' } } }] },
  };
  expect(row).toMatchObject({ status: 'done', blocks: { financials_live: micro } });
  const rows = await rowsOfJob(world, key, { numbers: COMPANIES.slice(0, 12), blocks: BLOCKS });
  expect(rows.slice(1, 3)).toMatchObject([
    { blocks: { financials_live: micro } },
    { blocks: { financials_live: { value: { scope: 'company' } } } },
  ]);
  for (const unfiled of rows.slice(4))
    expect(unfiled).toMatchObject({
      blocks: {
        financials_live: { status: 'not_found', reason: 'first_accounts_not_yet_due' },
        employees_live: { status: 'not_found', reason: 'first_accounts_not_yet_due' },
      },
    });
  const available = rows.flatMap(({ blocks }) =>
    Object.values(blocks as Record<string, { status: string }>).filter(
      ({ status }) => status === 'available',
    ),
  );
  expect(await unitsOf(world, key)).toBe(
    available.length +
      Object.values(row?.['blocks'] as object).filter(
        ({ status }: { status: string }) => status === 'available',
      ).length,
  );
});

it('answers why there is nothing, unbilled: no document, no room, or the register away', async () => {
  const { world, key } = await started({ LIVE_DEADLINE_SECONDS: '2', REGISTER_REQUESTS_PER_5_MINUTES: '3' });
  const number = '20000001';
  const items = [
    {
      transaction_id: 'T1',
      type: 'AA',
      category: 'accounts',
      date: '2026-05-01',
      description: 'accounts-with-accounts-type-micro-entity',
      description_values: { made_up_date: '2025-12-31' },
      links: { document_metadata: 'https://documents.example/document/scan-1' },
    },
  ];
  await register.control.answerWith(number, 'filing-history', { items, total_count: 1 });
  await register.control.holdDocument('scan-1', { 'application/pdf': '' });
  await register.control.nextRequests('not-json', 1, `/company/${number}/`);
  const reason = (why: string) => ({ blocks: { financials_live: { status: 'not_found', reason: why } } });
  expect((await resolve(world, key, number)).body).toMatchObject(reason('register_unavailable'));
  expect((await resolve(world, key, number)).body).toMatchObject(reason('accounts_not_machine_readable'));
  expect((await resolve(world, key, '20000002')).body).toMatchObject(reason('source_busy'));
  expect(await unitsOf(world, key)).toBe(0);
});

it('reads the pages of a PDF where the client asks for it, and says how and how surely', async () => {
  const { world, key } = await started();
  const number = '20000003';
  await asked();
  const items = [
    {
      transaction_id: 'T3',
      type: 'AA',
      category: 'accounts',
      date: '2025-05-01',
      description: 'accounts-with-accounts-type-total-exemption-full',
      description_values: { made_up_date: '2024-12-31' },
      links: { document_metadata: 'https://documents.example/document/pdf-3' },
    },
  ];
  const pdf = await madePdf([BALANCE_SHEET, NOTES], 'text');
  await register.control.answerWith(number, 'filing-history', { items, total_count: 1 });
  await register.control.holdDocument('pdf-3', { 'application/pdf': pdf.toString('base64') });
  const data = { reason: 'accounts_not_machine_readable' };
  expect((await resolve(world, key, number)).body).toMatchObject({ blocks: { financials_live: data } });
  const reply = await resolve(world, key, number, '&read_accounts_pdf=true');
  expect(reply.headers.get('x-billed-units')).toBe('2');
  expect(reply.body).toMatchObject({
    blocks: {
      financials_live: {
        status: 'available',
        confidence: 0.95,
        value: {
          accounts_type: 'total-exemption-full',
          periods: [{ figures: { net_assets: { amount: '40000', currency: 'GBP' }, turnover: null } }, {}],
          document: { read_by: 'pdf_text' },
        },
        detail: { pdf_reading: 'pdf_text' },
      },
      employees_live: { confidence: 0.9, value: { headcount: 12, prior: { headcount: 10 } } },
    },
  });
  const storage = (await asked()).filter((path) => path.startsWith('/storage/'));
  expect(storage).toEqual(['/storage/pdf-3']);
});
