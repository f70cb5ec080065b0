/** A row that takes its whole process with it, whoever tries: it ends as `worker_lost`, and no other row does. */
import { join } from 'node:path';
import type { PatientClient } from '../support/patient-client.js';
import { eventually } from '../support/eventually.js';
import { IN_MODULES } from '../support/service-process.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { forgetLeases } from './forget-leases.js';
import { errorsOf, rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

jest.setTimeout(600_000);

const POISON = join(__dirname, 'programs', 'poison.js');
/** Several deaths and starts on a machine that may be busy. */
const PATIENCE_MS = 590_000;
const ROWS = 1_200;
const POISONED = 700;
const OTHERS = { api: { roles: ['api'] }, projector: { roles: ['projector'] } } as const;
const numbers = companyNumbers();

let world: ProcessWorld;
let client: PatientClient;

beforeAll(async () => {
  const worker = { program: IN_MODULES, roles: ['worker'], nodeOptions: ['--require', POISON] } as const;
  world = await ProcessWorld.create({ plans: { ...OTHERS, worker } });
  client = world.client((await world.account('Poisoned')).key);
  await world.fleet.startAll();
});
afterAll(() => world.remove());

async function submitted(rows: readonly object[]): Promise<string> {
  const { body } = await client.ask('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks: BLOCKS } });
  return String(body['job_id']);
}

const isReady = async (job: string): Promise<boolean> =>
  (await client.ask(`/v1/enrich/jobs/${job}`)).body['results_ready'] === true;

/** It may find the row before it has said that it runs. */
function diedAtOnce(error: unknown): void {
  if (!String(error).includes('SIGKILL')) throw error;
}

/** As whatever looks after processes would: whenever the worker is gone it is started again. */
async function workedOff(job: string): Promise<number> {
  let deaths = 0;
  const look = async (): Promise<boolean> => {
    if (await isReady(job)) return true;
    if (world.fleet.isRunning('worker')) return false;
    deaths++;
    await forgetLeases(world);
    await world.fleet.start('worker').catch(diedAtOnce);
    return false;
  };
  await eventually(`the end of ${job}`, look, PATIENCE_MS);
  return deaths;
}

describe('a row that kills whoever works on it', () => {
  it('ends as worker_lost after four deaths; every other row is delivered, and the next job meets no trouble', async () => {
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      ref: index === POISONED ? 'poison' : `r${index}`,
      company_number: numbers[index % numbers.length],
    }));
    const job = await submitted(rows);
    // Two deaths make its chunk suspect; the third finds the row, the fourth, after all other rows, makes sure of it.
    expect(await workedOff(job)).toBe(4);

    const errors = await errorsOf(client, job, () => 1_000);
    expect(errors).toEqual([
      expect.objectContaining({ row: POISONED, ref: 'poison', reason: 'worker_lost', retry_suggested: true }),
    ]);
    const served = await rowsOf(client, job, () => 1_000);
    expect(served.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
    expect(served.filter(({ matched }) => matched === undefined)).toHaveLength(1);
    const { body } = await client.ask(`/v1/enrich/jobs/${job}`);
    expect(body).toMatchObject({ status: 'completed', counts: { succeeded: ROWS - 1, failed: 1 } });
    expect((await client.ask(`/v1/usage?job_id=${job}`)).body['counts']).toMatchObject({ rows: ROWS - 1 });

    expect(await workedOff(await submitted(rows.slice(0, 10)))).toBe(0);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  });
});
