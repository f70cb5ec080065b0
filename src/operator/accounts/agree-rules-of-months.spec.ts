import 'reflect-metadata';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { firstDayOf, lastDayOf, monthOf, monthsOf } from '../../../packages/words/src/month.js';
import { usageAnswer } from '../../billing/usage/usage-schemas.js';
import { accountStream, type AccountEvent } from '../../streams/account/account.events.js';
import { creditAccount } from '../adjustments/adjust-charges.js';
import { explainBill } from '../billing/explain-bill.js';
import { showUsage, type UsageRequest } from '../usage/show-usage.js';
import { agreeAccountMonthRules, type MonthRulesResult } from './agree-rules-of-months.js';
import { showAccount } from './find-account.js';

const MONTH = monthOf(dayOf(new Date()));
const [, NEXT = ''] = monthsOf(MONTH, '9999-12');
const wholeMonth = { from: firstDayOf(MONTH), to: lastDayOf(MONTH) };
const TERMS = { currency: 'GBP', free_units: 2, tiers: [{ after: 3, percent: '50' }], minimum: '1.00' };
const RULES = { ...TERMS, from: firstDayOf(NEXT), reason: 'as in the contract' };

const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
  world.log.time = new Date().toISOString();
  const data = { currency: 'GBP', from: wholeMonth.from, prices: { industry: '0.02' } };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
  await world.log.run(aSubmission(5, 5));
});

const agree = (dryRun = false): Promise<MonthRulesResult> =>
  agreeAccountMonthRules(world.operator, ACCOUNT, { ...RULES, dryRun });
/** Rules that are in force in the running month, as an earlier month's agreement. */
const inForce = () =>
  world.log.append(
    accountStream(ACCOUNT),
    world.log.event({
      type: 'MonthRulesAgreed',
      data: { ...RULES, version: 1, from: wholeMonth.from },
    }),
  );

const LINES = [
  { month: MONTH, rule: 'free_units', free_units: 2, units: 2, amount: '-0.04' },
  { month: MONTH, rule: 'tiers', tiers: TERMS.tiers, units: 2, amount: '-0.02' },
  { month: MONTH, rule: 'minimum', minimum: '1.00', units: 0, amount: '0.96' },
].map((each) => ({ ...each, version: 1, currency: 'GBP' }));

it('records them once, with the version that the account shows', async () => {
  expect(await agree()).toMatchObject({ ...RULES, changed: true });
  expect(await agree()).toMatchObject({ changed: false });
  const { month_rules } = await showAccount(world.operator, ACCOUNT);
  expect(month_rules).toMatchObject([{ ...RULES, version: 1 }]);
});

it('shows what the running month comes to by both, and writes nothing', async () => {
  const head = await world.log.store.head();
  const shown = await agree(true);
  expect(shown).toMatchObject({ changed: false, dry_run: true });
  expect(shown.sides?.map(({ amount, units }) => [amount, units])).toEqual([
    ['0.1', 10],
    ['0.1', 10],
    ['-0.04', 2],
    ['-0.02', 2],
    ['0.96', 0],
    ['1', 10],
  ]);
  expect(await world.log.store.head()).toBe(head);
});

describe('a preview in several currencies', () => {
  const inEuros = { currency: 'EUR', to: null, number: 'C-1', purchase_order: null, reason: 'signed' };
  const append = (event: AccountEvent) => world.log.append(accountStream(ACCOUNT), world.log.event(event));
  const preview = async (currency: string): Promise<unknown> => {
    const rules = { ...RULES, currency, dryRun: true };
    const { sides } = await agreeAccountMonthRules(world.operator, ACCOUNT, rules);
    return sides?.map((side) => [side.step.split(':', 1)[0], side.amount, side.currency]);
  };
  const NET = `Net amount of ${MONTH} so far`;

  it('shows the running month in its own currency before a contract in another', async () => {
    await append({ type: 'ContractAgreed', data: { ...inEuros, from: RULES.from } });
    expect(await preview('EUR')).toEqual([
      [NET, '0.1', 'GBP'],
      ['Owed by the rules in force', '0.1', 'GBP'],
      ['Owed by these rules', '0.1', 'GBP'],
    ]);
  });

  it('shows what is owed in each where a credit is in another', async () => {
    const { from } = wholeMonth;
    await append({
      type: 'PricesAgreed',
      data: { currency: 'GBP', from: '2026-01-01', prices: { charges: '1' } },
    });
    await append({ type: 'ContractAgreed', data: { ...inEuros, from } });
    await append({ type: 'PricesAgreed', data: { currency: 'EUR', from, prices: { industry: '0.03' } } });
    const target = { amount: '5', currency: 'GBP' };
    const credit = { reason: 'goodwill', note: 'sorry', dryRun: false, target } as const;
    await creditAccount(world.operator, ACCOUNT, credit);
    expect(await preview('EUR')).toEqual([
      [NET, '0.15', 'EUR'],
      [NET, '-5', 'GBP'],
      ['Owed by the rules in force', '0.15', 'EUR'],
      ['Owed by the rules in force', '-5', 'GBP'],
      ['These rules', '-0.06', 'EUR'],
      ['These rules', '-0.03', 'EUR'],
      ['These rules', '0.94', 'EUR'],
      ['Owed by these rules', '1', 'EUR'],
      ['Owed by these rules', '-5', 'GBP'],
    ]);
  });

  it('shows no amount of a month without prices', async () => {
    await append({ type: 'PricesWithdrawn', data: { from: wholeMonth.from, reason: 'mistaken' } });
    const prices = { industry: '0.02' } as const;
    await append({ type: 'PricesAgreed', data: { currency: 'GBP', from: RULES.from, prices } });
    expect(await preview('GBP')).toEqual([
      [NET, null, null],
      ['Owed by the rules in force', null, null],
      ['Owed by these rules', null, null],
    ]);
  });
});

it('refuses a preview as it refuses the act', async () => {
  for (const dryRun of [true, false]) {
    const refused = agreeAccountMonthRules(world.operator, ACCOUNT, { ...RULES, from: '2026-01-01', dryRun });
    await expect(refused).rejects.toMatchObject({ code: 'invalid_month_rules' });
  }
});

it('owes nothing of a month that has not begun, no minimum either', async () => {
  await inForce();
  const range = { from: wholeMonth.from, to: lastDayOf(NEXT) };
  const usage = await showUsage(world.operator, { account: ACCOUNT, range, job: null, by: 'block' });
  expect(usage.month_rules).toEqual(LINES);
  const asked = { subject: { account: ACCOUNT, range }, block: null, limit: 1, reason: null };
  expect((await explainBill(world.operator, asked as never)).month_rules).toEqual(LINES);
});

it('stands in the usage and the explanation of whole months, outside the net amount', async () => {
  await inForce();
  const ask = { account: ACCOUNT, range: wholeMonth, job: null };
  for (const by of ['block', 'day', 'job', 'key'] as const) {
    const usage = await showUsage(world.operator, { ...ask, by } as UsageRequest);
    expect(usage).toMatchObject({ amount: '0.1', month_rules: LINES });
    expect(usage.net_amount).toBeUndefined();
    // Parsing drops every field that the description doesn't have.
    if (by === 'block') expect(usageAnswer.parse(usage).month_rules).toEqual(LINES);
  }
  const subject = { account: ACCOUNT, range: wholeMonth };
  const explained = await explainBill(world.operator, {
    subject,
    block: null,
    limit: 1,
    reason: null,
  });
  expect(explained.month_rules).toEqual(LINES);
});

it('stands in no usage of a job, of a key, or of part of a month', async () => {
  await inForce();
  const { keys } = await showAccount(world.operator, ACCOUNT);
  const key = keys[0]?.key_id;
  if (key === undefined) throw new Error('no key');
  const ask = { account: ACCOUNT, range: wholeMonth, by: 'block', job: null } as const;
  expect((await showUsage(world.operator, { ...ask, job: JOB })).month_rules).toBeUndefined();
  expect((await showUsage(world.operator, { ...ask, key })).month_rules).toBeUndefined();
  for (const range of [
    { ...wholeMonth, from: `${MONTH}-02` },
    { ...wholeMonth, to: `${MONTH}-27` },
  ])
    expect((await showUsage(world.operator, { ...ask, range })).month_rules).toBeUndefined();
});
