import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { KEY_OF_TESTS, LEAF_SECRET, aStatement } from '../../../test/support/statements/statements.js';
import {
  PRICES,
  decemberStatement,
  twoMonths,
  twoStatements,
  withDecember,
} from '../../../test/support/statements/statement-months.js';
import { found, reportOf } from '../../../test/support/verified.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { accountStream } from '../../streams/account/account.events.js';
import { serviceStream } from '../../streams/service/service.events.js';
import { statementStream } from '../../streams/statement/statement.events.js';
import type { IssuedStatement } from '../../streams/statement/statement.decider.js';
import type { JobId } from '../../../packages/contract/src/ids.js';

const LATE_JOB = `${JOB.slice(0, -1)}5` as JobId;
const otherDigit = (text: string): string => text.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
const OCTOBER = 'the statement of 2026-10';

const log = forEachTest(twoMonths);
const fact = (type: string, data: object, time = log.time) =>
  log.event({ type, data }, { actor: 'operator', time });
const record = (issued: IssuedStatement) =>
  log.append(statementStream(ACCOUNT), fact('StatementIssued', issued));

/** The two months with their prices, the secret of the account and the key. */
beforeEach(async () => {
  for (const agreement of PRICES)
    await log.append(accountStream(ACCOUNT), fact('PricesAgreed', agreement, '2026-10-01T00:00:00.000Z'));
  await log.append(
    statementStream(ACCOUNT),
    fact('LeafSecretMade', { account_id: ACCOUNT, secret: LEAF_SECRET }),
  );
  const { key_id, public_key } = KEY_OF_TESTS;
  await log.append(serviceStream(), fact('StatementKeyIntroduced', { key_id, public_key }));
});

const issued = async (month: string, earlier: readonly IssuedStatement[] = [], partial = false) =>
  (await aStatement(log, { month, agreements: PRICES, earlier, partial })).issued;

const about10 = async (): Promise<readonly string[]> => (await found(log))[10] ?? [];

describe('invariant 10: statements are exact', () => {
  it('holds for months, partial ones, and charges that came late', async () => {
    const october = await issued('2026-10');
    await record(october);
    log.time = '2026-10-31T23:59:59.999Z';
    await log.run(aSubmission(2, 2, { job_id: LATE_JOB }));
    await record(await issued('2026-11', [october], true));
    await record(await issued('2026-11', [october]));
    expect(await about10()).toEqual([]);
    expect(await reportOf(10, { eventStore: log.store })).toMatchObject({
      ok: true,
      checked: 3,
      counted: 'statements',
    });
  });

  it.each(['company-data-statement-1', undefined] as const)(
    'holds for adjustments, in every format: %s',
    async (format) => {
      await withDecember(log);
      const months = await twoStatements(log, format);
      const earlier = months.map(({ issued }) => issued);
      for (const month of earlier) await record(month);
      await record((await decemberStatement(log, earlier)).issued);
      expect(await about10()).toEqual([]);
    },
  );

  it('finds a statement whose adjustments are not priced as its charges are', async () => {
    await withDecember(log);
    const months = await twoStatements(log);
    const earlier = months.map(({ issued }) => issued);
    for (const month of earlier) await record(month);
    const december = (await decemberStatement(log, earlier)).issued;
    await record({ ...december, totals: { ...december.totals, adjusted_amount: '-0.14' } });
    expect((await found(log))[11]).toEqual([
      'the statement of 2026-12 says -0.14 of adjustments; usage of the same charges and adjustments has -2.06',
    ]);
    expect(await about10()).toEqual([]);
  });

  it.each([
    ['rows', 4, '4 delivered rows; usage of the same charges and adjustments has 7'],
    ['units', 10, '10 units; usage of the same charges and adjustments has 11'],
    // Units of an adjustment that were not taken times its jobs.
    ['adjusted_units', -1, '-1 adjusted units; usage of the same charges and adjustments has 0'],
    ['amount', '0.12', '0.12 of charges; usage of the same charges and adjustments has 0.14'],
  ])('finds a statement that says other %s', async (key, value, told) => {
    const october = await issued('2026-10');
    await record({ ...october, totals: { ...october.totals, [key]: value } });
    expect(await found(log)).toMatchObject({ 11: [`${OCTOBER} says ${told}`] });
  });

  it('has nothing to check where no statement was issued', async () => {
    expect(await reportOf(10, { eventStore: log.store })).toMatchObject({ ok: true, checked: 0 });
  });

  it('names a statement with other lines than its part of the log', async () => {
    const october = await issued('2026-10');
    const { head } = october;
    await record({ ...october, head: { ...head, root: head.body_sha256 } });
    expect(await about10()).toEqual([
      `${OCTOBER} has other lines than its part of the log`,
      `${OCTOBER} is not signed with key ${head.key_id} of the log`,
    ]);
  });

  it('names a statement that leaves out or adds a charge', async () => {
    const october = await issued('2026-10');
    const { head } = october;
    await record({ ...october, head: { ...head, entries: 6 } });
    expect((await about10())[0]).toBe(`${OCTOBER} has 6 lines, its part of the log 7`);
  });

  it('names a statement that does not go on from the one before', async () => {
    const october = await issued('2026-10');
    await record(await issued('2026-11', [october]));
    expect((await about10())[0]).toBe('the statement of 2026-11 does not go on from the one before');
  });

  it('names a statement that looked at what the log does not have', async () => {
    const october = await issued('2026-10');
    await record({ ...october, head: { ...october.head, through: 'gone' } });
    expect((await about10())[0]).toBe(`${OCTOBER} names a last event that the log does not have`);
  });

  it('names a statement that another key signed', async () => {
    const october = await issued('2026-10');
    await record({
      ...october,
      signature: otherDigit(october.signature),
    });
    expect(await about10()).toEqual([`${OCTOBER} is not signed with key ${KEY_OF_TESTS.key_id} of the log`]);
  });

  it.each<[string, (statement: IssuedStatement) => IssuedStatement]>([
    [
      'has another tree head than its tree',
      (statement) => ({ ...statement, frontier: statement.frontier.map(otherDigit) }),
    ],
    [
      'does not go on from the one before',
      (statement) => ({ ...statement, head: { ...statement.head, after: 'another' } }),
    ],
  ])('names a statement whose own part was changed: %s', async (said, changed) => {
    await record(changed(await issued('2026-10')));
    expect((await about10())[0]).toBe(`${OCTOBER} ${said}`);
  });
});
