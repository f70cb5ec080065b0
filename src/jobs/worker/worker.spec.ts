import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { ACCOUNT } from '../../../test/support/logs/job-builders.js';
import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import {
  aWorker,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
  work,
} from '../../../test/support/worlds/worker-world.js';
import { ClockCheck } from '../../../packages/platform/src/coordination/clock-check.js';
import type { AccountId, JobId } from '../../../packages/contract/src/ids.js';

describe('a worker', () => {
  it('sees a job through: every row once, in the order of the submission, with one charge', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(1_250));
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
    const job = await submitIn(world, rowsAsked(3));
    await until(hasEnded(world, job));
    await worker.stop();
    expectWhole(await storyOf(world, job));
  });

  it('forgets jobs that are over', async () => {
    const world = new JobWorld();
    const worker = aWorker(world.process());
    await worker.start();
    const jobs = await Promise.all(Array.from({ length: 20 }, () => submitIn(world, rowsAsked(2))));
    for (const job of jobs) await until(hasEnded(world, job));
    await until(() => worker.openJobCount === 0);
    await worker.stop();
  });

  it('shares a job with others, no row twice', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(5_000));
    const workers = [1, 2, 3].map(() => aWorker(world.process()));
    await Promise.all(workers.map((worker) => worker.start()));
    await until(hasEnded(world, job));
    await Promise.all(workers.map((worker) => worker.stop()));
    expectWhole(await storyOf(world, job));
  });

  it.each([
    ['the same', ACCOUNT],
    ['another', 1_002 as AccountId],
  ])('does a small job of %s account at once, in front of most of a large one', async (_whose, account) => {
    const world = new JobWorld();
    const large = await submitIn(world, rowsAsked(20_000));
    const small: JobId[] = [];
    const enricher = new FakeEnricher({
      beforeBatch: async ({ from }) => {
        if (from === 2_000) small.push(await submitIn(world, rowsAsked(10), account));
      },
    });
    const worker = aWorker(world.process(), { enricher, options: { chunksAtOnce: 2 } });
    await worker.start();
    await until(async () => small[0] !== undefined && (await hasEnded(world, small[0])()), 30);
    await worker.stop();
    const events = await world.events();
    const endOfSmall = events.findIndex(
      ({ event, stream }) => stream === `job-${small[0]}` && event.type === 'JobCompleted',
    );
    const chunksBefore = events
      .slice(0, endOfSmall)
      .filter(({ event, stream }) => stream === `job-${large}` && event.type === 'ChunkCompleted');
    expect(endOfSmall).toBeGreaterThan(0);
    // Those done or under way when it came, and those picked while it was being submitted.
    expect(chunksBefore.length).toBeLessThan(10);
  });

  it('fails a row that enrichment throws on, and no other', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(20));
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
    const job = await submitIn(world, rowsAsked(3_000));
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

  it.each([3_000, -3_000, 31 * 86_400_000])(
    'takes no chunk while its clock is %d ms off, and does once it is right',
    async (off) => {
      const world = new JobWorld();
      const job = await submitIn(world, rowsAsked(3));
      let ahead = off;
      const clock = { now: () => new Date(world.clock.now().getTime() + ahead) };
      const worker = aWorker(world.process(), { ports: { clock } });
      await worker.start();
      await until(() => worker.openJobCount === 1);
      for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
      expect(await world.eventTypes()).toEqual(['RowsSubmitted', 'JobSubmitted']);
      ahead = 0;
      await (await worker.get(ClockCheck)).check();
      await until(hasEnded(world, job));
      await worker.stop();
      expectWhole(await storyOf(world, job));
    },
  );
});
