/** Prices with a clock that was put back: the log knows of later days than the clock. */
import 'reflect-metadata';
import { ACCOUNT, aSubmission } from '../../../test/support/logs/job-builders.js';
import { twoMonths, twoStatements } from '../../../test/support/statements/statement-months.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { jobIdsFrom, type JobId } from '../../../packages/contract/src/ids.js';
import { jobStream } from '../../streams/job/job.events.js';
import { statementStream } from '../../streams/statement/statement.events.js';
import { agreePricesOfAccount } from './change-terms.js';

const DAY_MS = 86_400_000;
const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

const world = forEachTest(operatorWorld);
beforeEach(() => world.log.openAccount());

const agree = async (days: number): Promise<boolean> => {
  const terms = { currency: 'GBP', prices: { industry: '0.01' }, from: dayOf(inDays(days)), dryRun: false };
  return (await agreePricesOfAccount(world.operator, ACCOUNT, terms)).changed;
};

it('refuses a price from a day that the log has passed by the charges of the account', async () => {
  world.log.time = inDays(3).toISOString();
  await world.log.run(aSubmission(1, 1));
  await expect(agree(2)).rejects.toMatchObject({ code: 'invalid_price' });
  expect(await agree(3)).toBe(true);
});

it('refuses one that the log has passed by a job of anybody', async () => {
  const job_id = `${jobIdsFrom(inDays(3).getTime())}0000000000000001` as JobId;
  const job = aSubmission(1, 1, { job_id });
  await world.log.append(jobStream(job_id), world.log.event({ type: 'JobSubmitted', data: job }));
  await expect(agree(2)).rejects.toMatchObject({ code: 'invalid_price' });
  expect(await agree(3)).toBe(true);
});

it('refuses a month that a complete statement names, and takes the next', async () => {
  const { issued } = (await twoStatements(await twoMonths()))[0];
  const month = dayOf(inDays(0)).slice(0, 7);
  for (const partial of [true, false]) {
    const head = { ...issued.head, month, partial };
    const fact = { type: 'StatementIssued', data: { ...issued, head } };
    if (partial) expect(await agree(0)).toBe(true);
    await world.log.append(statementStream(ACCOUNT), world.log.event(fact));
  }
  await expect(agree(0)).rejects.toMatchObject({
    code: 'invalid_price',
    message: `Prices can't start in ${month}: the statement of that month is complete. Choose a later day, or use an adjustment.`,
  });
  expect(await agree(31)).toBe(true);
});
