import { aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING } from '../../../test/support/logs/row-stories.js';
import { OTHER_JOB, TWO, aLog, found, started } from '../../../test/support/verified.js';

describe('invariant 2, delivered once and charged once, is broken by', () => {
  it('a chunk recorded twice, by two attempts', async () => {
    const { log, job } = await started();
    await log.record(job, 0, TWO, await log.deliver(job, 0, TWO));
    await log.record(job, 0, TWO, await log.deliver(job, 0, TWO, 'a2'), 'a2');
    expect((await found(log))[2]).toEqual([
      'the chunk is recorded by attempt a2 after attempt a1',
      'row 0 is recorded a second time',
      'row 0 is charged a second time',
      'row 1 is recorded a second time',
      'row 1 is charged a second time',
    ]);
  });

  it('a record that comes after its job has ended', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2);
    await log.run(job);
    await log.record(job, 0, TWO, []);
    expect((await found(log))[2]).toEqual([
      'rows 0 to 1 are recorded although their chunk is complete, or no part of a running job',
    ]);
  });

  it('a late block filled a second time', async () => {
    const { log, job } = await started();
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    await log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'available' });
    await log.fill(job, { chunk: 0, row: 1, block: 'industry' }, { status: 'available' });
    expect(await found(log)).toEqual({ 2: ['industry of row 1 is filled although it is not pending'] });
  });

  it('a row of another chunk', async () => {
    const { log, job } = await started();
    const three = [BOTH, BOTH, BOTH];
    await log.record(job, 0, three, await log.deliver(job, 0, three));
    expect((await found(log))[2]).toEqual(['row 2 is no row of this chunk']);
  });

  it('an idempotency key claimed again while a job holds it', async () => {
    const log = await aLog();
    const job = aSubmission(2, 2, { idempotent: true });
    await log.claim(job);
    await log.run(job);
    await log.claim({ ...job, job_id: OTHER_JOB });
    expect(await found(log)).toEqual({ 2: ['the idempotency key is claimed again while it is held'] });
  });

  it('a job submitted twice', async () => {
    const { log, job } = await started();
    await log.job(job, { type: 'JobSubmitted', data: job });
    expect((await found(log))[2]).toEqual(['the job is submitted a second time']);
  });
});
