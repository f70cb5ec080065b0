import { FREE, adjust, reprice, reverse } from '../../test/support/logs/adjusted.js';
import { ACCOUNT, JOB, aSubmission } from '../../test/support/logs/job-builders.js';
import { aLog } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import type { AdjustmentId } from '../../packages/contract/src/ids.js';
import { accountStream } from '../streams/account/account.events.js';
import { investigateRow } from './investigate-row.js';
import { billSentences, rowBill } from './row-bill.js';

const job = aSubmission(1, 1);
const row = { job_id: JOB, row: 0 };
const log = forEachTest(aLog);
/** A row with one unit that has no agreed price. The account has agreed one for another block. */
beforeEach(async () => {
  const data = { currency: 'GBP', from: '2026-11-21', prices: { officers: '0.02' } };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }));
  await log.run(job, () => ({ industry: { status: 'available' } }));
});

async function sentences(): Promise<readonly string[]> {
  const found = await investigateRow(log.store, JOB, 0);
  if (found.outcome !== 'found') throw new Error('there is no such row');
  return billSentences(await rowBill(log.store, { account: ACCOUNT, job: JOB, row: 0 }, found.facts));
}

describe('a unit without an agreed price', () => {
  it('that is taken back has none', async () => {
    await adjust(log, [job], row, FREE);
    expect((await sentences()).at(-1)).toBe('Owed now: 0 units, no price agreed.');
  });

  it('whose price is corrected costs that, and nothing once it is taken back', async () => {
    await reprice(log, [job], { ...row, block: 'industry' }, { prices: FREE });
    expect((await sentences()).at(-1)).toBe('Owed now: 1 unit, 0.01 GBP.');
    await adjust(log, [job], row, FREE);
    expect((await sentences()).at(-1)).toBe('Owed now: 0 units, 0.00 GBP.');
  });

  it('has none again once the correction is reversed', async () => {
    const id = await reprice(log, [job], { ...row, block: 'industry' }, { prices: FREE });
    await reverse(log, ACCOUNT, id as AdjustmentId);
    await adjust(log, [job], row, FREE);
    expect((await sentences()).at(-1)).toBe('Owed now: 0 units, no price agreed.');
  });
});
