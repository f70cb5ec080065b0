import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { OPEN_JOB_ROWS, OPEN_ROWS } from './open-rows.document.js';
import { accountPart } from '../key-parts.js';

const OTHER = 'job_01JDXB8Z5N0000000000000002' as JobId;
const counts = { succeeded: 2, not_found: 1, failed: 1, site_unreachable: 0 };
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const open = async (): Promise<number | undefined> =>
  (await (await documentsOf(log.store)).live.find(OPEN_ROWS, accountPart(ACCOUNT)))?.rows;

it('are those of all submitted jobs, without those of completed chunks', async () => {
  await log.submit(aSubmission(10, 4));
  await log.submit(aSubmission(7, 4, { job_id: OTHER }));
  expect(await open()).toBe(17);
  await log.complete(aSubmission(10, 4), 0, counts);
  expect(await open()).toBe(13);
});

it.each([
  ['JobCompleted', {}],
  ['JobCancelled', { skipped: 6 }],
])('are none of a job that is over (%s)', async (type, more) => {
  const job = aSubmission(10, 4);
  await log.submit(job);
  await log.submit(aSubmission(7, 4, { job_id: OTHER }));
  await log.job(job, { type: 'ChunkCompleted', data: { chunk: 0, attempt: 'a', counts } });
  await log.job(job, { type, data: { counts, expires_at: '2026-12-21T12:00:00.000Z', ...more } });
  expect(await open()).toBe(7);
  const { all } = await documentsOf(log.store);
  expect(Object.keys(await all(OPEN_JOB_ROWS))).toEqual([OTHER]);
});
