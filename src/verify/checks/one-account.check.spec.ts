import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { aLog, found, started } from '../../../test/support/verified.js';
import type { AccountId, KeyId } from '../../../packages/contract/src/ids.js';

describe('invariant 7, one account from key to charge, is broken by', () => {
  const OTHER_KEY = 'mnopqrstuvwx' as KeyId;

  it("a job under another account's key", async () => {
    const log = await aLog();
    await log.openAccount(1002 as AccountId, OTHER_KEY);
    await log.submit(aSubmission(1, 1, { key_id: OTHER_KEY }));
    expect(await found(log)).toEqual({
      7: [`key ${OTHER_KEY} of account 1002 acts on a job of account ${ACCOUNT}`],
    });
  });

  it("a cancel by another account's key", async () => {
    const { log, job } = await started();
    await log.openAccount(1002 as AccountId, OTHER_KEY);
    await log.job(job, { type: 'JobCancelRequested', data: { key_id: OTHER_KEY } });
    expect(await found(log)).toEqual({
      7: [`key ${OTHER_KEY} of account 1002 acts on a job of account ${ACCOUNT}`],
    });
  });

  it('a claim that another account holds, or of another job', async () => {
    const log = await aLog();
    const job = aSubmission(1, 1, { idempotent: true });
    await log.submit(job);
    expect(await found(log)).toEqual({
      7: ['the job was submitted under an idempotency key that nobody claimed for it'],
    });
  });

  it('a job that differs from what was claimed', async () => {
    const log = await aLog();
    const job = aSubmission(1, 1, { idempotent: true });
    await log.claim({ ...job, rows: 7 });
    await log.submit(job);
    expect(await found(log)).toEqual({
      7: ['the job differs from what its idempotency key was claimed for'],
    });
  });
});
