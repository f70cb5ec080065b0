import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import type { Fault, FaultPlan } from '../../../test/support/stores/faulty-event-store.js';
import { ProcessDiedError, failWrite, noFaults } from '../../../test/support/stores/faulty-event-store.js';
import type { Process } from '../../../test/support/worlds/job-world.js';
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import {
  LEASE_MS,
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
  work,
} from '../../../test/support/worlds/worker-world.js';
import type { WorkerUnderTest } from '../../../test/support/worlds/write-side.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { EraseJobRows } from '../commands.js';

/** Lets a worker run into its fault, then has another one finish. */
async function dieAndFinish(
  world: JobWorld,
  job: JobId,
  dying: Process,
  worker: WorkerUnderTest,
): Promise<void> {
  await worker.start();
  await Promise.race([dying.store.died, until(hasEnded(world, job))]);
  world.pass(LEASE_MS + 1);
  await work(world, job);
  await worker.stop();
}

/** A worker whose process froze in the middle of a chunk, heartbeats and all, until its lease had run out. */
async function aFrozenWorker(world: JobWorld): Promise<{ wakeAndStop(): Promise<void> }> {
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
  const worker = aWorker(world.process(), { enricher, options });
  await worker.start();
  await until(() => sleeping);
  world.pass(LEASE_MS + 1);
  return {
    wakeAndStop: () => {
      wake();
      return worker.stop();
    },
  };
}

describe('a worker that dies', () => {
  const WRITES = ['ChunkStarted', 'RowsDelivered', 'RowsRecorded', 'ChunkCompleted'];
  const faults: Fault[] = ['crash_before', 'crash_after'];

  it.each(
    WRITES.flatMap((title, write) => faults.map((fault): [Fault, string, number] => [fault, title, write])),
  )('(%s %s) is replaced: every row delivered and charged once', async (fault, _title, write) => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(30));
    const dying = world.process(failWrite(write, fault));
    await dieAndFinish(world, job, dying, aWorker(dying, { options: { chunksAtOnce: 1 } }));
    expect(dying.store.isDead).toBe(true);
    expectWhole(await storyOf(world, job));
  });

  it('in the middle of many chunks, again and again, loses and doubles nothing', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(6_000));
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
    const job = await submitIn(world, rowsAsked(600));
    const process = world.process(plan);
    await work(world, job, aWorker(process));
    expectWhole(await storyOf(world, job));
  });

  it('and wakes up after its chunk was taken over, changes nothing', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(10));
    const frozen = await aFrozenWorker(world);
    await work(world, job);
    const before = await storyOf(world, job);
    await frozen.wakeAndStop();
    const after = await storyOf(world, job);
    expectWhole(after);
    expect(after.types).toEqual(before.types);
  });

  it('and wakes up after its rows were erased, brings nothing back', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(10));
    const frozen = await aFrozenWorker(world);
    await work(world, job);
    const eraser = new WriteSide(world.process().ports);
    await eraser.execute(new EraseJobRows(job, 'asked for', 'operator', 'cli'));
    const before = await world.eventTypes();
    await frozen.wakeAndStop();
    expect(await world.eventTypes()).toEqual(before);
    expect(await world.log.readStream(`rowdata-${job}.0` as never)).toEqual({ status: 'deleted' });
  });
});

describe('a row that kills its worker', () => {
  const POISON = 13;

  /** A worker whose process dies whenever the row is worked on. */
  function mortal(world: JobWorld): { process: Process; worker: WorkerUnderTest } {
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
    const job = await submitIn(world, rowsAsked(40));
    const neighbour = await submitIn(world, rowsAsked(12));
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
    expect(deaths).toBe(4);
  });
});
