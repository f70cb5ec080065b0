import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import type { Fault, FaultPlan } from '../../../test/support/faulty-event-store.js';
import { ProcessDiedError, failWrite, noFaults } from '../../../test/support/faulty-event-store.js';
import type { Process } from '../../../test/support/job-world.js';
import { JobWorld, aCaller, aRequest, anIdentity, rowsAsked } from '../../../test/support/job-world.js';
import {
  LEASE_MS,
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  until,
} from '../../../test/support/worker-world.js';
import type { AskedRow } from '../../events/rowdata.events.js';
import type { JobId } from '../../shared/ids.js';
import { CancelJobHandler } from '../cancel/cancel-job.handler.js';
import { CancelJob, EraseJobRows, SubmitJob } from '../commands.js';
import { EraseJobRowsHandler } from '../erase/erase-job-rows.handler.js';
import { SubmitJobHandler } from '../submit/submit-job.handler.js';
import type { WorkerRole } from './worker-role.js';

async function submitted(world: JobWorld, rows: readonly AskedRow[]): Promise<JobId> {
  const request = aRequest(rows);
  const handler = new SubmitJobHandler(world.process().ports);
  const outcome = await handler.execute(new SubmitJob(anIdentity(request), request));
  if (outcome.outcome !== 'accepted') throw new Error(outcome.outcome);
  return outcome.job_id;
}
const cancel = (world: JobWorld, job: JobId) =>
  new CancelJobHandler(world.process().ports).execute(new CancelJob(aCaller(), 'req_cancel', job));

/** Runs one worker until the job has ended. */
async function work(
  world: JobWorld,
  job: JobId,
  worker: WorkerRole = aWorker(world.process()),
): Promise<void> {
  await worker.start();
  await until(hasEnded(world, job));
  await worker.stop();
}

/** Lets a worker run into its fault, then has another one finish. */
async function dieAndFinish(world: JobWorld, job: JobId, dying: Process, worker: WorkerRole): Promise<void> {
  await worker.start();
  await Promise.race([dying.store.died, until(hasEnded(world, job))]);
  world.pass(LEASE_MS + 1);
  await work(world, job);
  await worker.stop();
}

describe('a worker', () => {
  it('sees a job through: every row once, in the order of the submission, with one charge', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(1_250));
    await work(world, job);
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.counts).toEqual({ succeeded: 1_125, not_found: 125, failed: 0, site_unreachable: 0 });
    expect(story.rows.get(9)).toEqual({ records: 1, charges: 0, units: 0, reason: 'not_matched' });
    expect(story.rows.get(5)?.units).toBe(3);
    expect(story.rows.get(4)?.units).toBe(4);
  });

  it('takes a job that was submitted while it runs', async () => {
    const world = new JobWorld();
    const worker = aWorker(world.process());
    await worker.start();
    const job = await submitted(world, rowsAsked(3));
    await until(hasEnded(world, job));
    await worker.stop();
    expectWhole(await storyOf(world, job));
  });

  it('forgets jobs that are over', async () => {
    const world = new JobWorld();
    const worker = aWorker(world.process());
    await worker.start();
    const jobs = await Promise.all(Array.from({ length: 20 }, () => submitted(world, rowsAsked(2))));
    for (const job of jobs) await until(hasEnded(world, job));
    await until(() => worker.openJobCount === 0);
    await worker.stop();
  });

  it('shares a job with others, no row twice', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(5_000));
    const workers = [1, 2, 3].map(() => aWorker(world.process()));
    await Promise.all(workers.map((worker) => worker.start()));
    await until(hasEnded(world, job));
    await Promise.all(workers.map((worker) => worker.stop()));
    expectWhole(await storyOf(world, job));
  });

  it('does a small job of the same account before most of a large one', async () => {
    const world = new JobWorld();
    const large = await submitted(world, rowsAsked(20_000));
    const small: JobId[] = [];
    const enricher = new FakeEnricher({
      beforeBatch: async ({ from }) => {
        if (from === 2_000) small.push(await submitted(world, rowsAsked(10)));
      },
    });
    await work(world, large, aWorker(world.process(), { enricher, options: { chunksAtOnce: 2 } }));
    const events = await world.events();
    const endOfSmall = events.findIndex(
      ({ event, stream }) => stream === `job-${small[0]}` && event.type === 'JobCompleted',
    );
    const chunksBefore = events
      .slice(0, endOfSmall)
      .filter(({ event, stream }) => stream === `job-${large}` && event.type === 'ChunkCompleted');
    expect(endOfSmall).toBeGreaterThan(0);
    expect(chunksBefore.length).toBeLessThan(10);
  });

  it('fails a row that enrichment throws on, and no other', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(20));
    const enricher = new FakeEnricher({
      beforeRow: (row) => {
        if (row === 7) throw new Error('a defect');
      },
    });
    await work(world, job, aWorker(world.process(), { enricher }));
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.rows.get(7)?.reason).toBe('resolver_error');
    expect(story.counts).toMatchObject({ succeeded: 17, not_found: 2, failed: 1 });
  });

  it('stops without losing what it had begun', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(3_000));
    const first = aWorker(world.process());
    await first.start();
    await until(async () => (await world.eventTypes()).includes('ChunkCompleted'));
    await first.stop();
    const chunks = (types: string[], type: string): number => types.filter((one) => one === type).length;
    const types = await world.eventTypes();
    expect(chunks(types, 'ChunkStarted')).toBe(chunks(types, 'ChunkCompleted'));
    await work(world, job);
    expectWhole(await storyOf(world, job));
  });
});

describe('a cancel', () => {
  it('lets started chunks be delivered and skips the rest', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(10_000));
    const enricher = new FakeEnricher({
      beforeBatch: async ({ from }) => {
        if (from === 2_000) await cancel(world, job);
      },
    });
    await work(world, job, aWorker(world.process(), { enricher }));
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.ended).toBe('JobCancelled');
    expect(story.skipped).toBeGreaterThan(0);
    expect(story.skipped).toBeLessThanOrEqual(7_500);
  });

  it('before anything started ends the job at once; nothing is ever started', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(10));
    expect(await cancel(world, job)).toMatchObject({ outcome: 'requested' });
    expect(await cancel(world, job)).toMatchObject({ outcome: 'unchanged' });
    const worker = aWorker(world.process());
    await worker.start();
    const other = await submitted(world, rowsAsked(10));
    await until(hasEnded(world, other));
    await worker.stop();
    const story = await storyOf(world, job);
    expect(story.types).toEqual(['JobSubmitted', 'JobCancelRequested', 'JobCancelled']);
    expect(story.skipped).toBe(10);
  });

  it('after the last chunk was started ends the job cancelled with nothing skipped', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(10));
    const enricher = new FakeEnricher({ beforeBatch: () => cancel(world, job).then(() => undefined) });
    await work(world, job, aWorker(world.process(), { enricher }));
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story).toMatchObject({ ended: 'JobCancelled', skipped: 0 });
  });

  it("of another account's job says that there is none", async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(1));
    const stranger = aCaller({ account_id: 1002 as never });
    const handler = new CancelJobHandler(world.process().ports);
    const none = { outcome: 'job_not_found' };
    expect(await handler.execute(new CancelJob(stranger, 'req', job))).toEqual(none);
    expect(
      await handler.execute(new CancelJob(stranger, 'req', 'job_01JDXB8Z5N0000000000000009' as JobId)),
    ).toEqual(none);
  });
});

describe('a worker that dies', () => {
  const WRITES = ['ChunkStarted', 'RowsDelivered', 'RowsRecorded', 'ChunkCompleted'];
  const faults: Fault[] = ['crash_before', 'crash_after'];

  it.each(
    WRITES.flatMap((title, write) => faults.map((fault): [Fault, string, number] => [fault, title, write])),
  )('(%s %s) is replaced: every row delivered and charged once', async (fault, _title, write) => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(30));
    const dying = world.process(failWrite(write, fault));
    await dieAndFinish(world, job, dying, aWorker(dying, { options: { chunksAtOnce: 1 } }));
    expect(dying.store.isDead).toBe(true);
    expectWhole(await storyOf(world, job));
  });

  it('in the middle of many chunks, again and again, loses and doubles nothing', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(6_000));
    for (let round = 1; !(await hasEnded(world, job)()); round++) {
      const dying = world.process(failWrite(3 + ((round * 7) % 11), faults[round % 2] ?? 'crash_before'));
      const worker = aWorker(dying);
      await worker.start();
      await Promise.race([dying.store.died, until(hasEnded(world, job))]);
      await worker.stop();
      world.pass(LEASE_MS + 1);
    }
    expectWhole(await storyOf(world, job));
  });

  it.each<[string, FaultPlan]>([
    ['unknown_written', (write) => (write.index % 2 === 0 ? 'unknown_written' : null)],
    ['unknown_not_written', (write) => (write.index % 2 === 0 ? 'unknown_not_written' : null)],
    ['unavailable', (write) => ((write.index * 7) % 10 < 3 ? 'unavailable' : null)],
    ['nothing', noFaults],
  ])('is not needed where the store only fails now and then (%s)', async (_title, plan) => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(600));
    const process = world.process(plan);
    await work(world, job, aWorker(process));
    expectWhole(await storyOf(world, job));
  });

  it('and wakes up after its chunk was taken over, changes nothing', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(10));
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let sleeping = false;
    const enricher = new FakeEnricher({
      beforeBatch: () => {
        sleeping = true;
        return asleep;
      },
    });
    // Its heartbeats stopped as well: a process that was frozen.
    const options = { lease: { ttlMs: LEASE_MS, heartbeatMs: 1_000_000 } };
    const frozen = aWorker(world.process(), { enricher, options });
    await frozen.start();
    await until(() => sleeping);
    world.pass(LEASE_MS + 1);
    await work(world, job);
    const before = await storyOf(world, job);
    wake();
    await frozen.stop();
    const after = await storyOf(world, job);
    expectWhole(after);
    expect(after.types).toEqual(before.types);
  });

  it('and wakes up after its rows were erased, brings nothing back', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(10));
    let wake: () => void = () => undefined;
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    let sleeping = false;
    const enricher = new FakeEnricher({
      beforeBatch: () => {
        sleeping = true;
        return asleep;
      },
    });
    const options = { lease: { ttlMs: LEASE_MS, heartbeatMs: 1_000_000 } };
    const frozen = aWorker(world.process(), { enricher, options });
    await frozen.start();
    await until(() => sleeping);
    world.pass(LEASE_MS + 1);
    await work(world, job);
    const eraser = new EraseJobRowsHandler(world.process().ports);
    await eraser.execute(new EraseJobRows(job, 'asked for', 'operator', 'cli'));
    const before = await world.eventTypes();
    wake();
    await frozen.stop();
    expect(await world.eventTypes()).toEqual(before);
    expect(await world.log.readStream(`rowdata-${job}.0` as never)).toEqual({ status: 'deleted' });
  });
});

describe('a row that kills its worker', () => {
  const POISON = 13;

  /** A worker whose process dies whenever the row is worked on. */
  function mortal(world: JobWorld): { process: Process; worker: WorkerRole } {
    const process = world.process();
    const enricher = new FakeEnricher({
      beforeRow: (row) => {
        if (row !== POISON) return;
        process.store.kill();
        throw new ProcessDiedError();
      },
    });
    return { process, worker: aWorker(process, { enricher, options: { chunksAtOnce: 4 } }) };
  }

  it('ends worker_lost and takes no other row with it, nor another job that was under way', async () => {
    const world = new JobWorld();
    const job = await submitted(world, rowsAsked(40));
    const neighbour = await submitted(world, rowsAsked(12));
    let deaths = 0;
    while (!(await hasEnded(world, job)()) || !(await hasEnded(world, neighbour)())) {
      const { process, worker } = mortal(world);
      await worker.start();
      const both = until(async () => (await hasEnded(world, job)()) && (await hasEnded(world, neighbour)()));
      await Promise.race([process.store.died, both]);
      await worker.stop();
      if (process.store.isDead) deaths++;
      world.pass(LEASE_MS + 1);
      expect(deaths).toBeLessThan(6);
    }
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story.rows.get(POISON)?.reason).toBe('worker_lost');
    expect(story.counts).toMatchObject({ succeeded: 35, not_found: 4, failed: 1 });
    const other = await storyOf(world, neighbour);
    expectWhole(other);
    expect(other.counts).toMatchObject({ succeeded: 11, not_found: 1, failed: 0 });
    expect(deaths).toBe(3);
  });
});
