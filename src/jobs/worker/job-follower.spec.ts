import { JobWorld, rowsAsked } from '../../../test/support/worlds/job-world.js';
import { aWorker, submitIn, until, work } from '../../../test/support/worlds/worker-world.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { JobBook } from './job-book.js';
import { JobFollower } from './job-follower.js';

describe('the follower of jobs', () => {
  it('learns that a job is over that it began with, though the log shows it from beginning to end', async () => {
    const world = new JobWorld();
    const job = await submitIn(world, rowsAsked(3));
    const worker = aWorker(world.process(), {
      models: { openJobs: async () => ({ after: LOG_START, jobs: [job] }) },
    });
    const follower = await worker.get(JobFollower);
    await follower.loadOpenJobs();
    const book = await worker.get(JobBook);
    expect(book.size).toBe(1);

    await work(world, job);
    const stopping = new AbortController();
    const following = follower.follow(stopping.signal);
    await until(() => book.size === 0);
    stopping.abort();
    await follower.stop();
    await following;
  });
});
