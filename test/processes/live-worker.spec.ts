/** kill -9 between the register's answer and the bill: whichever worker dies, a late block is filled and billed once. */
import { RegisterApiProcess } from '../../packages/register-api-stand-in/src/index.js';
import { eventually } from '../support/eventually.js';
import { PatientClient } from '../support/patient-client.js';
import { companyNumbers } from '../support/sample-register.js';
import { ProcessWorld } from '../support/worlds/process-world.js';

jest.setTimeout(240_000);

const APPOINTED = { items: [{ name: 'DOE, Jane', officer_role: 'director', appointed_on: '2020-01-01' }] };

let register: RegisterApiProcess;
let world: ProcessWorld;
let client: PatientClient;
let account: number;
beforeAll(async () => {
  register = await RegisterApiProcess.start();
  const settings = { REGISTER_API_KEY: RegisterApiProcess.key, REGISTER_API_URL: register.url };
  world = await ProcessWorld.create({ settings });
  const opened = await world.account('Live');
  account = opened.account;
  client = world.client(opened.key);
  await world.fleet.startAll();
});
afterAll(async () => {
  await world.remove();
  await register.stop();
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

const row = async (job: string): Promise<unknown> =>
  eventually(`the end of ${job}`, async () => {
    const { body } = await client.ask(`/v1/enrich/jobs/${job}/results`);
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
