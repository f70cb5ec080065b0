import 'reflect-metadata';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { dayOf } from '../../../packages/words/src/calendar.js';
import { firstDayOf, monthOf } from '../../../packages/words/src/month.js';
import { rebuildUsage } from '../../billing/usage/rebuild/usage-rebuild.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { accountRevisions } from '../accounts/find-account.js';
import { explainBill } from '../billing/explain-bill.js';
import { showUsage } from '../usage/show-usage.js';
import { verifyService } from '../verify/verify-service.js';
import { creditAccount, reverseAccountAdjustment, type AdjustmentResult } from './adjust-charges.js';
import { findAdjustment, listAdjustments } from './find-adjustments.js';

const TODAY = dayOf(new Date());
const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
  const data = { currency: 'GBP', from: TODAY, prices: { industry: '0.015' } };
  world.log.time = new Date().toISOString();
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
  await world.log.run(aSubmission(3, 3));
});

const LISTENERS = { onBehind: () => undefined, onProgress: () => undefined };
const words = { reason: 'service_fault', note: 'the register was down', dryRun: false } as const;
const credit = (amount = '25.00', dryRun = false): Promise<AdjustmentResult> =>
  creditAccount(world.operator, ACCOUNT, { ...words, dryRun, target: { amount, currency: 'GBP' } });
const reverse = (id: AdjustmentId | null): Promise<AdjustmentResult> => {
  if (id === null) throw new Error('nothing was credited');
  return reverseAccountAdjustment(world.operator, { ...words, target: id });
};
const range = { from: TODAY, to: TODAY };
const use = (job: typeof JOB | null = null) =>
  showUsage(world.operator, { account: ACCOUNT, range, by: 'day', job });

it('is a line of its own in usage, and leaves the charges as they are', async () => {
  const { adjustment_id } = await credit();
  const usage = await use();
  expect(usage).toMatchObject({ amount: '0.045', net_units: usage.counts.units, net_amount: '-24.955' });
  expect(usage.adjustments).toBeUndefined();
  expect(usage.credits).toEqual([
    {
      adjustment_id,
      reverses: null,
      reason: 'service_fault',
      time: expect.any(String) as unknown,
      currency: 'GBP',
      amount: '-25',
    },
  ]);
});

it('is absent from the usage of a job', async () => {
  await credit();
  const usage = await use(JOB);
  expect([usage.credits, usage.net_amount]).toEqual([undefined, undefined]);
});

it('shows both sides first and writes nothing', async () => {
  const { sides, dry_run } = await credit('0.05', true);
  expect(dry_run).toBe(true);
  expect(sides?.map(({ step, amount }) => [step, amount])).toEqual([
    ['Charged', '0.045'],
    ['Earlier adjustments and credits', '0'],
    ['Owed before it', '0.045'],
    ['This entry', '-0.05'],
    ['Owed after it', '-0.005'],
  ]);
  expect(await listAdjustments(world.operator, ACCOUNT)).toEqual([]);
});

describe('in another currency than the charges of the month', () => {
  const contract = {
    from: firstDayOf(monthOf(TODAY)),
    to: null,
    number: 'C-1',
    purchase_order: null,
    reason: 'signed',
  };
  const preview = async (amount: string): Promise<unknown> =>
    (await credit(amount, true)).sides?.map((side) => [side.step, side.amount, side.currency]);
  beforeEach(async () => {
    const [old, inEuros] = [
      { currency: 'GBP', from: '2026-01-01', prices: { industry: '0.02' } },
      { currency: 'EUR', from: contract.from, prices: { industry: '0.03' } },
    ];
    for (const event of [
      { type: 'PricesAgreed', data: old },
      { type: 'ContractAgreed', data: { ...contract, currency: 'EUR' } },
      { type: 'PricesAgreed', data: inEuros },
    ] as const)
      await world.log.append(accountStream(ACCOUNT), world.log.event(event));
  });

  it('shows both sides in that currency alone', async () => {
    expect((await use()).currency).toBe('EUR');
    expect(await preview('0.05')).toEqual([
      ['Charged', '0', 'GBP'],
      ['Earlier adjustments and credits', '0', 'GBP'],
      ['Owed before it', '0', 'GBP'],
      ['This entry', '-0.05', 'GBP'],
      ['Owed after it', '-0.05', 'GBP'],
    ]);
  });

  it('counts an earlier credit of that currency', async () => {
    await credit('1.00');
    expect(await preview('0.05')).toEqual([
      ['Charged', '0', 'GBP'],
      ['Earlier adjustments and credits', '-1', 'GBP'],
      ['Owed before it', '-1', 'GBP'],
      ['This entry', '-0.05', 'GBP'],
      ['Owed after it', '-1.05', 'GBP'],
    ]);
  });
});

it('is found by a command that was sent again', async () => {
  const made = await credit();
  expect(await credit('25')).toEqual({ ...made, changed: false });
});

it('of two operators at once is granted once', async () => {
  const both = await Promise.all([credit(), credit()]);
  expect(new Set(both.map(({ adjustment_id }) => adjustment_id)).size).toBe(1);
  expect(await listAdjustments(world.operator, ACCOUNT)).toHaveLength(1);
});

it('is owed again after its reversal; the list says both', async () => {
  const made = await credit();
  const back = await reverse(made.adjustment_id);
  expect(back).toMatchObject({ amount: '25', units: 0, reverses: made.adjustment_id, changed: true });
  expect(await use()).toMatchObject({ net_amount: '0.045', credits: [{ amount: '-25' }, { amount: '25' }] });
  const found = await findAdjustment(world.operator, made.adjustment_id as AdjustmentId, null);
  expect(found).toMatchObject({ fact: { amount: '-25' }, reversed_by: back.adjustment_id });
});

it('is explained, rebuilt and verified', async () => {
  await credit();
  const subject = { account: ACCOUNT, range };
  const bill = await explainBill(world.operator, { subject, block: null, limit: 5, reason: null });
  expect(bill).toMatchObject({ credits: [{ amount: '-25', note: words.note }], net_amount: '-24.955' });
  const { verdict } = await rebuildUsage(world.operator.stores);
  expect(verdict).toBe('equal');
  const { ok, invariants } = await verifyService(world.operator, LISTENERS);
  expect([ok, invariants.flatMap(({ offenders }) => offenders)]).toEqual([true, []]);
});

it('is not granted by an operator who has not seen what another one did in between', async () => {
  const seen = await accountRevisions(world.operator, ACCOUNT);
  const since = { ...world.operator, context: { ...world.operator.context, seen } };
  const grant = (amount: string) =>
    creditAccount(since, ACCOUNT, { ...words, target: { amount, currency: 'GBP' } });
  await credit('1');
  await expect(grant('2')).rejects.toMatchObject({ name: 'ChangedSinceError' });
  expect(await listAdjustments(world.operator, ACCOUNT)).toHaveLength(1);
  since.context.seen = await accountRevisions(world.operator, ACCOUNT);
  expect((await grant('2')).changed).toBe(true);
});
