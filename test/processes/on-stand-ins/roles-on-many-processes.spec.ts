/**
 * Two APIs, three workers (two in the short form) and two projectors as processes of their own on one pair of servers:
 * processes of each role are killed and both servers go down and come back while a job runs. Nothing is lost, doubled or
 * left undone. One API and one worker are on another machine: in a folder of their own, which the edition comes to by MongoDB.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { PatientClient } from '../../support/patient-client.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { companyNumbers } from '../../support/sample-register.js';
import type { ServicePlan } from '../../support/service-process.js';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import { editionsOf } from '../../../packages/enrichment/src/sources/kit/editions/edition.js';
import { rowsOf } from '../reading.js';
import { BLOCKS, unitsOf } from '../story.js';
import { ServerPair } from './server-pair.js';

const LONG = process.env['TEST_LONG'] !== undefined;
const ROWS = LONG ? 50_000 : 1_500;
/** Between two looks at a job. */
const POLL_MS = 20;

jest.setTimeout(LONG ? 3_600_000 : 900_000);

const fleetOf = (elsewhere: string): Readonly<Record<string, ServicePlan>> => ({
  'api-1': { roles: ['api'] },
  'api-2': { roles: ['api'], settings: { DATA_DIR: elsewhere } },
  'worker-1': { roles: ['worker'] },
  'worker-2': { roles: ['worker'], settings: { DATA_DIR: elsewhere } },
  ...(LONG ? { 'worker-3': { roles: ['worker'] } as const } : {}),
  'projector-1': { roles: ['projector'] },
  'projector-2': { roles: ['projector'] },
});

const otherMachine = new TemporaryFolder();
const editionsIn = (dataDir: string): readonly string[] => editionsOf(dataDir, 'companies');

const servers = forAllTests(() => ServerPair.start());
const world = forAllTests(() =>
  ProcessWorld.create({ plans: fleetOf(otherMachine.file('data')), settings: servers.settings }),
);
beforeAll(async () => {
  await Promise.all(world.fleet.names.map((name) => world.fleet.start(name)));
});
afterAll(() => otherMachine.remove());

const numbers = companyNumbers();
const rows = Array.from({ length: ROWS }, (_, row) => ({
  ref: `row ${row}`,
  company_number: numbers[row % numbers.length] ?? '',
}));

async function killAndReplace(...names: readonly string[]): Promise<void> {
  await world.fleet.kill(...names);
  await Promise.all(names.map((name) => world.fleet.start(name)));
}

type Trouble = readonly [share: number, what: () => Promise<void>];

async function eventStoreDown(): Promise<void> {
  await servers.killEventStore();
  await servers.startEventStore();
}

async function mongoDbDown(): Promise<void> {
  await servers.killMongoDb();
  await servers.startMongoDb();
}

/** What happens, each once so much of a job is done that isn't over yet. */
const SHORT_TROUBLES: readonly Trouble[] = [
  [0, () => killAndReplace('worker-1', 'projector-1', 'api-1')],
  [0.3, eventStoreDown],
  [0.6, mongoDbDown],
];
const LONG_TROUBLES: readonly Trouble[] = [
  [0, () => killAndReplace('worker-1')],
  [0.15, () => killAndReplace('projector-1', 'api-1')],
  [0.3, eventStoreDown],
  [0.45, () => killAndReplace('worker-2', 'worker-3')],
  [0.6, mongoDbDown],
  [0.75, () => killAndReplace('projector-2', 'worker-1', 'api-2')],
];
const TROUBLES = LONG ? LONG_TROUBLES : SHORT_TROUBLES;

interface Shown {
  readonly results_ready: boolean;
  readonly counts: { readonly processed: number; readonly succeeded: number };
}

/** A client that has one job after the other done, by one API, and looks at them by the other. */
class Customer {
  readonly jobs: string[] = [];

  constructor(
    readonly one: PatientClient,
    readonly two: PatientClient,
  ) {}

  async submit(index = this.jobs.length): Promise<string> {
    const { body } = await this.one.ask('/v1/enrich/jobs', {
      method: 'POST',
      headers: { 'x-idempotency-key': `job ${index}` },
      body: { rows, blocks: BLOCKS },
    });
    return String(body['job_id']);
  }

  async next(): Promise<void> {
    this.jobs.push(await this.submit());
  }

  /** Resolves while the last job runs and has come so far; where it is over, another one takes its place. */
  async untilRunning(share: number): Promise<void> {
    for (;;) {
      const { results_ready, counts } = await this.look(this.jobs.at(-1) ?? '');
      if (results_ready) return this.next();
      if (counts.processed >= share * ROWS) return;
      await pause(POLL_MS);
    }
  }

  async ended(job: string): Promise<Shown> {
    for (;;) {
      const shown = await this.look(job);
      if (shown.results_ready) return shown;
      await pause(POLL_MS);
    }
  }

  private async look(job: string): Promise<Shown> {
    return (await this.two.ask(`/v1/enrich/jobs/${job}`)).body as unknown as Shown;
  }
}

describe('roles on many processes', () => {
  it('finish every job whole, whichever of them die and whichever server goes away meanwhile', async () => {
    const { account, key } = await world.account('Many');
    const customer = new Customer(world.client(key, 'api-1'), world.client(key, 'api-2'));
    await customer.next();
    for (const [share, trouble] of TROUBLES) {
      await customer.untilRunning(share);
      await trouble();
    }

    const bill = { rows: 0, units: 0 };
    for (const [index, job] of customer.jobs.entries()) {
      const { counts } = await customer.ended(job);
      expect(counts.processed).toBe(ROWS);
      const shown = await rowsOf(customer.one, job, () => 1_000);
      expect(shown.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
      expect(shown.filter(({ status }) => status !== 'done')).toEqual([]);
      expect(await rowsOf(customer.two, job, () => 997)).toEqual(shown);
      expect(await customer.submit(index)).toBe(job);
      bill.rows += counts.succeeded;
      bill.units += shown.reduce((sum, row) => sum + unitsOf(row), 0);
    }
    for (const client of [customer.one, customer.two])
      expect((await client.ask('/v1/usage')).body['counts']).toMatchObject(bill);

    expect(editionsIn(otherMachine.file('data'))).toEqual(editionsIn(world.cli.dataDir));
    expect(editionsIn(world.cli.dataDir)).toHaveLength(1);
    for (const name of world.fleet.names) expect([name, world.fleet.hasFallen(name)]).toEqual([name, false]);
    expect(await world.cli.json('verify')).toMatchObject({ ok: true, unfinished_jobs: 0 });
    expect(await world.cli.json('usage', 'rebuild', '--account', String(account))).toMatchObject({
      verdict: 'equal',
      differences: [],
    });
    expect(Object.values(await world.fleet.stopAll())).toEqual(world.fleet.names.map(() => 0));
  });
});
