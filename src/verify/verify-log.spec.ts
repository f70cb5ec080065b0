import { JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { MemoryEventStore } from '../../test/support/stores/memory-event-store.js';
import { BOTH, INDUSTRY_PENDING, NO_INDUSTRY, countsOf } from '../../test/support/logs/row-stories.js';
import type { RowStory } from '../../test/support/logs/row-stories.js';
import { inPagesOf } from '../../test/support/stores/short-pages.js';
import { OTHER_JOB, aLog, breaches, found, reportOf } from '../../test/support/verified.js';
import { rowDataStream } from '../streams/rowdata/rowdata.events.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import { verifyLog } from './verify-log.js';

describe('verify finds nothing wrong with', () => {
  it('an empty log', async () => {
    const report = await verifyLog({ eventStore: new MemoryEventStore(), readModels: null });
    expect(report).toMatchObject({ ok: true, events: 0, rows: 0, unfinished_jobs: 0 });
    expect(report.invariants.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('a job of every kind of row, several packs a chunk and several chunks', async () => {
    const log = await aLog();
    const kinds: RowStory[] = [
      BOTH,
      NO_INDUSTRY,
      'not_matched',
      'invalid_company_number',
      'site_unreachable',
    ];
    await log.run(aSubmission(730, 350), (row) => kinds[row % kinds.length] ?? BOTH);
    expect(await found(log)).toEqual({});
    const report = await verifyLog({ eventStore: log.store, readModels: null });
    expect(report.rows).toBe(730);
    expect(report.invariants.map(({ id, checked }) => [id, checked])).toEqual([
      [1, 1],
      [2, 730],
      [3, 292],
      [4, 438],
      [5, 0],
      [6, 0],
      [7, 1],
      [8, 1],
      [9, 0],
      [10, 0],
      [11, 0],
    ]);
  });

  it('a job cancelled in the middle', async () => {
    const log = await aLog();
    const job = aSubmission(10, 4);
    await log.submit(job);
    const counts = await log.work(job, 1, [BOTH, BOTH, BOTH, BOTH]);
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
    await log.end(job, counts, 6);
    expect(await found(log)).toEqual({});
  });

  it('blocks that came late, found and not found', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    await log.submit(job);
    await log.start(job, 0);
    const rows = [INDUSTRY_PENDING, INDUSTRY_PENDING];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
    await log.fill(
      job,
      { chunk: 0, row: 1, block: 'industry' },
      { status: 'not_found', reason: 'source_unavailable' },
    );
    await log.complete(job, 0, countsOf(rows));
    await log.end(job, countsOf(rows));
    expect(await found(log)).toEqual({});
    expect((await reportOf(3, { eventStore: log.store })).checked).toBe(3);
  });

  it('two attempts at a chunk, of which one was recorded', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    await log.submit(job);
    await log.start(job, 0, 'a1');
    await log.deliver(job, 0, [BOTH, BOTH], 'a1');
    await log.record(job, 0, [BOTH, BOTH], await log.deliver(job, 0, [BOTH, BOTH], 'a2'), 'a2');
    await log.complete(job, 0, countsOf([BOTH, BOTH]));
    await log.end(job, countsOf([BOTH, BOTH]));
    await log.deliver(job, 0, [BOTH, BOTH], 'a3');
    expect(await found(log)).toEqual({});
  });

  it('a job whose rows are erased, whether the store still shows them or not', async () => {
    const log = await aLog();
    const job = aSubmission(3, 2);
    await log.run(job);
    await log.job(job, { type: 'JobRowsErased', data: { reason: 'expired' } });
    expect(await found(log)).toEqual({});
    await log.store.deleteStream(rowDataStream(JOB, 0));
    await log.store.deleteStream(rowDataStream(JOB, 1));
    expect(await found(log)).toEqual({});
  });

  it('a resolve that is stored nowhere', async () => {
    const log = await aLog();
    await log.run(aSubmission(1, 1, { operation: 'resolve', stored: false, collection: 'inline' }));
    expect(await found(log)).toEqual({});
  });

  it('a key claimed again after its resolve could not be resolved, and after a submission was abandoned', async () => {
    const log = await aLog();
    const resolve = aSubmission(1, 1, { operation: 'resolve', collection: 'inline', idempotent: true });
    await log.claim(resolve);
    await log.run(resolve, () => 'source_unavailable');
    const second = { ...resolve, job_id: OTHER_JOB };
    await log.claim(second);
    await log.job(second, { type: 'SubmissionAbandoned', data: { job_id: OTHER_JOB, reason: 'too old' } });
    const third = { ...resolve, job_id: 'job_01JDXB8Z5N0000000000000003' as JobId };
    await log.claim(third);
    await log.run(third);
    expect(await found(log)).toEqual({});
  });

  it('jobs that are under way: they are counted, not held against anyone', async () => {
    const log = await aLog();
    const job = aSubmission(10, 4);
    await log.submit(job);
    await log.work(job, 0, [BOTH, BOTH, BOTH, BOTH]);
    await log.start(job, 1);
    await log.deliver(job, 1, [BOTH, BOTH, BOTH, BOTH]);
    expect(await found(log)).toEqual({});
    expect((await reportOf(8, { eventStore: log.store })).note).toBe('1 job is unfinished');
  });

  it('rows that a live server erased while the log was read', async () => {
    const log = await aLog();
    const job = aSubmission(3, 2);
    await log.run(job);
    const head = await log.store.head();
    await log.erase(job);
    const asOfThen = {
      readAll: log.store.readAll.bind(log.store),
      readStream: log.store.readStream.bind(log.store),
      head: () => Promise.resolve(head),
    };
    expect(await breaches({ eventStore: asOfThen })).toEqual({});
  });

  it('any of this, however many pages of the log it takes', async () => {
    const log = await aLog();
    const jobs = [1, 2, 3].map((n) => aSubmission(3, 2, { job_id: `${JOB.slice(0, -1)}${n}` as JobId }));
    for (const job of jobs) await log.run(job);
    const head = await log.store.head();
    for (const job of jobs) await log.erase(job);
    for (const events of [1, 2, 7]) {
      const paged = inPagesOf(events, log.store);
      expect(await breaches({ eventStore: paged })).toEqual({});
      const asOfThen = {
        readAll: paged.readAll.bind(paged),
        readStream: paged.readStream.bind(paged),
        head: () => Promise.resolve(head),
      };
      expect(await breaches({ eventStore: asOfThen })).toEqual({});
    }
  });
});
