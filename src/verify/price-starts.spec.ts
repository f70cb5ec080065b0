import { ACCOUNT, aSubmission } from '../../test/support/logs/job-builders.js';
import type { LogBuilder } from '../../test/support/logs/log-builder.js';
import { projected } from '../../test/support/logs/projected.js';
import { twoMonths, twoStatements } from '../../test/support/statements/statement-months.js';
import { LEAF_SECRET } from '../../test/support/statements/statements.js';
import { breaches } from '../../test/support/verified.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../streams/account/account.events.js';
import { statementStream } from '../streams/statement/statement.events.js';
import { RecentCheck } from './recent/recent-check.js';

/** October and November: the newest charge is of 2026-11-01, an adjustment of 2026-11-20. */
const log = forEachTest(twoMonths);

async function agreed(from: string, time = '2026-11-05T00:00:00.000Z'): Promise<void> {
  const data = { currency: 'GBP', from, prices: { industry: '9' } };
  await log.append(accountStream(ACCOUNT), log.event({ type: 'PricesAgreed', data }, { time }));
}

/** The account was opened at a later time in this log, which is found too. */
const aboutPrices = (details: readonly string[]): string[] =>
  details.filter((detail) => detail.startsWith('prices'));

/** What the whole walk says of prices in invariant 5. A check of the last event must say the same. */
async function about5(built: LogBuilder): Promise<readonly string[]> {
  const whole = (await breaches({ eventStore: built.store }))[5] ?? [];
  const { events } = await built.store.readAll({ after: LOG_START, limit: 1_000 });
  const models = await projected(built.store);
  await models.drive();
  const since = events.at(-2)?.position;
  if (since === undefined) throw new Error('no event');
  const check = new RecentCheck({ eventStore: built.store, readModels: models.live }, since);
  const invariants = await check.advance(await built.store.head(), Infinity, 'all jobs');
  await models.close();
  const recent = invariants.flatMap(({ id, offenders }) => (id === 5 ? offenders.map((o) => o.detail) : []));
  expect(aboutPrices(recent)).toEqual(aboutPrices(whole));
  return aboutPrices(whole);
}

it('finds a price that begins before the newest charge or adjustment of its account', async () => {
  await agreed('2026-11-19');
  expect(await about5(log)).toEqual([
    'prices begin on 2026-11-19, although the account was billed at 2026-11-20T09:30:00.000Z',
  ]);
});

it('finds none that begins on that day, nor one that a charge follows', async () => {
  await agreed('2026-11-20', '2026-11-20T10:00:00.000Z');
  expect(await about5(log)).toEqual([]);
  log.time = '2026-12-20T00:00:00.000Z';
  await log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000009' as never }));
  expect(await about5(log)).toEqual([]);
});

it('bears with a charge of the minute before midnight', async () => {
  log.time = '2026-11-25T00:00:30.000Z';
  await log.run(aSubmission(1, 1, { job_id: 'job_01JDXB8Z5N0000000000000009' as never }));
  await agreed('2026-11-24', '2026-11-24T23:59:59.900Z');
  expect(await about5(log)).toEqual([]);
});

it('finds a price that begins in a month whose complete statement was issued', async () => {
  const [, november] = await twoStatements(log);
  const secret = { type: 'LeafSecretMade', data: { account_id: ACCOUNT, secret: LEAF_SECRET } };
  await log.append(statementStream(ACCOUNT), log.event(secret));
  await log.append(
    statementStream(ACCOUNT),
    log.event({ type: 'StatementIssued', data: november.issued }, { time: '2026-11-20T10:00:00.000Z' }),
  );
  await agreed('2026-12-01', '2026-11-20T10:01:00.000Z');
  expect(await about5(log)).toEqual([]);
  await agreed('2026-11-30', '2026-11-20T10:02:00.000Z');
  expect(await about5(log)).toEqual([
    'prices begin on 2026-11-30, in a month whose complete statement was issued',
  ]);
});

it('finds rules of months that begin before the newest charge, or in a stated month', async () => {
  const rules = { currency: 'GBP', free_units: 1, tiers: [], minimum: null, reason: 'as agreed', version: 1 };
  const agreedRules = (from: string) =>
    log.append(accountStream(ACCOUNT), log.event({ type: 'MonthRulesAgreed', data: { ...rules, from } }));
  await agreedRules('2026-11-01');
  await agreedRules('2026-12-01');
  const details = (await breaches({ eventStore: log.store }))[5] ?? [];
  expect(details.filter((detail) => detail.startsWith('month rules'))).toEqual([
    'month rules begin on 2026-11-01, although the account was billed at 2026-11-20T09:30:00.000Z',
  ]);
});
