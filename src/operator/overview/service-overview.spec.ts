import { LANES } from '../../../projections/define-projection.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { storeChecks } from '../../health/doctor/store-checks.js';
import { driveLanesToHead } from '../operator.js';
import { SharedServiceOverview, readServiceOverview } from './service-overview.js';

const world = forEachTest(() => operatorWorld());
const NOW = new Date('2026-11-21T12:00:30.000Z');
const overview = () => readServiceOverview(world.operator, NOW);

it('tells what is under way, how fast it goes and why rows failed', async () => {
  const { log, operator } = world;
  const job = aSubmission(6, 3);
  await log.openAccount();
  await log.submit(job);
  log.time = '2026-11-21T11:59:00.000Z';
  await log.work(job, 0, [BOTH, 'not_matched', 'not_matched']);
  await driveLanesToHead(operator, ...LANES);
  const { work, pace, lanes } = await overview();
  expect(work).toEqual({ jobs: 1, chunks: 1, rows: 3 });
  expect(pace).toMatchObject({
    rows: 3,
    rows_per_second: 0.01,
    failed: [{ reason: 'not_matched', rows: 2 }],
  });
  expect(lanes).toEqual(LANES.map((lane) => ({ lane, lag_seconds: 0, states: ['live'] })));
});

it('names what somebody must look at by the checks of doctor, the gravest first', async () => {
  const { findings, free_bytes, live } = await overview();
  const [first] = findings;
  expect(first).toMatchObject({
    check: 'editions',
    state: 'fail',
    fix: expect.stringContaining('register sync') as string,
  });
  expect(findings.map(({ state }) => state)).not.toContain('ok');
  const { stores, models } = world.operator;
  const stored = (await storeChecks(stores, models)).filter(({ state }) => state !== 'ok');
  expect(findings).toEqual(expect.arrayContaining(stored));
  expect(free_bytes).toBeGreaterThan(0);
  expect(live?.map(({ source }) => source)).toContain('websites');
});

it('tells what it can where the log is out of reach, and says so first', async () => {
  const { stores } = world.operator;
  const away = { ...stores.eventStore, head: () => Promise.reject(new Error('no node answers')) };
  const seen = await readServiceOverview({ ...world.operator, stores: { ...stores, eventStore: away } }, NOW);
  expect(seen.findings[0]).toMatchObject({ check: 'stores', state: 'fail', detail: 'no node answers' });
  expect(seen.free_bytes).toBeGreaterThan(0);
});

it('looks once for all pages that are open', async () => {
  const all = new SharedServiceOverview();
  const at = (seconds: number) => all.read(world.operator, new Date(NOW.getTime() + seconds * 1_000));
  const [first, second] = await Promise.all([at(0), at(2)]);
  expect(second).toBe(first);
  expect(await at(4)).not.toBe(first);
});
