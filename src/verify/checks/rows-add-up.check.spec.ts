import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, countsOf } from '../../../test/support/logs/row-stories.js';
import { TWO, aLog, found, started } from '../../../test/support/verified.js';

describe('invariant 1, rows add up, is broken by', () => {
  it('counts that the record does not bear out', async () => {
    const { log, job } = await started();
    await log.record(job, 0, [BOTH, 'not_matched'], await log.deliver(job, 0, [BOTH, 'not_matched']));
    await log.complete(job, 0, countsOf(TWO));
    await log.end(job, countsOf(TWO));
    expect((await found(log))[1]).toEqual([
      'chunk 0 says 2 succeeded, 0 not found, 0 failed, 0 site unreachable; its record says 1 succeeded, 1 not found, 0 failed, 0 site unreachable',
      'the job says 2 succeeded, 0 not found, 0 failed, 0 site unreachable; its records say 1 succeeded, 1 not found, 0 failed, 0 site unreachable',
    ]);
  });

  it('a row that nobody recorded', async () => {
    const { log, job } = await started();
    await log.record(job, 0, [BOTH], await log.deliver(job, 0, [BOTH]));
    await log.complete(job, 0, countsOf([BOTH]));
    await log.end(job, countsOf([BOTH]));
    expect(await found(log)).toMatchObject({
      1: ['chunk 0 is completed with 1 of 2 rows recorded', '2 rows were accepted, 1 counted and 0 skipped'],
    });
  });

  it('a block still pending when its chunk is completed', async () => {
    const { log, job } = await started();
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.complete(job, 0, countsOf(rows));
    await log.end(job, countsOf(rows));
    expect(await found(log)).toEqual({ 1: ['chunk 0 is completed with blocks pending in 1 rows'] });
  });

  it('a cancel that counts too many rows as skipped', async () => {
    const { log, job } = await started();
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
    await log.end(job, countsOf([]), 2);
    expect(await found(log)).toEqual({
      1: ['2 rows are said to be skipped, 0 were', 'the job ends while chunks of it are open'],
    });
  });

  it('a job that ends twice', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    await log.run(job);
    await log.end(job, countsOf(TWO));
    expect(await found(log)).toMatchObject({
      1: ['a job ends that has ended already, or was never submitted'],
    });
  });
});
