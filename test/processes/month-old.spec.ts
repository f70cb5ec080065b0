/**
 * Age: what a start reads must not depend on how long a service was used, and what lies in an old log is answered, billed
 * and checked as what was written an hour ago. Bytes are those that the kernel counts for the process, of whatever file.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { bytesRead } from '../../bench/support/process-family.js';
import { leaveData, untilChecked } from '../../bench/support/used-data.js';
import { logOfUse, type Use, type WrittenLog } from '../../bench/support/valid-log.js';
import { openCoordination } from '../../packages/platform/src/stores/open-coordination.js';
import { STORE_FILES } from '../../packages/platform/src/stores/stores.js';
import type { PatientClient } from '../support/patient-client.js';
import { companyNumbers } from '../support/sample-register.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { endOf, patiently } from './patiently.js';
import { rowsOf } from './reading.js';
import { BLOCKS } from './story.js';

jest.setTimeout(3_600_000);

const MB = 1_048_576;
/** `MONTH_EVENTS=10000000`: as `npm run bench:age` has it. */
const EVENTS = Number(process.env['MONTH_EVENTS'] ?? 2_000_000);
const MONTH = { lists: 500, events: EVENTS, days: 28 };
/** Two lists of the same size. */
const FRESH = { lists: 2, events: EVENTS / 250, days: 1 };
/** The files of the old one are larger by this much at least, times the events. */
const FILE_BYTES_AN_EVENT = 100;
/** What one start may read more than another, for what each looks at again and again. */
const READ_MORE = 3 * MB;
/** The eraser's first round looks at every job once, and notes here that it has. */
const ERASER_DONE = 'eraser/clock-seen';
const ROWS = 500;
const numbers = companyNumbers();

/** What a start took until it was ready, had recorded one company more and had checked that. */
interface Start {
  readonly bytes: number;
  /** Stored events that its lanes looked at. */
  readonly projected: number;
}

class UsedService {
  private constructor(
    readonly log: WrittenLog,
    readonly use: Use,
    private readonly world: ProcessWorld,
    readonly client: PatientClient,
  ) {}

  static async create(used: Omit<Use, 'today'>): Promise<UsedService> {
    const world = await ProcessWorld.create({ plans: { service: {} } });
    const use = { ...used, today: new Date().toISOString().slice(0, 10) };
    const log = await leaveData(world.cli.dataDir, use);
    const account = String(log.largest.account);
    const { key } = await world.cli.json<{ key: string }>(
      ...['keys', 'issue', '--account', account, '--name', 'month-old', '--requests-per-minute', '1000000'],
    );
    return new UsedService(log, use, world, world.client(key, 'service'));
  }

  /** Bytes of the log and of what is shown of it. */
  get fileBytes(): number {
    return [STORE_FILES.eventStore, STORE_FILES.readModels].reduce(
      (sum, name) => sum + statSync(join(this.world.cli.dataDir, name)).size,
      0,
    );
  }

  async start(): Promise<Start> {
    const { dataDir } = this.world.cli;
    const { pid, metricsUrl } = await this.world.fleet.start('service');
    await patiently('readiness', async () => (await fetch(`${metricsUrl}/readyz`)).ok);
    const query = `company_number=${numbers[0]}&blocks=${BLOCKS.join()}`;
    expect((await this.client.ask(`/v1/resolve?${query}`)).status).toBe(200);
    await untilChecked(dataDir);
    const bytes = bytesRead(pid);
    const metrics = await (await fetch(`${metricsUrl}/metrics`)).text();
    const lanes = [...metrics.matchAll(/^projector_events_applied_total\{.*\} (\d+)$/gm)];
    return { bytes, projected: lanes.reduce((sum, [, events]) => sum + Number(events), 0) };
  }

  /** After its first start it has looked at every job once, as one has that ran all the time. */
  async settle(): Promise<void> {
    await this.start();
    const coordination = await openCoordination({ dataDir: this.world.cli.dataDir, hosting: 'direct' });
    await patiently('a whole round of the eraser', () => coordination.get(ERASER_DONE));
    await coordination.close();
    expect(await this.world.fleet.stop('service')).toBe(0);
  }

  kill(): Promise<void> {
    return this.world.fleet.kill('service');
  }

  verify(): Promise<object> {
    return this.world.cli.json('verify');
  }

  remove(): Promise<void> {
    return this.world.remove();
  }
}

const fresh = forAllTests(() => UsedService.create(FRESH));
const old = forAllTests(() => UsedService.create(MONTH));

it('a start reads no more, also after kill -9', async () => {
  expect(old.fileBytes - fresh.fileBytes).toBeGreaterThan(EVENTS * FILE_BYTES_AN_EVENT);
  for (const service of [fresh, old]) await service.settle();
  for (const how of ['after SIGTERM', 'after SIGKILL']) {
    const [young, aged] = [await fresh.start(), await old.start()];
    const mb = (bytes: number): string => (bytes / MB).toFixed(1);
    process.stdout.write(
      `a start ${how} read ${mb(young.bytes)} MB fresh, ${mb(aged.bytes)} MB a month old\n`,
    );
    expect({ how, more: aged.bytes - young.bytes < READ_MORE }).toEqual({ how, more: true });
    expect({ how, projected: aged.projected }).toEqual({ how, projected: young.projected });
    for (const service of [fresh, old]) await service.kill();
  }
});

describe('after a month', () => {
  beforeAll(async () => {
    await old.start();
  });

  it.each(['first', 'last'] as const)('the %s list is served whole and in order', async (which) => {
    const lists = logOfUse(old.use)
      .flat()
      .filter(({ rows, account }) => rows > 1 && account === old.log.largest.account);
    const list = which === 'first' ? lists[0] : lists.at(-1);
    if (list === undefined) throw new Error('there is no list');
    const rows = await rowsOf(old.client, list.id, () => 1_000);
    expect(rows.map(({ ref }) => ref)).toEqual(Array.from({ length: list.rows }, (_, row) => `r${row}`));
    const matched = rows.filter(({ matched }) => matched !== undefined).length;
    const { body } = await old.client.ask(`/v1/enrich/jobs/${list.id}`);
    expect(body).toMatchObject({
      status: 'completed',
      counts: { total: list.rows, succeeded: matched, not_found: list.rows - matched },
    });
    const usage = await old.client.ask(`/v1/usage?job_id=${list.id}`);
    expect(usage.body['counts']).toMatchObject({ rows: matched });
  });

  it('a new list is done, and all invariants hold', async () => {
    const rows = Array.from({ length: ROWS }, (_, row) => ({ ref: `n${row}`, company_number: numbers[row] }));
    const { body } = await old.client.ask('/v1/enrich/jobs', {
      method: 'POST',
      headers: { 'x-idempotency-key': 'after-a-month' },
      body: { rows, blocks: BLOCKS },
    });
    const job = String(body['job_id']);
    await endOf(old.client, job);
    const served = await rowsOf(old.client, job, () => 100);
    expect(served.map(({ ref }) => ref)).toEqual(rows.map(({ ref }) => ref));
    expect(await old.verify()).toMatchObject({ ok: true, unfinished_jobs: 0 });
  });
});
