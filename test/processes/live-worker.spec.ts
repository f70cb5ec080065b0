/** kill -9 while a register, a filed document or a website is read, or between its answer and the bill: whichever worker dies, a late block is filled and billed once. */
import { RegisterApiProcess } from '../../packages/register-api-stand-in/src/index.js';
import { childProcesses, isRunning } from '../support/system/child-processes.js';
import { eventually } from '../support/eventually.js';
import { BALANCE_SHEET, madePdf, NOTES } from '../support/live/made-pdf.js';
import { PatientClient } from '../support/patient-client.js';
import { companyNumbers } from '../support/sample-register.js';
import { SmallWeb, type Page } from '../support/sites/small-web.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';
import { suggestedHosts } from '../../packages/enrichment/src/sites/search/derived-hosts.js';

jest.setTimeout(240_000);

const APPOINTED = { items: [{ name: 'DOE, Jane', officer_role: 'director', appointed_on: '2020-01-01' }] };

/** A company whose website is found by its name. */
const SHOWN = { number: '05801077', name: '1ST FOR CREATIVE LIMITED' };
const [HOST = '', ...OTHER_HOSTS] = suggestedHosts(SHOWN.name);

let register: RegisterApiProcess;
let web: SmallWeb;
const folder = new TemporaryFolder();
let world: ProcessWorld;
let client: PatientClient;
let account: number;
beforeAll(async () => {
  register = await RegisterApiProcess.start();
  web = await SmallWeb.start();
  for (const host of [HOST, ...OTHER_HOSTS]) web.site(host, {});
  const listed = Object.entries(web.hosts).map(([host, { address, port }]) => [
    host,
    { address: `${address}:${port}` },
  ]);
  folder.write('hosts.json', JSON.stringify(Object.fromEntries(listed)));
  const settings = {
    REGISTER_API_KEY: RegisterApiProcess.key,
    REGISTER_API_URL: register.url,
    REGISTER_DOCUMENT_API_URL: register.url,
    CRAWLER_CONTACT: 'https://us.example/crawler',
    SITE_HOSTS: folder.file('hosts.json'),
  };
  world = await ProcessWorld.create({ settings });
  const opened = await world.account('Live');
  account = opened.account;
  client = world.client(opened.key);
  await world.fleet.startAll();
});
afterAll(async () => {
  await world.remove();
  await register.stop();
  await web.close();
  folder.remove();
});

const asked = async (number: string): Promise<number> =>
  (await register.control.requests()).filter(({ path }) => path.includes(number)).length;

/** A resolve that leaves its live step to the worker: its job. */
async function deferred(number: string): Promise<string> {
  await register.control.answerWith(number, 'officers', APPOINTED);
  const path = `/v1/resolve?company_number=${number}&blocks=officers&defer_live=true`;
  const { body } = await client.ask(path, { headers: { 'x-idempotency-key': number } });
  expect(body).toMatchObject({ status: 'pending', blocks: { officers: { status: 'pending' } } });
  return /job_\w{26}/.exec(JSON.stringify(body))?.[0] ?? '';
}

async function killedWorker(): Promise<void> {
  await world.fleet.kill('worker');
  await register.control.behave();
  await world.fleet.start('worker');
}

const row = async (job: string, from = client): Promise<unknown> =>
  eventually(`the end of ${job}`, async () => {
    const { body } = await from.ask(`/v1/enrich/jobs/${job}/results`);
    const [only] = body['results'] as { status: string }[];
    return body['results_ready'] === true ? only : undefined;
  });

it('is asked again, or served what the dead worker had read, and billed once', async () => {
  const [silent = '', answered = ''] = companyNumbers();
  await register.control.nextRequests('silence', 1, `/company/${silent}/`);
  const jobs = [await deferred(silent)];
  await eventually('the request', async () => (await asked(silent)) > 0);
  await killedWorker();
  jobs.push(await deferred(answered));
  await eventually('the answer', async () => (await asked(answered)) > 0);
  await killedWorker();
  for (const job of jobs)
    expect(await row(job)).toMatchObject({
      status: 'done',
      blocks: { officers: { status: 'available', source: 'company_register_officers', value: { total: 1 } } },
    });
  const day = new Date().toISOString().slice(0, 10);
  expect(
    await world.cli.json('usage', 'show', '--account', String(account), '--from', day, '--to', day),
  ).toMatchObject({ counts: { rows: 2, units: 2 } });
  expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
});

/** Half a minute, most of it leases that run out. */
const itLong = process.env['TEST_LONG'] === undefined ? it.skip : it;

itLong(
  'reads filed accounts again that the dead worker was fetching or reading, and bills them once',
  async () => {
    const opened = await world.account('Accounts');
    const owner = world.client(opened.key);
    const pictures = await madePdf([BALANCE_SHEET, NOTES], 'picture');
    const [fetched = '', read = ''] = companyNumbers().slice(2);
    const deferredAccounts = async (number: string): Promise<string> => {
      const filing = {
        transaction_id: `T${number}`,
        type: 'AA',
        category: 'accounts',
        date: '2025-05-01',
        description: 'accounts-with-accounts-type-total-exemption-full',
        description_values: { made_up_date: '2024-12-31' },
        links: { document_metadata: `https://documents.example/document/scan-${number}` },
      };
      await register.control.answerWith(number, 'filing-history', { items: [filing], total_count: 1 });
      await register.control.holdDocument(`scan-${number}`, {
        'application/pdf': pictures.toString('base64'),
      });
      const query = `company_number=${number}&blocks=financials_live,employees_live&read_accounts_pdf=true&defer_live=true`;
      const { body } = await owner.ask(`/v1/resolve?${query}`, { headers: { 'x-idempotency-key': number } });
      expect(body).toMatchObject({ blocks: { financials_live: { status: 'pending' } } });
      await eventually(
        'the document to be asked for',
        async () => (await asked(`/storage/scan-${number}`)) > 0,
      );
      return /job_\w{26}/.exec(JSON.stringify(body))?.[0] ?? '';
    };
    await register.control.nextRequests('silence', 1, `/storage/scan-${fetched}`);
    const jobs = [await deferredAccounts(fetched)];
    await killedWorker();
    jobs.push(await deferredAccounts(read));
    await killedWorker();
    for (const job of jobs)
      expect(await row(job, owner)).toMatchObject({
        status: 'done',
        blocks: {
          financials_live: {
            status: 'available',
            value: {
              periods: [{ figures: { net_assets: { amount: '40000' } } }, {}],
              document: { read_by: 'ocr' },
            },
          },
          employees_live: { status: 'available', value: { headcount: 12 } },
        },
      });
    const day = new Date().toISOString().slice(0, 10);
    const use = ['--account', String(opened.account), '--from', day, '--to', day];
    expect(await world.cli.json('usage', 'show', ...use)).toMatchObject({ counts: { rows: 2, units: 4 } });
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  },
);

it('crawls a site again whose crawler was killed, and again after its worker was, and bills it once', async () => {
  const opened = await world.account('Crawl');
  const owner = world.client(opened.key);
  const page = `<title>${SHOWN.name}</title><p>${'We mend pumps. '.repeat(20)}<footer>${SHOWN.name}, registered in England and Wales No. ${SHOWN.number}</footer>`;
  let hangs = true;
  const home: Page = (_request, response) =>
    hangs ? undefined : response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  web.site(HOST, { '/': home });
  const { body } = await owner.ask(
    `/v1/resolve?company_number=${SHOWN.number}&blocks=domain_validation&discover=domain&defer_live=true`,
    { headers: { 'x-idempotency-key': SHOWN.number } },
  );
  expect(body).toMatchObject({ status: 'pending', blocks: { domain_validation: { status: 'pending' } } });
  const job = /job_\w{26}/.exec(JSON.stringify(body))?.[0] ?? '';
  const askedTimes = (): number => web.asked.filter((asked) => asked === `${HOST}/`).length;
  const crawlerNow = (): number | undefined =>
    childProcesses(world.fleet.get('worker').pid, 'crawler.program')[0];
  await eventually('the request', () => askedTimes() > 0);
  const first = crawlerNow() ?? 0;
  expect(isRunning(first)).toBe(true);
  process.kill(first, 'SIGKILL');
  await eventually('the request of another crawler', () => askedTimes() > 1);
  const second = crawlerNow() ?? 0;
  expect(second).not.toBe(first);
  await world.fleet.kill('worker');
  await eventually('the end of its crawler', () => !isRunning(second));
  hangs = false;
  await world.fleet.start('worker');
  expect(await row(job, owner)).toMatchObject({
    status: 'done',
    blocks: { domain_validation: { status: 'available', value: { outcome: 'accept' } } },
  });
  const day = new Date().toISOString().slice(0, 10);
  const use = ['--account', String(opened.account), '--from', day, '--to', day];
  expect(await world.cli.json('usage', 'show', ...use)).toMatchObject({ counts: { rows: 1, units: 1 } });
  expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
});
