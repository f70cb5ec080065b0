import { documentsOf } from '../../../test/support/documents-of.js';
import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../../test/support/stores/memory-event-store.js';
import { SUBMITTED_ROWS } from '../../../projections/submitted-rows/submitted-rows.document.js';
import { ReadModelNotReadyError } from '../../../packages/platform/src/projector/generation-reader.js';
import type {
  KeyedDocument,
  ReadModelReader,
} from '../../../packages/platform/src/read-models/read-models.js';
import { jobIdsFrom, timeOfJobId, type JobId } from '../../../packages/contract/src/ids.js';
import type { RetainedJob } from './retained-jobs.js';
import { retainedJobsOf } from './retained-jobs.js';

const job = (index: number): JobId => `job_01JDXB8Z5N${String(index).padStart(16, '0')}` as JobId;
const minute = (index: number): string => new Date(Date.UTC(2026, 10, 21, 12, index)).toISOString();

/** Read models over jobs that ended, stored or not, and what is read of them. */
async function modelsOf(ended: readonly { readonly stored: boolean }[]) {
  const log = new LogBuilder(new MemoryEventStore());
  for (const [index, { stored }] of ended.entries()) {
    const submission = aSubmission(1, 1, { job_id: job(index), stored });
    await log.submit(submission);
    const counts = { succeeded: 1, not_found: 0, failed: 0, site_unreachable: 0 };
    await log.job(submission, {
      type: 'JobCompleted',
      data: { counts, skipped: 0, expires_at: minute(index) },
    });
  }
  const { live } = await documentsOf(log.store);
  const read: KeyedDocument[] = [];
  const range: ReadModelReader['range'] = async (collection, query) => {
    const page = await live.range(collection, query);
    read.push(...page);
    return page;
  };
  return { models: { range }, read };
}

async function all(jobs: AsyncIterable<RetainedJob>): Promise<JobId[]> {
  const found: JobId[] = [];
  for await (const retained of jobs) found.push(retained.job);
  return found;
}

describe('jobs whose rows are past their time', () => {
  it('are found on every page, the longest overdue first', async () => {
    const { models } = await modelsOf(Array.from({ length: 450 }, () => ({ stored: true })));
    const overdue = Array.from({ length: 430 }, (_, index) => job(index));
    expect(await all(retainedJobsOf(models).expiredBy(minute(430)))).toEqual(overdue);
  });

  it('are found without reading a single job whose rows were never stored', async () => {
    const { models, read } = await modelsOf(
      Array.from({ length: 7 }, (_, index) => ({ stored: index === 5 })),
    );
    expect(await all(retainedJobsOf(models).expiredBy(minute(60)))).toEqual([job(5)]);
    expect(read.map(({ key }) => key)).toEqual([job(5)]);
  });
});

describe('when the newest job was begun', () => {
  const JOBS_BEGAN = timeOfJobId(job(0)); // all at once

  it('is asked before a time', async () => {
    const { models } = await modelsOf([{ stored: true }, { stored: false }]);
    const jobs = retainedJobsOf(models);
    expect(await jobs.newestBefore(JOBS_BEGAN + 1)).toBe(JOBS_BEGAN);
    expect(await jobs.newestBefore(JOBS_BEGAN)).toBeNull();
    expect(await jobs.newestBefore(JOBS_BEGAN - 1)).toBeNull();
  });

  it('counts a submission that nobody finished', async () => {
    const later = jobIdsFrom(JOBS_BEGAN + 60_000);
    const { models } = await modelsOf([{ stored: true }]);
    const submitted: ReadModelReader['range'] = async (collection, query) =>
      collection === SUBMITTED_ROWS.name
        ? [{ key: `${later}0000000000000000.0`, fields: {} }]
        : models.range(collection, query);
    expect(await retainedJobsOf({ range: submitted }).newestBefore(JOBS_BEGAN + 90_000)).toBe(
      JOBS_BEGAN + 60_000,
    );
  });

  it('is not known before the read models are there', async () => {
    const jobs = retainedJobsOf({
      range: () => Promise.reject(new ReadModelNotReadyError('job-status')),
    });
    await expect(jobs.newestBefore(JOBS_BEGAN)).rejects.toThrow(ReadModelNotReadyError);
  });
});
