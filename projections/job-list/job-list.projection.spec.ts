import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, NOON, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { JOB_LIST } from './job-list.document.js';

const job = aSubmission(4, 2);
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const entry = async () => (await (await documentsOf(log.store)).all(JOB_LIST))[JOB];

it('lists a job from its submission on, with what people filter and sort by', async () => {
  await log.submit(job);
  const base = { account_id: ACCOUNT, key_id: KEY, created_at: NOON, operation: 'enrich_job', rows: 4 };
  expect(await entry()).toEqual({ ...base, status: 'queued', failures: 0 });
});

it('counts the rows that failed as a whole while the job runs, and at its end', async () => {
  await log.submit(job);
  await log.work(job, 0, ['not_matched', BOTH]);
  expect(await entry()).toMatchObject({ status: 'running', failures: 1 });
  await log.job(job, { type: 'JobCancelRequested', data: { key_id: KEY } });
  expect(await entry()).toMatchObject({ status: 'cancelling', failures: 1 });
  await log.work(job, 1, ['ambiguous_match', 'not_matched']);
  const counts = { succeeded: 1, not_found: 3, failed: 0, site_unreachable: 0 };
  const end = { counts, skipped: 0, expires_at: '2026-12-21T12:00:00.000Z' };
  await log.job(job, { type: 'JobCancelled', data: end });
  expect(await entry()).toMatchObject({ status: 'cancelled', failures: 3 });
});

it('keeps a job whose rows are erased', async () => {
  await log.run(job, () => BOTH);
  await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
  expect(await entry()).toMatchObject({ status: 'completed', failures: 0 });
});
