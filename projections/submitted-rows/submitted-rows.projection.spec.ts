import { documentsOf } from '../../test/support/documents-of.js';
import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { LogBuilder } from '../../test/support/logs/log-builder.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { SUBMITTED_ROWS, submittedRowsKey } from './submitted-rows.document.js';

const job = aSubmission(5, 3);
const log = forEachTest(() => new LogBuilder(new MemoryEventStore()));
beforeEach(async () => {
  await log.ask(job);
});

describe('submitted rows', () => {
  it('are kept chunk by chunk as they were asked', async () => {
    const { all, body } = await documentsOf(log.store);
    expect(await all(SUBMITTED_ROWS)).toEqual({
      [submittedRowsKey(JOB, 0)]: { job_id: JOB, chunk: 0, from: 0, count: 3 },
      [submittedRowsKey(JOB, 1)]: { job_id: JOB, chunk: 1, from: 3, count: 2 },
    });
    expect(JSON.parse((await body(SUBMITTED_ROWS, submittedRowsKey(JOB, 1))) ?? '')).toEqual([
      { ref: 'r3', company_number: '01234567' },
      { ref: 'r4', company_number: '01234567' },
    ]);
  });

  it.each([
    ['the job is erased', 'JobRowsErased', { reason: 'asked' }],
    ['the submission is given up', 'SubmissionAbandoned', { job_id: JOB, reason: 'never finished' }],
  ])('are gone once %s, and what lands later is never kept', async (_title, type, data) => {
    await log.job(job, { type, data });
    await log.ask(job);
    expect(await (await documentsOf(log.store)).all(SUBMITTED_ROWS)).toEqual({});
  });
});
