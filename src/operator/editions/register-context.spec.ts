import { JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { inPagesOf } from '../../../test/support/stores/short-pages.js';
import { projected } from '../../../test/support/logs/projected.js';
import { BOTH, countsOf } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import type { EventStore } from '../../../packages/platform/src/event-store/event-store.js';
import type { JobId } from '../../../packages/contract/src/ids.js';
import type { Submission } from '../../streams/job/job.events.js';
import { editionUseCheck } from './register-context.js';

const jobNumber = (number: number): Submission =>
  aSubmission(4, 2, { job_id: `job_01JDXB8Z5N${String(number).padStart(16, '0')}` as JobId });

const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const models = forEachTest(() => projected(log.store));

const used = async (editions: readonly string[], eventStore: EventStore = log.store): Promise<string[]> => {
  const inUse = await editionUseCheck(eventStore, models.live);
  return editions.filter((edition) => inUse('companies', edition));
};
const started = (job: Submission, chunk: number, edition: string): Promise<void> =>
  log.job(job, {
    type: 'ChunkStarted',
    data: { chunk, attempt: `of ${edition}`, editions: { companies: edition } },
  });

const ALL = ['e1', 'e2', 'e3'];

describe.each([
  ['before any read model is there', async () => undefined],
  ['with the work lane up to date', async () => models.drive(['work'])],
])('the editions in use %s', (_when, driven) => {
  it('are those of chunks that were started and are not complete', async () => {
    const job = aSubmission(6, 2);
    await log.submit(job);
    await driven();
    expect(await used(ALL)).toEqual([]);
    await started(job, 0, 'e1');
    await started(job, 1, 'e2');
    await log.complete(job, 0, countsOf([BOTH, BOTH]));
    await driven();
    expect(await used(ALL)).toEqual(['e2']);
  });

  it('are those of the last start of a chunk that was taken over', async () => {
    const job = aSubmission(2, 2);
    await log.submit(job);
    await started(job, 0, 'e1');
    await started(job, 0, 'e2');
    await driven();
    expect(await used(ALL)).toEqual(['e2']);
  });

  it('stay in use while a cancelled job finishes what was started', async () => {
    const job = aSubmission(4, 2);
    await log.submit(job);
    await started(job, 0, 'e1');
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
    await driven();
    expect(await used(ALL)).toEqual(['e1']);
  });

  it('are of one source each', async () => {
    const job = aSubmission(2, 2);
    await log.submit(job);
    await started(job, 0, 'e1');
    await driven();
    const inUse = await editionUseCheck(log.store, models.live);
    expect([inUse('companies', 'e1'), inUse('officers', 'e1')]).toEqual([true, false]);
  });
});

describe('the editions in use with the work lane behind', () => {
  it('are right for jobs that it holds open and for those that it has not seen', async () => {
    const [ended, running, unseen] = [jobNumber(1), jobNumber(2), jobNumber(3)];
    for (const job of [ended, running]) {
      await log.submit(job);
      await started(job, 0, 'e1');
    }
    await models.drive(['work']);
    await started(running, 0, 'e2');
    await log.complete(ended, 0, countsOf([BOTH, BOTH]));
    expect(await used(ALL)).toEqual(['e2']);
    await log.submit(unseen);
    await started(unseen, 1, 'e3');
    expect(await used(ALL)).toEqual(['e2', 'e3']);
  });

  it('are found over pages of open jobs and of the log', async () => {
    const early = Array.from({ length: 1_001 }, (_, index) => jobNumber(index + 1));
    for (const job of early) await log.job(job, { type: 'JobSubmitted', data: job });
    await started(jobNumber(1_001), 0, 'e1');
    await models.drive(['work']);
    const late = Array.from({ length: 5 }, (_, index) => jobNumber(2_001 + index));
    for (const job of late) await log.job(job, { type: 'JobSubmitted', data: job });
    await started(jobNumber(2_005), 0, 'e3');
    expect(await used(ALL, inPagesOf(2, log.store))).toEqual(['e1', 'e3']);
    expect(JOB).toBe(jobNumber(1).job_id);
  });
});
