import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { rebuildUsage } from '../../billing/usage/rebuild/usage-rebuild.js';
import { rowEventId } from '../../streams/rows/rows.events.js';
import type { AdjustmentId } from '../../../packages/contract/src/ids.js';
import { accountStream } from '../../streams/account/account.events.js';
import { disputeJob } from '../billing/dispute-job.js';
import { explainBill, explainOneCharge } from '../billing/explain-bill.js';
import { reportRow } from '../investigate/investigate.js';
import { showUsage } from '../usage/show-usage.js';
import { verifyService } from '../verify/verify-service.js';
import {
  adjustAccountCharges,
  repriceAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
} from './adjust-charges.js';

const DAY = '2026-11-21';
/** In force whatever day the tests run on: only prices in force are corrected. */
const LONG_AGO = '2020-01-01';
const LISTENERS = { onBehind: () => undefined, onProgress: () => undefined };
const words = { reason: 'price_error', note: 'as in the contract', dryRun: false } as const;
const world = forEachTest(operatorWorld);
beforeEach(async () => {
  await world.log.openAccount();
  await agree(LONG_AGO, { industry: '0.03', company_identity: '0.02' });
  await world.log.run(aSubmission(3, 2));
});

const agree = async (from: string, prices: Record<string, string>): Promise<void> => {
  const data = { currency: 'GBP', from, prices };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
};
const reprice = (price: string, more: object = {}, dryRun = false): Promise<AdjustmentResult> =>
  repriceAccountCharges(world.operator, ACCOUNT, {
    ...words,
    dryRun,
    target: { job: JOB, row: null, block: 'industry', price, ...more },
  });
const adjust = (row: number | null = null): Promise<AdjustmentResult> =>
  adjustAccountCharges(world.operator, ACCOUNT, { ...words, target: { job: JOB, row, block: null } });
const reverse = (id: AdjustmentId | null) =>
  reverseAccountAdjustment(world.operator, { ...words, target: id as AdjustmentId });
const range = { from: DAY, to: DAY };
const use = (by: 'block' | 'day' = 'block') =>
  showUsage(world.operator, { account: ACCOUNT, range, by, job: null });
const expectSound = async (): Promise<void> => {
  expect(await rebuildUsage(world.operator.stores)).toMatchObject({ verdict: 'equal' });
  const { ok, invariants } = await verifyService(world.operator, LISTENERS);
  expect([ok, invariants.flatMap(({ offenders }) => offenders)]).toEqual([true, []]);
};

it('stands under adjustments with 0 units; amount and items stay as charged', async () => {
  const before = await use();
  const { adjustment_id } = await reprice('0.01');
  const after = await use();
  expect([after.amount, after.items, after.counts]).toEqual([before.amount, before.items, before.counts]);
  expect(after).toMatchObject({
    net_units: 6,
    net_amount: '0.09',
    adjustments: [
      {
        adjustment_id,
        reverses: null,
        reason: 'price_error',
        units: 0,
        amount: '-0.06',
        items: [{ block: 'industry', units: 0, currency: 'GBP', amount: '-0.06' }],
      },
    ],
  });
  expect((await use('day')).adjustments).toMatchObject([
    { items: [{ date: DAY, units: 0, amount: '-0.06' }] },
  ]);
  await expectSound();
});

it('is followed by adjustments at the corrected price, to nothing and not below', async () => {
  await reprice('0.05', { row: 1 });
  expect(await adjust(1)).toMatchObject({ units: -2, amount: '-0.07' });
  expect(await adjust()).toMatchObject({ units: -4, amount: '-0.1' });
  expect(await use()).toMatchObject({ net_units: 0, net_amount: '0' });
  await expectSound();
});

it('shows both sides first, writes once, and is found when the command is sent again', async () => {
  const { sides, adjustment_id } = await reprice('0.01', {}, true);
  expect(sides?.map(({ step, amount }) => [step, amount])).toEqual([
    ['Charged', '0.15'],
    ['Earlier adjustments', '0'],
    ['Owed before it', '0.15'],
    ['This entry', '-0.06'],
    ['Owed after it', '0.09'],
  ]);
  const made = await reprice('0.01');
  expect(made.adjustment_id).toBe(adjustment_id);
  expect(await reprice('0.01')).toEqual({ ...made, changed: false });
});

it('of two operators at once, the second decides on what the first left', async () => {
  const both = await Promise.allSettled([reprice('0.01'), adjust()]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  await expectSound();
});

it('is not reversed under a later entry; the refusal names it', async () => {
  const first = await reprice('0.01');
  const later = await adjust(0);
  await expect(reverse(first.adjustment_id)).rejects.toMatchObject({
    code: 'not_on_top',
    message: expect.stringContaining(String(later.adjustment_id)) as string,
  });
  await reverse(later.adjustment_id);
  expect(await reverse(first.adjustment_id)).toMatchObject({ units: 0, amount: '0.06' });
  expect(await use()).toMatchObject({ net_units: 6, net_amount: '0.15' });
  await expectSound();
});

it('is explained: the figure, and a charge with its corrected price', async () => {
  const { adjustment_id } = await reprice('0.01');
  const bill = { block: null, limit: 5, reason: null };
  const day = await explainBill(world.operator, { ...bill, subject: { account: ACCOUNT, range } });
  expect(day).toMatchObject({
    amount: '0.15',
    net_amount: '0.09',
    adjustments: [{ adjustment_id, units: 0, amount: '-0.06' }],
  });
  const id = rowEventId(JOB, 1, 'RowCharged');
  const charge = await explainOneCharge(world.operator, id, null);
  expect(charge).toMatchObject({
    amount: '0.05',
    net_units: 2,
    net_amount: '0.03',
    adjustments: [{ adjustment_id, price: '0.01', blocks: ['industry'], reversed_by: null }],
  });
});

it('of prices agreed later that day counts the difference to them', async () => {
  await reprice('0.01');
  await agree(DAY, { industry: '0.04' });
  expect(await use()).toMatchObject({ amount: '0.18', net_amount: '0.09' });
});

describe('of charges without an agreed price', () => {
  const other = forEachTest(operatorWorld);
  const folder = forEachTest(() => new TemporaryFolder());
  const begin = async (from: string, block: string): Promise<void> => {
    const data = { currency: 'GBP', from, prices: { [block]: '0.03' } };
    await other.log.openAccount();
    await other.log.append(accountStream(ACCOUNT), other.log.event({ type: 'PricesAgreed', data }));
    await other.log.run(aSubmission(3, 2));
  };
  const target = { job: JOB, row: null, block: 'industry', price: '0.01' } as const;
  const correct = (dryRun = false) =>
    repriceAccountCharges(other.operator, ACCOUNT, { ...words, dryRun, target });

  it('is refused before the first price begins, also as a preview', async () => {
    await begin('2999-01-01', 'industry');
    for (const dryRun of [true, false])
      await expect(correct(dryRun)).rejects.toMatchObject({ code: 'no_prices' });
    expect((await verifyService(other.operator, LISTENERS)).ok).toBe(true);
  });

  it('is in the currency of the account: in the row, the explanation and the evidence', async () => {
    await begin(LONG_AGO, 'officers');
    await correct();
    const owed = { amount: null, net_amount: '0.01', currency: 'GBP' };
    const row = await reportRow(other.operator, { jobId: JOB, row: 1 }, null);
    expect(row.bill).toMatchObject(owed);
    expect(row.story).toContain('Owed now: 2 units, 0.01 GBP.');
    const id = rowEventId(JOB, 1, 'RowCharged');
    expect(await explainOneCharge(other.operator, id, null)).toMatchObject(owed);
    const order = { job: JOB, rows: [], reason: null, now: new Date(other.log.time) };
    const evidence = await disputeJob(other.operator, { ...order, out: join(folder.path, 'evidence') });
    expect(evidence).toMatchObject({ ...owed, net_amount: '0.03' });
    expect(readFileSync(join(folder.path, 'evidence', 'charges.ndjson'), 'utf8')).toContain(
      '"currency":"GBP"',
    );
  });
});
