import { FakeEnricher } from '../../../test/support/fake-enricher.js';
import { JobWorld, aCaller, rowsAsked } from '../../../test/support/worlds/job-world.js';
import {
  aWorker,
  cancelIn,
  expectWhole,
  hasEnded,
  storyOf,
  submitIn,
  until,
  work,
} from '../../../test/support/worlds/worker-world.js';
import { WriteSide } from '../../../test/support/worlds/write-side.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { CancelJob } from '../commands.js';

describe('a cancel', () => {
  it('lets started chunks be delivered and skips the rest', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(10_000));
    const enricher = new FakeEnricher({
      beforeBatch: async ({ from }) => {
        if (from === 2_000) await cancelIn(world, job);
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
    const job = await submitIn(world, rowsAsked(10));
    expect(await cancelIn(world, job)).toMatchObject({ outcome: 'requested' });
    expect(await cancelIn(world, job)).toMatchObject({ outcome: 'unchanged' });
    const worker = aWorker(world.process());
    await worker.start();
    const other = await submitIn(world, rowsAsked(10));
    await until(hasEnded(world, other));
    await worker.stop();
    const story = await storyOf(world, job);
    expect(story.types).toEqual(['JobSubmitted', 'JobCancelRequested', 'JobCancelled']);
    expect(story.skipped).toBe(10);
  });

  it('after the last chunk was started ends the job cancelled with nothing skipped', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(10));
    const enricher = new FakeEnricher({ beforeBatch: () => cancelIn(world, job).then(() => undefined) });
    await work(world, job, aWorker(world.process(), { enricher }));
    const story = await storyOf(world, job);
    expectWhole(story);
    expect(story).toMatchObject({ ended: 'JobCancelled', skipped: 0 });
  });

  it("of another account's job says that there is none", async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(1));
    const stranger = aCaller({ account_id: 1002 as never });
    const handler = new WriteSide(world.process().ports);
    const none = { outcome: 'job_not_found' };
    expect(await handler.execute(new CancelJob(stranger, 'req', job))).toEqual(none);
    expect(
      await handler.execute(new CancelJob(stranger, 'req', 'job_01JDXB8Z5N0000000000000009' as JobId)),
    ).toEqual(none);
  });
});
