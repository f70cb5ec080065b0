import { JOB } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING, countsOf } from '../../../test/support/logs/row-stories.js';
import { TWO, charging, found, started } from '../../../test/support/verified.js';
import { rowsStream } from '../../streams/rows/rows.events.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';

describe('invariant 3, every charge stands on a delivered row, is broken by', () => {
  it('a charge for a block that nobody filled', async () => {
    const { log, job } = await started();
    await log.record(job, 0, TWO, await log.deliver(job, 0, TWO));
    const data = { job_id: JOB, row: 1, block: 'industry', units: 1 };
    await log.append(rowsStream(JOB, 0), log.event({ type: 'BlockCharged', data }));
    expect(await found(log)).toEqual({
      3: ['a charge for industry of row 1 that stands beside no fill of it'],
    });
  });

  it('a late block delivered and not charged', async () => {
    const { log, job } = await started();
    const rows = [BOTH, INDUSTRY_PENDING];
    await log.record(job, 0, rows, await log.deliver(job, 0, rows));
    const data = {
      job_id: JOB,
      chunk: 0,
      row: 1,
      block: 'industry',
      outcome: { status: 'available' },
      attempt: 'a1',
      delivered: null,
    };
    await log.append(rowsStream(JOB, 0), log.event({ type: 'BlockFilled', data }));
    expect(await found(log)).toEqual({
      3: ['industry of row 1 was delivered late and not charged beside it'],
    });
    await log.complete(job, 0, countsOf(rows));
    await log.end(job, countsOf(rows));
    expect(await found(log)).toEqual({
      3: ['industry of row 1 was delivered late and not charged beside it'],
    });
  });

  it('a charge on another account', async () => {
    const { log, job } = await started();
    const other = { ...job, account_id: 1002 as AccountId };
    await log.record(other, 0, TWO, await log.deliver(job, 0, TWO));
    expect((await found(log))[3]).toEqual([
      "the charge is for account 1002, the job is account 1001's",
      "the charge is for account 1002, the job is account 1001's",
    ]);
  });

  it('a block delivered and left off the bill', async () => {
    const { log, job } = await started();
    const refs = await log.deliver(job, 0, TWO);
    await log.recordRows(
      job,
      0,
      [charging({ company_identity: 1 }), charging({ company_identity: 1, industry: 1 })],
      refs,
    );
    expect(await found(log)).toEqual({ 3: ['industry of row 0 was delivered and not charged'] });
  });
});
