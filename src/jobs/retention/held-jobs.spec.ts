/** Holds, with the eraser on the embedded stores: what stays, what goes, and what a kill leaves behind. */
import { EmbeddedWorld } from '../../../test/support/worlds/embedded-world.js';
import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { aRequest, anIdentity, rowsAsked } from '../../../test/support/worlds/job-world.js';
import { until } from '../../../test/support/worlds/worker-world.js';
import { WorkerUnderTest, WriteSide } from '../../../test/support/worlds/write-side.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { JOB_STATUS } from '../../../projections/job-status/job-status.document.js';
import { rowDataStream } from '../../streams/rowdata/rowdata.events.js';
import { jobStream } from '../../streams/job/job.events.js';
import { storedEvents } from '../../../packages/platform/src/event-store/stored-events.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { verifyLog } from '../../verify/verify-log.js';
import { EndJobHold, EraseJobRows, HoldJobRows, SubmitJob } from '../commands.js';
import type { JobPorts } from '../job-ports.js';
import { openJobsOf } from '../worker/open-jobs.js';
import { Eraser } from './eraser.js';
import { HOLD_ENDING_PREFIX } from './hold-job-rows.handler.js';
import { retainedJobsOf } from './retained-jobs.js';

const DAY_MS = 86_400_000;
const NEVER = new AbortController().signal;
const BY = { requestId: 'req_hold', actor: 'operator:ann' };

const world = forEachTest(() => EmbeddedWorld.open());
let job: JobId;

const workerOver = (ports: JobPorts): WorkerUnderTest => {
  const models = { ...openJobsOf(world.models), ...retainedJobsOf(world.models) };
  return new WorkerUnderTest({ ports, enricher: new FakeEnricher(), models });
};
const side = (ports = world.ports): WriteSide => new WriteSide(ports);
const hold = (end: string | null = null) =>
  side().execute(new HoldJobRows(job, { reason: 'dispute 7', until: end }, BY));
const release = (ports = world.ports) => side(ports).execute(new EndJobHold(job, { reason: 'settled' }, BY));
const streams = (): Promise<string[]> =>
  Promise.all(
    [0, 1].map(async (chunk) => (await world.ports.store.readStream(rowDataStream(job, chunk))).status),
  );
const types = async (): Promise<string[]> => {
  const all: string[] = [];
  for await (const { type } of storedEvents(world.ports.store, jobStream(job))) all.push(type);
  return all.filter((type) => /Held|Hold|Erased/.test(type));
};
/** Days on which the eraser looks at the clock. */
const live = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day++) {
    world.pass(DAY_MS);
    await world.project();
    await (await workerOver(world.ports).get(Eraser)).runRound(NEVER);
    await world.project();
  }
};
const phase = async (): Promise<string | undefined> => (await world.models.find(JOB_STATUS, job))?.phase;
const faults = async (): Promise<string[]> => {
  const { invariants } = await verifyLog({ eventStore: world.ports.store, readModels: null });
  // This log opens no account, which invariant 7 finds.
  const own = invariants.filter(({ id }) => id !== 7);
  return own.flatMap(({ offenders }) => offenders.map(({ detail }) => detail));
};

beforeEach(async () => {
  const request = aRequest(rowsAsked(600));
  const outcome = await side().execute(new SubmitJob(anIdentity(request), request));
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome);
  job = outcome.job_id;
  await world.project();
  const worker = workerOver(world.ports);
  await worker.start();
  await until(async () => {
    await world.project();
    return (await phase()) === 'ended';
  });
  await worker.stop();
});

it('keeps the data past the expiry, while pages end as ever, until the hold is ended', async () => {
  await hold();
  await live(31);
  expect(await types()).toEqual(['JobHeld', 'JobRowsErased']);
  expect([await streams(), await phase()]).toEqual([['found', 'found'], 'held']);
  expect(await faults()).toEqual([]);
  await live(3);
  expect(await streams()).toEqual(['found', 'found']);
  expect(await release()).toMatchObject({ outcome: 'recorded' });
  expect([await streams(), await types()]).toEqual([
    ['deleted', 'deleted'],
    ['JobHeld', 'JobRowsErased', 'JobHoldEnded'],
  ]);
  await world.project();
  expect([await phase(), await faults()]).toEqual(['erased', []]);
});

it('ends at its time, and the data are deleted in the same round', async () => {
  await hold(new Date(world.ports.clock.now().getTime() + 40 * DAY_MS).toISOString());
  await live(39);
  expect(await streams()).toEqual(['found', 'found']);
  await live(2);
  expect([await streams(), await types()]).toEqual([
    ['deleted', 'deleted'],
    ['JobHeld', 'JobRowsErased', 'JobHoldEnded'],
  ]);
  expect(await faults()).toEqual([]);
});

it('that ended before the expiry changes nothing', async () => {
  await hold();
  await release();
  await live(31);
  expect([await streams(), await types()]).toEqual([
    ['deleted', 'deleted'],
    ['JobHeld', 'JobHoldEnded', 'JobRowsErased'],
  ]);
  expect(await faults()).toEqual([]);
});

it('refuses to erase a held job for an operator, before and after the expiry', async () => {
  await hold();
  const erase = () => side().execute(new EraseJobRows(job, 'asked', 'operator'));
  expect(await erase()).toMatchObject({ outcome: 'job_held', hold: { reason: 'dispute 7' } });
  await live(31);
  expect(await erase()).toMatchObject({ outcome: 'job_held' });
  expect(await streams()).toEqual(['found', 'found']);
});

describe('whose time is over', () => {
  const erase = () => side().execute(new EraseJobRows(job, 'asked', 'operator:ann'));
  const holdFor = (days: number) =>
    hold(new Date(world.ports.clock.now().getTime() + days * DAY_MS).toISOString());

  it.each([
    [5, 6, ['JobHeld', 'JobHoldEnded', 'JobRowsErased'], 'erased'],
    [40, 39, ['JobHeld', 'JobRowsErased', 'JobHoldEnded'], 'unchanged'],
  ])('of %i days ends with a request to erase, day %i', async (days, lived, expected, outcome) => {
    await holdFor(days);
    await live(lived);
    world.pass(2 * DAY_MS);
    expect(await erase()).toMatchObject({ outcome });
    expect([await streams(), await types()]).toEqual([['deleted', 'deleted'], expected]);
    await world.project();
    expect([await phase(), await faults()]).toEqual(['erased', []]);
    await live(1);
    expect([await types(), await faults()]).toEqual([expected, []]);
    expect(await world.ports.coordination.get(HOLD_ENDING_PREFIX + job)).toBeUndefined();
  });

  it('does not end in its last second', async () => {
    await holdFor(5);
    world.pass(5 * DAY_MS - 1000);
    expect(await erase()).toMatchObject({ outcome: 'job_held' });
  });
});

it('that took the place of the one that was to end stays', async () => {
  await hold();
  world.pass(1000);
  const later = { reason: 'dispute 8', until: null };
  const append: JobPorts['store']['append'] = async (...args) => {
    if ((await types()).length === 1) await side().execute(new HoldJobRows(job, later, BY));
    return world.ports.store.append(...args);
  };
  const store = Object.create(world.ports.store, { append: { value: append } }) as JobPorts['store'];
  const ended = await release({ ...world.ports, store });
  expect(ended).toMatchObject({ outcome: 'refused', code: 'other_hold' });
  expect(await types()).toEqual(['JobHeld', 'JobHeld']);
  await live(1);
  expect(await release()).toMatchObject({ outcome: 'recorded' });
  expect(await world.ports.coordination.get(HOLD_ENDING_PREFIX + job)).toBeUndefined();
});

it('is too late after the erasure', async () => {
  await side().execute(new EraseJobRows(job, 'asked', 'operator'));
  expect(await hold()).toMatchObject({ outcome: 'refused', code: 'rows_erased' });
});

it('whose end broke off before the deletion is finished by the next round', async () => {
  await hold();
  await live(31);
  const store = Object.create(world.ports.store, {
    deleteStream: { value: () => Promise.reject(new Error('killed')) },
  }) as JobPorts['store'];
  await expect(release({ ...world.ports, store })).rejects.toThrow('killed');
  expect([await streams(), (await types()).at(-1)]).toEqual([['found', 'found'], 'JobHoldEnded']);
  await live(1);
  expect(await streams()).toEqual(['deleted', 'deleted']);
  expect(await world.ports.coordination.get(HOLD_ENDING_PREFIX + job)).toBeUndefined();
});

it('whose end broke off before it was recorded stands on', async () => {
  await hold();
  await live(31);
  await world.ports.coordination.put(HOLD_ENDING_PREFIX + job, { since: 'x' });
  await live(1);
  expect([await streams(), (await types()).at(-1)]).toEqual([['found', 'found'], 'JobRowsErased']);
});

it('is found by verify where data were deleted before its end', async () => {
  await hold();
  await live(31);
  await world.ports.store.deleteStream(rowDataStream(job, 1));
  expect(await faults()).toContain('rows were deleted that are still to be kept');
});
