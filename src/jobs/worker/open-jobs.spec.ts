import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { documentsOf } from '../../../test/support/documents-of.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { MemoryReadModels } from '../../../test/support/stores/memory-read-models.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { PROJECTIONS } from '../../../projections/index.js';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { LiveReadModels } from '../../../packages/platform/src/projector/live-read-models.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import { openJobsOf } from './open-jobs.js';

const jobNumber = (number: number): JobId => `job_01JDXB8Z5N${String(number).padStart(16, '0')}` as JobId;

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));

describe('the open jobs that a worker begins with', () => {
  it('are all of them, over more than a page, and none that ended', async () => {
    const open = Array.from({ length: 1_003 }, (_, index) => jobNumber(index));
    for (const job_id of open) {
      const job = aSubmission(1, 1, { job_id });
      await log.job(job, { type: 'JobSubmitted', data: job });
    }
    await log.run(aSubmission(1, 1, { job_id: jobNumber(2_000) }));
    const { live } = await documentsOf(log.store);
    const found = await openJobsOf(live).openJobs();
    expect([...found.jobs].sort()).toEqual(open);
    expect(found.after).toBe(await log.store.head());
  });

  it('are to be read from the whole log where there is no read model yet', async () => {
    await log.submit(aSubmission(1, 1));
    const live = new LiveReadModels({ events: log.store, models: new MemoryReadModels() }, PROJECTIONS);
    expect(await openJobsOf(live).openJobs()).toEqual({ after: LOG_START, jobs: [] });
  });

  it('are not taken for none where they cannot be read', async () => {
    const models = {
      lanePosition: () => Promise.resolve(null),
      range: () => Promise.reject(new Error('the store is away')),
    };
    await expect(openJobsOf(models).openJobs()).rejects.toThrow('the store is away');
  });
});
