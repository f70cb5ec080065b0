import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { BOTH } from '../../test/support/logs/row-stories.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { keptAs, plainOf } from '../../packages/platform/src/bytes/deflated.js';
import { resultPackKey } from '../results/results.document.js';
import { ROW_NAMES } from './row-names.document.js';

const ROWS = 20;
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
const job = aSubmission(2 * ROWS, ROWS);
const stories = Array.from({ length: ROWS }, (_, row) => (row === 3 ? ('not_matched' as const) : BOTH));

it.each([
  ['deflated', 0],
  ['as they are', 1],
])('keeps the name of each company of a pack, %s, and none of a row that failed', async (_form, chunk) => {
  await log.submit(job);
  await log.deliver(job, chunk, stories);
  const key = resultPackKey(JOB, chunk, 'a1', chunk * ROWS);
  const document = await (await documentsOf(log.store)).live.get(ROW_NAMES.name, key);
  const fields = ROW_NAMES.fields(document ?? { fields: {} });
  expect(fields).toMatchObject({ job_id: JOB, chunk, attempt: 'a1', from: chunk * ROWS });
  expect(fields.packing === undefined).toBe(chunk === 1);
  const names: unknown = JSON.parse(
    Buffer.from(plainOf(keptAs(document?.body ?? new Uint8Array(), fields))).toString('utf8'),
  );
  expect(names).toEqual(stories.map((story) => (story === BOTH ? 'EXAMPLE LTD' : '')));
});

it('is gone with the job, and what lands later is never kept', async () => {
  await log.submit(job);
  await log.deliver(job, 0, stories);
  await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
  await log.deliver(job, 0, stories, 'late');
  expect(await (await documentsOf(log.store)).all(ROW_NAMES)).toEqual({});
});
