import { documentsOf } from '../../test/support/documents-of.js';
import { ACCOUNT, JOB, KEY, NOON, aSubmission } from '../../test/support/job-builders.js';
import { LogBuilder } from '../../test/support/log-builder.js';
import { MemoryEventStore } from '../../test/support/memory-event-store.js';
import { WORK_QUEUE, workQueueKey } from './work-queue.document.js';

let log: LogBuilder;
const job = aSubmission(10, 4);
beforeEach(async () => {
  log = new LogBuilder(new MemoryEventStore());
  await log.submit(job);
});

const cancelled = { type: 'JobCancelRequested', data: { key_id: KEY } };

async function states(): Promise<string[]> {
  return Object.values(await (await documentsOf(log.store)).all(WORK_QUEUE)).map(({ state }) => state);
}

describe('the chunks of a job', () => {
  it('wait, each with its rows', async () => {
    const documents = await (await documentsOf(log.store)).all(WORK_QUEUE);
    expect(documents[workQueueKey(JOB, 2)]).toEqual({
      job_id: JOB,
      account_id: ACCOUNT,
      chunk: 2,
      from: 8,
      count: 2,
      state: 'waiting',
      attempt: null,
      editions: null,
      started_at: null,
      inline_until: null,
      collection: 'pages',
      idempotent: false,
      stored: true,
    });
    expect(Object.values(documents).map(({ from, count }) => [from, count])).toEqual([
      [0, 4],
      [4, 4],
      [8, 2],
    ]);
  });

  it('are started, and done', async () => {
    await log.start(job, 1, 'a1');
    await log.start(job, 2, 'b1');
    await log.complete(job, 2, { succeeded: 2, not_found: 0, failed: 0, site_unreachable: 0 });
    const documents = await (await documentsOf(log.store)).all(WORK_QUEUE);
    expect(documents[workQueueKey(JOB, 1)]).toMatchObject({
      state: 'started',
      attempt: 'a1',
      editions: { companies: 'e1' },
      started_at: NOON,
    });
    expect(await states()).toEqual(['waiting', 'started', 'done']);
  });

  it('keep the time of their first start when they are taken over', async () => {
    await log.start(job, 0, 'a1');
    log.time = '2026-11-21T12:05:00.000Z';
    await log.start(job, 0, 'a2');
    const documents = await (await documentsOf(log.store)).all(WORK_QUEUE);
    expect(documents[workQueueKey(JOB, 0)]).toMatchObject({ attempt: 'a2', started_at: NOON });
  });

  it('are skipped by a cancel where they have not started', async () => {
    await log.start(job, 0);
    await log.job(job, cancelled);
    expect(await states()).toEqual(['started', 'skipped', 'skipped']);
    const { live } = await documentsOf(log.store);
    expect(await live.range(WORK_QUEUE.name, { index: 'by_state', equals: ['waiting'] })).toEqual([]);
    const skipped = { index: 'by_job_state', equals: [JOB, 'skipped'] };
    expect(await live.range(WORK_QUEUE.name, skipped)).toHaveLength(2);
  });

  it('are forgotten with the rows', async () => {
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'asked' } });
    expect(await states()).toEqual([]);
  });
});
