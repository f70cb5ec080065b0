/** A worker that was frozen in the middle of a chunk and wakes up when the world has gone on without it. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { openSqliteEventStore } from '../../packages/platform/src/event-store/sqlite/sqlite-event-store.js';
import { STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import { parseJobId } from '../../packages/contract/src/ids.js';
import { IN_MODULES } from '../support/service-process.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { companyNumbers } from '../support/sample-register.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { forgetLeases } from './forget-leases.js';
import { freeze } from './freeze.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

jest.setTimeout(180_000);

const FALL_ASLEEP = join(__dirname, 'programs', 'fall-asleep.js');
const ROWS = 1_200;
const numbers = companyNumbers();

const world = forAllTests(() =>
  ProcessWorld.create({
    plans: {
      api: { roles: ['api'] },
      projector: { roles: ['projector'] },
      sleeper: { program: IN_MODULES, roles: ['worker'], nodeOptions: ['--require', FALL_ASLEEP] },
      worker: { roles: ['worker'] },
    },
  }),
);
const client = forAllTests(async () => world.client((await world.account('Frozen')).key));

beforeAll(async () => {
  await world.fleet.start('api');
  await world.fleet.start('projector');
});

async function submitted(first: string): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ref: index === 0 ? first : `r${index}`,
    company_number: numbers[index % numbers.length],
  }));
  const { body } = await client.ask('/v1/enrich/jobs', { method: 'POST', body: { rows, blocks: BLOCKS } });
  return String(body['job_id']);
}

const asleep = (): string => join(world.cli.dataDir, 'asleep');

/** A job whose first chunk the sleeper holds while it is frozen, finished by the other worker. */
async function takenOver(): Promise<string> {
  await world.fleet.start('sleeper');
  const job = await submitted('sleep');
  await patiently('a worker in the middle of a chunk', () => existsSync(asleep()));
  await freeze(world.fleet.get('sleeper'), world.cli.dataDir);
  await forgetLeases(world);
  await world.fleet.start('worker');
  await endOf(client, job);
  return job;
}

/** The sleeper wakes, finds out by itself, and does the next job alone. */
async function wakesAndGoesOn(): Promise<void> {
  await world.fleet.kill('worker');
  rmSync(asleep());
  world.fleet.get('sleeper').signal('SIGCONT');
  await endOf(client, await submitted('next'));
  expect(await world.fleet.stop('sleeper')).toBe(0);
  expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
  expect(await world.cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal' });
}

describe('a worker that sleeps through', () => {
  it('the end of its chunk in other hands changes nothing when it wakes, and works on', async () => {
    const job = await takenOver();
    const before = await rowsOf(client, job, () => 1_000);
    const billed = (await client.ask(`/v1/usage?job_id=${job}`)).body['counts'];
    await wakesAndGoesOn();
    expect(await rowsOf(client, job, () => 1_000)).toEqual(before);
    expect((await client.ask(`/v1/usage?job_id=${job}`)).body['counts']).toEqual(billed);
    expect(before).toHaveLength(ROWS);
  });

  it('the erasure of its rows brings nothing back when it wakes, and works on', async () => {
    const job = await takenOver();
    expect(await dataStreamsOf(job)).toEqual(['found', 'found', 'found']);
    await world.cli.json('jobs', 'erase', job, '--reason', 'asked for');
    await wakesAndGoesOn();
    expect((await client.ask(`/v1/enrich/jobs/${job}/results`)).status).toBe(410);
    expect(await dataStreamsOf(job)).toEqual(['deleted', 'deleted', 'deleted']);
  });
});

/** What became of the rows as asked and as delivered, chunk by chunk. */
async function dataStreamsOf(job: string): Promise<string[]> {
  const id = parseJobId(job);
  if (id === null) throw new Error(`${job} is no id of a job`);
  const log = await openSqliteEventStore({
    file: join(world.cli.dataDir, STORE_FILES.eventStore),
    hosting: 'direct',
  });
  const slices = await Promise.all([0, 1, 2].map((chunk) => log.readStream(rowDataStream(id, chunk))));
  await log.close();
  return slices.map(({ status }) => status);
}
