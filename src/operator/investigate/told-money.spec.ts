/** The money of a row and of a job: as charged, adjusted, and as owed now, wherever it is told. */
import 'reflect-metadata';
import { ACCOUNT, JOB, aSubmission } from '../../../test/support/logs/job-builders.js';
import { BOTH, INDUSTRY_PENDING } from '../../../test/support/logs/row-stories.js';
import { forEachTest } from '../../../test/support/worlds/for-each-test.js';
import { operatorWorld } from '../../../test/support/worlds/operator-world.js';
import { jobHistorySheet } from '../../investigate/sheets/job-history.sheet.js';
import { rowSheet } from '../../investigate/sheets/row.sheet.js';
import { cell, cellText, isToned, type Sheet } from '../../../packages/words/src/sheet/sheet.js';
import { accountStream } from '../../streams/account/account.events.js';
import { adjustAccountCharges, reverseAccountAdjustment } from '../adjustments/adjust-charges.js';
import { jobBill } from '../jobs/job-bill.js';
import { jobSheet } from '../jobs/job-details.sheet.js';
import { showJob } from '../jobs/list-jobs.js';
import { reportJob, reportRow } from './investigate.js';

const DAY = '2026-11-21';
const WORDS = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
const world = forEachTest(operatorWorld);
const agree = async (): Promise<void> => {
  const data = { currency: 'GBP', from: DAY, prices: { company_identity: '0.02', industry: '0.015' } };
  await world.log.append(accountStream(ACCOUNT), world.log.event({ type: 'PricesAgreed', data }));
};
const adjust = (row: number | null) =>
  adjustAccountCharges(world.operator, ACCOUNT, { ...WORDS, target: { job: JOB, row, block: null } });
const tellJobOf = async () => {
  const found = await reportJob(world.operator, JOB, null);
  if (found.outcome !== 'found') throw new Error('there is no job');
  return found.job;
};
const factsOf = (of: Pick<Sheet, 'facts'> | undefined): object =>
  Object.fromEntries(Object.entries(of?.facts ?? {}).map(([name, value]) => [name, cellText(value)]));
const OWED = {
  units: '2',
  amount: '0.035 GBP',
  'units after adjustments': '0',
  'amount after adjustments': '0.00 GBP',
};

beforeEach(async () => {
  await world.log.openAccount();
});

it('a row that was taken back says what it cost, what took it back, and that nothing is owed', async () => {
  await agree();
  await world.log.run(aSubmission(2, 2), () => BOTH);
  const { adjustment_id } = await adjust(1);
  const row = await reportRow(world.operator, { jobId: JOB, row: 1 }, null);
  expect(row.bill).toMatchObject({
    units: 2,
    amount: '0.035',
    net_units: 0,
    net_amount: '0',
    currency: 'GBP',
  });
  expect(row.story.slice(2)).toEqual([
    '2 units billed for 2 blocks.',
    'Charged: 0.035 GBP.',
    expect.stringContaining(`Adjustment ${adjustment_id} took back company_identity, industry at `),
    'Owed now: 0 units, 0.00 GBP.',
  ]);
  const sheet = rowSheet(row);
  expect(factsOf(sheet)).toMatchObject(OWED);
  expect(sheet.parts.find(({ title }) => title === 'Adjustments')?.table?.lines).toHaveLength(1);
  expect(rowSheet(row).sentences?.slice(0, 3)).toEqual([
    { tone: 'good', says: cell.client('Owed now: 0 units, 0.00 GBP.') },
    { tone: 'good', says: cell.client(row.story.find((said) => said.includes('took back'))) },
    { tone: 'good', says: cell.client('Charged: 0.035 GBP.') },
  ]);
  const other = await reportRow(world.operator, { jobId: JOB, row: 0 }, null);
  expect(other.bill).toMatchObject({ net_units: 2, net_amount: '0.035', adjustments: [] });
  expect(other.story.slice(2)).toEqual(['2 units billed for 2 blocks.', 'Charged: 0.035 GBP.']);
});

it('a row that was adjusted, reversed and adjusted again says all of it', async () => {
  await agree();
  await world.log.run(aSubmission(1, 1), () => BOTH);
  const first = await adjust(0);
  if (first.adjustment_id === null) throw new Error('nothing was left');
  const undone = await reverseAccountAdjustment(world.operator, { ...WORDS, target: first.adjustment_id });
  const owed = await reportRow(world.operator, { jobId: JOB, row: 0 }, null);
  expect(owed.story).toContain('Owed now: 2 units, 0.035 GBP.');
  const again = await adjust(null);
  const { bill } = await reportRow(world.operator, { jobId: JOB, row: 0 }, null);
  expect(bill.net_units).toBe(0);
  expect(bill.adjustments.map(({ adjustment_id, reversed_by }) => [adjustment_id, reversed_by])).toEqual([
    [first.adjustment_id, undone.adjustment_id],
    [again.adjustment_id, null],
  ]);
});

it('a row says where no price was agreed, and a late block is part of it', async () => {
  const job = aSubmission(1, 1);
  await world.log.submit(job);
  const counts = await world.log.work(job, 0, [INDUSTRY_PENDING]);
  await world.log.fill(job, { chunk: 0, row: 0, block: 'industry' }, { status: 'available' });
  await world.log.end(job, counts);
  const row = await reportRow(world.operator, { jobId: JOB, row: 0 }, null);
  expect(row.bill).toMatchObject({ units: 2, amount: null, net_units: 2, net_amount: null, currency: null });
  expect(row.story).toContain('Charged: no price agreed.');
});

it('a job says its money, its adjustments and its skipped rows, on both of its pages', async () => {
  await agree();
  const job = aSubmission(4, 1);
  await world.log.submit(job);
  const counts = await world.log.work(job, 0, [BOTH]);
  await world.log.job(job, { type: 'JobCancelRequested', data: { key_id: job.key_id } });
  await world.log.end(job, counts, 3);
  const { adjustment_id } = await adjust(null);
  const told = await tellJobOf();
  expect(told.counts).toMatchObject({ succeeded: 1, skipped: 3 });
  expect(told.bill).toMatchObject({
    units: 2,
    amount: '0.035',
    net_units: 0,
    adjustments: [{ adjustment_id }],
  });
  const sheets = [
    jobHistorySheet(told),
    jobSheet(await showJob(world.operator, JOB), await jobBill(world.operator, JOB)),
  ];
  expect(sheets[1]?.sentences?.map((said) => cellText(isToned(said) ? said.says : said))).toEqual([
    'Owed now: 0 units, 0.00 GBP. Charged: 2 units, 0.035 GBP.',
  ]);
  for (const { facts, parts } of sheets) {
    expect([...parts, { facts: facts ?? {} }].map(factsOf)).toContainEqual(expect.objectContaining(OWED));
    expect(parts.find(({ title }) => title === 'Adjustments')?.table?.lines).toHaveLength(1);
  }
});
