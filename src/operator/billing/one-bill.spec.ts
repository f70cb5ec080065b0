/**
 * Usage, statement, explanation, evidence and the console's list say the same of an adjustment, whenever
 * prices are agreed.
 */
import 'reflect-metadata';
import { join } from 'node:path';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH } from '../../../test/support/logs/row-stories.js';
import { aStatement } from '../../../test/support/statements/statements.js';
import { TemporaryFolder } from '../../../test/support/system/temporary-folder.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import { accountStream } from '../../streams/account/account.events.js';
import type { PriceAgreement } from '../../streams/account/account.state.js';
import { showUsage } from '../usage/show-usage.js';
import { adjustAccountCharges, reverseAccountAdjustment } from '../adjustments/adjust-charges.js';
import { disputeJob } from './dispute-job.js';
import { explainBill } from './explain-bill.js';
import { listAdjustments } from '../adjustments/find-adjustments.js';

const DAY = '2026-11-21';
const range = { from: DAY, to: DAY };
const world = forEachTest(operatorWorld);
const folder = forEachTest(() => new TemporaryFolder());
const agreements: PriceAgreement[] = [];
beforeEach(async () => {
  agreements.length = 0;
  await world.log.openAccount();
});

async function agree(prices: Partial<Record<BlockKey, string>>): Promise<void> {
  const data = { currency: 'GBP', from: DAY, prices };
  agreements.push(data);
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
}
const words = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
const takeBack = (block: BlockKey | null = null) =>
  adjustAccountCharges(world.operator, ACCOUNT, { ...words, target: { job: JOB, row: 0, block } });

/** What each answer has for the net of the day, and for its first adjustment. */
async function told(): Promise<Record<string, { net: string | null; first: string | null | undefined }>> {
  const usage = await showUsage(world.operator, { account: ACCOUNT, range, by: 'day', job: null });
  const bill = await explainBill(world.operator, {
    subject: { account: ACCOUNT, range },
    block: null,
    limit: 10,
    reason: null,
  });
  const { issued, text } = await aStatement(world.log, { month: '2026-11', partial: true, agreements });
  const line = text.split('\n').find((each) => each.startsWith('{"adjustment":')) ?? '{}';
  const { amount, adjusted_amount } = issued.totals;
  const evidence = await disputeJob(world.operator, {
    ...{
      job: JOB,
      rows: [],
      out: join(folder.path, 'evidence'),
      reason: null,
      now: new Date(world.log.time),
    },
  });
  const listed = (await listAdjustments(world.operator, ACCOUNT)).at(-1);
  const first = (JSON.parse(line) as { adjustment?: { amount: string } }).adjustment?.amount;
  return {
    usage: { net: usage.net_amount ?? null, first: usage.adjustments?.[0]?.amount },
    explain: { net: bill.net_amount ?? null, first: bill.adjustments[0]?.amount },
    statement: { net: String(Number(amount) + Number(adjusted_amount)), first },
    evidence: { net: evidence.net_amount, first: listed?.fact.amount },
  };
}
const same = (net: string, first: string) => ({
  usage: { net, first },
  explain: { net, first },
  statement: { net, first },
  evidence: { net, first },
});

it('owes nothing of a row taken back whole before another price was agreed for its day', async () => {
  await agree({ company_identity: '0.01', industry: '0.01' });
  await world.log.run(aSubmission(2, 2), () => BOTH);
  expect(await takeBack()).toMatchObject({ units: -2, amount: '-0.02' });
  await agree({ company_identity: '0.50', industry: '0.50' });
  expect(await told()).toEqual(same('1', '-1'));
});

it('prices what was taken back before any price was agreed', async () => {
  await world.log.run(aSubmission(2, 2), () => BOTH);
  expect(await takeBack('industry')).toMatchObject({ units: -1, amount: null });
  await agree({ industry: '0.25' });
  expect(await told()).toEqual(same('0.25', '-0.25'));
});

it('gives again what it would take back now', async () => {
  await agree({ company_identity: '0.01' });
  await world.log.run(aSubmission(2, 2), () => BOTH);
  const { adjustment_id } = await takeBack();
  await agree({ company_identity: '0.50' });
  if (adjustment_id === null) throw new Error('nothing was adjusted');
  const reversal = { ...words, target: adjustment_id };
  expect(await reverseAccountAdjustment(world.operator, { ...reversal, dryRun: true })).toMatchObject({
    units: 2,
    amount: '0.5',
    charges: [{ jobs: [JOB], days: [{ amount: '0.5' }] }],
  });
  await reverseAccountAdjustment(world.operator, reversal);
  expect(await told()).toEqual(same('1', '-0.5'));
});

it('explains one block at its price', async () => {
  await agree({ company_identity: '0.01', industry: '0.02' });
  await world.log.run(aSubmission(2, 2), () => BOTH);
  await takeBack();
  const of = { account: ACCOUNT, range };
  const bill = await explainBill(world.operator, { subject: of, block: 'industry', limit: 10, reason: null });
  expect(bill).toMatchObject({ amount: '0.04', net_units: 1, net_amount: '0.02' });
  expect(bill.adjustments).toMatchObject([{ units: -1, amount: '-0.02' }]);
});
